// The tables as Kysely types; money is in schema-money.ts. date, daterange and numeric are strings,
// timestamptz is an ISO string, bigint a checked number (database.ts).
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { AuditActor } from "../../../domain/audit.ts";
import type { DocumentKind, ReminderDays } from "../../../domain/listing/car-documents.ts";
import type { ChargeLine } from "../../../domain/money/charge-line.ts";
import type { FeedFailure } from "../../../domain/calendar/calendar-feed.ts";
import type { IslandId } from "../../../domain/place/islands.ts";
import type { Attachment } from "../mail/attachment.ts";
import type { Json, JsonOrNull } from "./column-types.ts";
import type * as money from "./schema-money.ts";
import type { ConversationsTable, MessagesTable, SupportCasesTable } from "./schema-messaging.ts";
import type { DataCopiesTable } from "./schema-personal-data.ts";
import type { FavouritesTable } from "./schema-favourites.ts";
import type { IdentityTables } from "./schema-identity.ts";
import type { NotificationsTable, UnwantedMailsTable } from "./schema-notifications.ts";
import type {
  OneTimeTokensTable,
  RefreshTokensTable,
  SessionsTable,
  SignInOriginsTable,
} from "./schema-sessions.ts";
import type {
  ReviewedCar,
  ReviewedPerson,
  ReviewReportsTable,
  ReviewsTable,
} from "./schema-reviews.ts";

type Role = "renter" | "host" | "admin";
type BookingMode = "instant" | "approval";

export interface AccountsTable {
  id: Generated<string>;
  email: string;
  password_hash: string;
  email_confirmed_at: string | null;
  suspended_at: string | null;
  deleted_at: string | null;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
}
export interface ProfilesTable extends ReviewedPerson {
  id: Generated<string>;
  user_id: string;
  first_name: string;
  last_name: string;
  email: string;
  user_type: Role;
  phone: string | null;
  date_of_birth: string | null;
  about: string | null;
  photo_id: string | null;
  phone_verified_at: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: string;
  updated_at: string;
}
export interface UserRolesTable {
  user_id: string;
  role: Role;
  granted_at: string;
}
export interface RateLimitsTable {
  key: string;
  hits: number;
  resets_at: string;
}
export interface AuditEventsTable {
  id: GeneratedAlways<number>;
  at: string;
  actor_kind: AuditActor;
  actor_id: string | null;
  action: string;
  subject_type: string;
  subject_id: string;
  before: JsonOrNull;
  after: JsonOrNull;
  reason: string | null;
}
export interface CarListingsTable extends ReviewedCar {
  id: Generated<string>;
  host_id: string;
  title: string;
  description: string | null;
  make: string;
  model: string;
  year: number;
  color: string | null;
  license_plate: string | null;
  location: string;
  latitude: number | null;
  longitude: number | null;
  /** Derived from the three columns above; null when they do not determine an island. */
  island: Generated<IslandId | null>;
  price_per_day_cents: number;
  transmission: "automatic" | "manual";
  fuel_type: "gasoline" | "diesel" | "electric" | "hybrid";
  seats: number;
  features: Generated<string[]>;
  images: Generated<string[]>;
  is_available: Generated<boolean>;
  is_approved: Generated<boolean>;
  booking_mode: Generated<BookingMode>;
  pickup_instructions: string | null;
  reviewed_at: string | null;
  reviewed_by: string | null;
  rejection_reason: string | null;
  approved_with: JsonOrNull;
  deleted_at: string | null;
  created_at: string;
  updated_at: string;
}
export interface ListingLocationsTable {
  location: string;
  /** With contact details hidden; null until they are. */
  shown: string | null;
}
export interface CarCalendarTable {
  id: Generated<string>;
  car_id: string;
  kind: "booking" | "block" | "import";
  booking_id: string | null;
  /** "[2026-12-05,2026-12-08)" */
  during: string;
  /**
   * For an unpaid hold whose dates were changed: the id of the range that the hold began with.
   * Ranges of one hold may overlap.
   */
  hold_id: string | null;
  note: string | null;
  created_at: string;
}
export interface CalendarLinksTable {
  car_id: string;
  token: string;
  created_at: string;
}
export interface CalendarFeedsTable {
  id: Generated<string>;
  car_id: string;
  name: string;
  url: string;
  /** "{[2026-12-05,2026-12-08),[2026-12-20,2026-12-21)}" */
  days: string;
  etag: string | null;
  last_modified: string | null;
  read_at: string;
  answered_at: string;
  failing_since: string | null;
  failures: Generated<number>;
  last_error: FeedFailure | null;
  last_error_details: JsonOrNull;
  next_fetch_at: string;
  created_at: string;
}
export interface BookingsTable {
  id: Generated<string>;
  car_id: string;
  renter_id: string;
  host_id: string;
  start_date: string;
  end_date: string;
  status: "pending" | "approved" | "rejected" | "completed" | "cancelled";
  payment_status:
    | "unpaid"
    | "authorized"
    | "paid"
    | "refunded"
    | "partially_refunded"
    | "voided"
    | "failed"
    | "expired";
  total_cents: number;
  special_requests: string | null;
  stripe_session_id: string | null;
  booking_mode: BookingMode;
  price_per_day_cents: number;
  service_fee_basis_points: number;
  host_share_basis_points: number;
  amount_due_cents: number;
  host_share_cents: number;
  approving_since: string | null;
  approving_actor_kind: "host" | "admin" | "system" | null;
  approving_actor_id: string | null;
  /** The hold that this checkout replaces, immediately or as soon as that hold has ended. */
  replaces: string | null;
  /** Since when a process has been ending that hold; null before, and after a refusal. */
  replacing_since: string | null;
  /** When its hold ended without a payment; null if the checkout never opened. */
  hold_ended_at: string | null;
  authorized_at: string | null;
  lapses_at: string | null;
  decision_reason: string | null;
  cancelled_by: "renter" | "host" | "admin" | "system" | null;
  created_at: string;
  updated_at: string;
  /** False for an abandoned checkout. */
  counts: GeneratedAlways<boolean>;
}
/** The lines of a booking's charge; they add up to its amount_due_cents. */
export interface BookingLinesTable {
  booking_id: string;
  position: number;
  code: ChargeLine["code"];
  label: string;
  quantity: number;
  unit: ChargeLine["unit"];
  amount_cents: number;
  earner: ChargeLine["earner"];
}
/** Changes to the totals. Their sum is the current figure. */
export interface BookingTotalsTable {
  id: GeneratedAlways<number>;
  bookings: number;
  completed_cents: number;
}
export interface PhotosTable {
  id: string;
  owner_id: string;
  key: string;
  bytes: number;
  width: number;
  height: number;
  state: "processing" | "ready" | "failed";
  created_at: string;
  updated_at: string;
}
export interface HostSettingsTable {
  host_id: string;
  booking_mode: BookingMode;
  updated_at: string;
}
export interface CarDocumentsTable {
  id: string;
  car_id: string;
  kind: DocumentKind;
  type: "image/jpeg" | "application/pdf";
  bytes: number;
  expires_on: string | null;
  reminded_days: ReminderDays | null;
  key_id: string;
  created_at: string;
}
export interface DevMailsTable {
  id: Generated<string>;
  recipient: string;
  sender: string;
  subject: string;
  text: string;
  html: string;
  reply_to: string | null;
  headers: Json<Record<string, string>>;
  attachments: Json<Attachment[]>;
  created_at: string;
}

