// Admin endpoints for the platform's money: ledger balances, open amounts, disputes, incidents, and
// the reconciliation of our record with the card provider's.
import { z } from "zod";
import { DISPUTE_STATES } from "../../domain/money/dispute.ts";
import { INCIDENT_KINDS } from "../../domain/money/incident.ts";
import { LEDGER_ACCOUNTS } from "../../domain/money/ledger.ts";
import { cents, csv, cursor, id, instant, listDay } from "../common.ts";
import { endpoint } from "../endpoint.ts";

const countAndSum = z.object({ count: z.int(), cents });
const bookingRef = z.object({ id, label: z.string().describe("The car and the first day.") });

const personRef = z.object({ id, name: z.string() });

/** running: not finished yet; stopped: ended without finishing. */
export const RECONCILIATION_STATES = ["running", "finished", "stopped"] as const;

export const reconciliationSchema = z
  .object({
    id: z.int(),
    state: z.enum(RECONCILIATION_STATES),
    started_at: instant,
    finished_at: instant.nullable(),
    compared: z.int(),
    repaired: z.int().describe("Payments that were updated to the provider's state."),
    reported: z.int().describe("Discrepancies recorded as new incidents."),
    unanswered: z
      .int()
      .describe("Payments for which the provider did not respond. The next run asks again."),
  })
  .meta({ id: "Reconciliation" });
export type Reconciliation = z.infer<typeof reconciliationSchema>;

export const monthFiguresSchema = z
  .object({
    month: z.string().describe("yyyy-MM, in Nassau time."),
    charged_cents: cents,
    refunded_cents: cents.describe("Refunded to cards by the provider."),
    platform_fees_cents: cents.describe(
      "Fees earned without VAT, less the platform's part of refunds and lost disputes.",
    ),
    vat_cents: cents.describe("The platform's VAT of the month's invoices, less credit notes."),
    provider_fees_cents: cents,
    paid_out_cents: cents.describe("Sent to the bank for hosts, less what the bank returned."),
  })
  .meta({ id: "MonthFigures" });
export type MonthFigures = z.infer<typeof monthFiguresSchema>;

export const moneySchema = z
  .object({
    balances: z
      .record(z.enum(LEDGER_ACCOUNTS), cents)
      .describe(
        "The balance of each ledger account. Amounts held, owed, earned or paid are positive.",
      ),
    months: z
      .array(monthFiguresSchema)
      .describe("The last twelve months, oldest first. The last one is the current month."),
    authorizations: countAndSum.describe("Card authorisations that are not captured."),
    refunds: countAndSum
      .extend({ refused: z.int().describe("Bookings whose refund the provider has refused.") })
      .describe("Refunds that were decided but are not made yet."),
    disputes: countAndSum
      .extend({
        inquiries: z.int().describe("A bank has asked about the charge, and no money has moved."),
      })
      .describe("Charges that banks have withdrawn until they decide."),
    later_charges: countAndSum
      .extend({ contested: z.int().describe("They wait for a decision.") })
      .describe("Charges after trips that no card has paid: outstanding balances."),
    incidents: z.int().describe("Incidents that nobody has closed."),
    reconciliation: reconciliationSchema
      .nullable()
      .describe("The last reconciliation that finished."),
  })
  .meta({ id: "Money" });
export type Money = z.infer<typeof moneySchema>;

export const getMoney = endpoint({
  method: "GET",
  path: "/api/admin/money",
  access: "admin",
  policy: "admin.read_money",
  summary:
    "The ledger's balances, the figures of the last twelve months, and what is open with the card provider.",
  output: moneySchema,
  errors: [],
});

/** The days of an export, in Nassau time. Both ends are included; one that is missing is open. */
const exportedDays = z.strictObject({
  from: listDay.optional(),
  to: listDay.optional(),
});

export const exportLedger = endpoint({
  method: "GET",
  path: "/api/admin/ledger.csv",
  access: "admin",
  policy: "admin.read_money",
  summary: "The entries of the ledger as CSV, in dollars, oldest first. The export is audited.",
  query: exportedDays,
  ...csv,
  errors: [],
});

export const exportPayouts = endpoint({
  method: "GET",
  path: "/api/admin/payouts.csv",
  access: "admin",
  policy: "admin.read_money",
  summary:
    "The payouts made in these days as CSV, in dollars, without account numbers. The export is audited.",
  query: exportedDays,
  ...csv,
  errors: [],
});

