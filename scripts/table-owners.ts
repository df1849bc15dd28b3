// Says which module owns each table. Reads may join tables of several modules; only the owner
// writes. test/table-owners.test.ts tests it.
import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import type { Schema } from "../src/server/platform/database/schema.ts";
import { blankComments } from "./import-rules.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A folder of src/server/modules, or the platform. Views have no owner: nobody writes them. */
const OWNERS: Record<Exclude<keyof Schema, "identity_states">, string> = {
  accounts: "accounts",
  admin_approvals: "accounts",
  admin_notes: "admin",
  alert_choices: "notifications",
  alert_settings: "notifications",
  alerts: "notifications",
  audit_events: "platform",
  booking_bans: "bookings",
  booking_changes: "charges",
  booking_drivers: "bookings",
  booking_extras: "bookings",
  booking_lines: "bookings",
  booking_totals: "bookings",
  bookings: "bookings",
  business_documents: "listings",
  calendar_feeds: "calendar",
  calendar_links: "calendar",
  car_calendar: "calendar",
  car_dates: "listings",
  car_documents: "listings",
  car_lockboxes: "listings",
  car_outages: "calendar",
  car_extras: "listings",
  car_listings: "listings",
  car_meeting_places: "listings",
  case_evidence: "cases",
  case_files: "cases",
  case_statements: "cases",
  conversations: "messaging",
  data_copies: "personal-data",
  deposit_claims: "deposits",
  deposit_holds: "deposits",
  deposits: "deposits",
  dev_mails: "platform",
  disputes: "payments",
  extra_days: "listings",
  favourites: "listings",
  handover_secrets: "trips",
  host_cancellations: "bookings",
  helper_rights: "helpers",
  helpers: "helpers",
  host_settings: "listings",
  identities: "identity",
  identity_documents: "identity",
  later_charges: "charges",
  ledger_days: "ledger",
  ledger_entries: "ledger",
  ledger_transactions: "ledger",
  listing_drafts: "listings",
  listing_locations: "listings",
  marketplace_settings: "identity",
  message_templates: "messaging",
  messages: "messaging",
  notifications: "notifications",
  one_time_tokens: "accounts",
  passkeys: "accounts",
  payment_events: "payments",
  payment_incidents: "incidents",
  payments: "payments",
  payout_batches: "payouts",
  payout_carried: "payouts",
  payout_details: "payouts",
  payout_details_changes: "payouts",
  payout_items: "payouts",
  payouts: "payouts",
  phone_codes: "identity",
  photos: "media",
  profiles: "accounts",
  provider_payout_lines: "payments",
  provider_payouts: "payments",
  pump_prices: "identity",
  push_keys: "notifications",
  push_subscriptions: "notifications",
  queue_assignments: "admin",
  rate_limits: "platform",
  reconciliations: "payments",
  recovery_codes: "accounts",
  refresh_tokens: "accounts",
  refunds: "payments",
  renter_credits: "ledger",
  review_reports: "reviews",
  reviews: "reviews",
  runner_links: "trips",
  sandbox_balance_transactions: "platform",
  sandbox_checkouts: "platform",
  sandbox_payouts: "platform",
  schema_migrations: "platform",
  sessions: "accounts",
  sign_in_challenges: "accounts",
  sign_in_origins: "accounts",
  storm_cars: "bookings",
  storms: "bookings",
  support_cases: "messaging",
  totp_secrets: "accounts",
  template_messages: "messaging",
  trip_cases: "cases",
  trip_entries: "trips",
  trip_holds: "bookings",
  trip_photos: "trips",
  unwanted_mails: "notifications",
  user_roles: "accounts",
  vat_counters: "vat",
  vat_document_lines: "vat",
  vat_documents: "vat",
  vat_numbers: "vat",
};

/** Files that write tables of others, each with the reason. bench and scripts are not checked. */
const WRITERS: Record<string, string> = {
  "src/server/demo/": "writes example data into every module's tables",
  "src/server/backup/": "restores every table",
  "src/server/modules/personal-data/departure.repository.ts":
    "a departure erases a person from the tables of all modules in one transaction",
};

/** A table name after an operation that writes to it, in Kysely or in SQL. */
const WRITE =
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*["'`](\w+)|\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?"?(\w+)/gi;

/** The module of a file, or the platform. */
const owner = (path: string): string =>
  /^src\/server\/modules\/([^/]+)\//.exec(path)?.[1] ?? path.split("/")[2] ?? "";

/** The writes of one file to tables that another module owns, one sentence each. */
export function findForeignWrites(path: string, source: string): string[] {
  if (Object.keys(WRITERS).some((each) => path.startsWith(each))) return [];
  const tables = [...blankComments(path, source).matchAll(WRITE)].map(
    ([, named = "", raw = ""]) => named || raw,
  );
  return [...new Set(tables)].flatMap((table) => {
    const of = (OWNERS as Record<string, string>)[table];
    return of === undefined || of === owner(path)
      ? []
      : [`${path}: writes ${table}, which only ${of} may write`];
  });
}

/** Every violation in the server. Tests may write what they need. */
export function findAllForeignWrites(): string[] {
  return globSync("src/server/**/*.ts", { cwd: root })
    .filter((path) => !path.endsWith(".test.ts"))
    .toSorted()
    .flatMap((path) => findForeignWrites(path, readFileSync(posix.join(root, path), "utf8")));
}