export interface Schema extends IdentityTables {
  accounts: AccountsTable;
  sessions: SessionsTable;
  refresh_tokens: RefreshTokensTable;
  sign_in_origins: SignInOriginsTable;
  one_time_tokens: OneTimeTokensTable;
  profiles: ProfilesTable;
  user_roles: UserRolesTable;
  rate_limits: RateLimitsTable;
  audit_events: AuditEventsTable;
  car_listings: CarListingsTable;
  listing_locations: ListingLocationsTable;
  car_calendar: CarCalendarTable;
  calendar_links: CalendarLinksTable;
  calendar_feeds: CalendarFeedsTable;
  bookings: BookingsTable;
  booking_lines: BookingLinesTable;
  booking_totals: BookingTotalsTable;
  payments: money.PaymentsTable;
  payment_events: money.PaymentEventsTable;
  refunds: money.RefundsTable;
  disputes: money.DisputesTable;
  reconciliations: money.ReconciliationsTable;
  payment_incidents: money.PaymentIncidentsTable;
  ledger_transactions: money.LedgerTransactionsTable;
  ledger_entries: money.LedgerEntriesTable;
  ledger_days: money.LedgerDaysTable;
  sandbox_checkouts: money.SandboxCheckoutsTable;
  photos: PhotosTable;
  host_settings: HostSettingsTable;
  payout_details: money.PayoutDetailsTable;
  payout_batches: money.PayoutBatchesTable;
  payouts: money.PayoutsTable;
  payout_items: money.PayoutItemsTable;
  payout_carried: money.PayoutCarriedTable;
  car_documents: CarDocumentsTable;
  favourites: FavouritesTable;
  support_cases: SupportCasesTable;
  data_copies: DataCopiesTable;
  dev_mails: DevMailsTable;
  notifications: NotificationsTable;
  unwanted_mails: UnwantedMailsTable;
  conversations: ConversationsTable;
  messages: MessagesTable;
  reviews: ReviewsTable;
  review_reports: ReviewReportsTable;
}