export const INCIDENT_FILTERS = ["open", "all"] as const;
export type IncidentFilter = (typeof INCIDENT_FILTERS)[number];

export const incidentSchema = z
  .object({
    id,
    kind: z.enum(INCIDENT_KINDS),
    booking: bookingRef.nullable(),
    details: z
      .record(z.string(), z.unknown())
      .describe("Ids, amounts in cents and states; never names."),
    times: z.int(),
    first_at: instant,
    last_at: instant,
    closed_at: instant.nullable(),
    closed_by: z.string().nullable(),
  })
  .meta({ id: "Incident" });
export type Incident = z.infer<typeof incidentSchema>;

export const listIncidents = endpoint({
  method: "GET",
  path: "/api/admin/incidents",
  access: "admin",
  policy: "admin.read_money",
  summary:
    "Discrepancies with the card provider that were not posted to the ledger, and disputes that a bank has decided, most recent first.",
  query: z.strictObject({ filter: z.enum(INCIDENT_FILTERS).optional(), cursor: cursor.optional() }),
  output: z.object({ incidents: z.array(incidentSchema), next_cursor: z.string().nullable() }),
  errors: [],
});

export const closeIncident = endpoint({
  method: "POST",
  path: "/api/admin/incidents/{id}/close",
  access: "admin",
  policy: "admin.move_money",
  summary:
    "Closes an incident after an admin has looked into it. This is audited, and a recurrence reopens the incident.",
  params: z.strictObject({ id }),
  body: z.strictObject({
    times: z.int().min(1).describe("The incident's count when the admin read it."),
  }),
  output: incidentSchema,
  errors: ["not_found", "incident_changed"],
});

export const adminDisputeSchema = z
  .object({
    id: z.string().describe("The card provider's id."),
    booking: bookingRef,
    renter: personRef,
    host: personRef,
    amount_cents: cents,
    fee_cents: cents.describe("The card provider's fee for the dispute."),
    reason: z.string().describe("The reason as the card provider names it."),
    state: z
      .enum(DISPUTE_STATES)
      .describe("inquiry: the bank has asked about the charge, and no money has moved."),
    opened_at: instant,
    respond_by: instant.nullable().describe("The card provider's deadline for our answer."),
    closed_at: instant.nullable(),
  })
  .meta({ id: "AdminDispute" });
export type AdminDispute = z.infer<typeof adminDisputeSchema>;

export const listAdminDisputes = endpoint({
  method: "GET",
  path: "/api/admin/disputes",
  access: "admin",
  policy: "admin.read_money",
  summary: "Charges that banks dispute or inquire about: open ones first, then newest first.",
  query: z.strictObject({ cursor: cursor.optional() }),
  output: z.object({
    disputes: z.array(adminDisputeSchema),
    sandbox: z
      .boolean()
      .describe(
        "Whether disputes come from the sandbox, where an admin decides in the bank's place.",
      ),
    next_cursor: z.string().nullable(),
  }),
  errors: [],
});

export const listReconciliations = endpoint({
  method: "GET",
  path: "/api/admin/reconciliations",
  access: "admin",
  policy: "admin.read_money",
  summary: "The last 20 reconciliations of our records with the card provider's, newest first.",
  output: z.object({ reconciliations: z.array(reconciliationSchema) }),
  errors: [],
});

export const startReconciliation = endpoint({
  method: "POST",
  path: "/api/admin/reconciliations",
  access: "admin",
  policy: "admin.move_money",
  summary:
    "Requests a reconciliation, unless one is running. It starts within seconds and then appears in the list.",
  output: z.object({
    after: z.int().describe("The requested run is the first one with an id above this."),
  }),
  errors: [],
});

export const decideSandboxDispute = endpoint({
  method: "POST",
  path: "/api/sandbox/disputes/{dispute_id}/decide",
  access: "admin",
  policy: "admin.move_money",
  summary:
    "Sandbox only: the cardholder's bank decides a dispute. The decision arrives as a signed event, like any other.",
  params: z.strictObject({
    dispute_id: z.string().regex(/^dp_test_[\w-]{10,80}$/, "is not a sandbox dispute"),
  }),
  body: z.strictObject({ outcome: z.enum(["won", "lost"]) }),
  output: z.object({ outcome: z.enum(["won", "lost"]) }),
  errors: ["not_found", "dispute_decided"],
});
