// Admin endpoints for the platform's money: ledger balances, open amounts, disputes, incidents, and
// the reconciliation of our record with the card provider's.
import { z } from "zod";
import { DISPUTE_STATES } from "../../domain/money/dispute.ts";
import { INCIDENT_KINDS } from "../../domain/money/incident.ts";
import { LEDGER_ACCOUNTS } from "../../domain/money/ledger.ts";
import { cents, cursor, id, instant } from "../common.ts";
import { endpoint } from "../endpoint.ts";

const countAndSum = z.object({ count: z.int(), cents });
const bookingRef = z.object({ id, label: z.string().describe("The car and the first day.") });

/** running: not finished yet; stopped: ended without finishing. */
export const RECONCILIATION_STATES = ["running", "finished", "stopped"] as const;

export const reconciliationSchema = z
  .object({
    id: z.int(),
    state: z.enum(RECONCILIATION_STATES),
    started_at: instant,
    finished_at: instant.nullable(),
    compared: z.int(),
    repaired: z.int().describe("Moved on by what the provider said."),
    reported: z.int().describe("Set aside as incidents that were new."),
    unanswered: z.int().describe("The provider gave no answer; the next run asks again."),
  })
  .meta({ id: "Reconciliation" });
export type Reconciliation = z.infer<typeof reconciliationSchema>;

export const monthFiguresSchema = z
  .object({
    month: z.string().describe("yyyy-MM, in Nassau."),
    charged_cents: cents,
    refunded_cents: cents.describe("Given back to cards by the provider."),
    platform_fees_cents: cents.describe(
      "Earned, less what the platform bears of refunds and lost disputes.",
    ),
    provider_fees_cents: cents,
    paid_out_cents: cents.describe("Handed to the bank for hosts, less what came back."),
  })
  .meta({ id: "MonthFigures" });
export type MonthFigures = z.infer<typeof monthFiguresSchema>;

export const moneySchema = z
  .object({
    balances: z
      .record(z.enum(LEDGER_ACCOUNTS), cents)
      .describe("Of each account of the ledger; what is held, owed, earned or paid is positive."),
    months: z
      .array(monthFiguresSchema)
      .describe("The last twelve, oldest first; the last is running."),
    authorizations: countAndSum.describe("Cards that are held and not charged."),
    refunds: countAndSum
      .extend({ refused: z.int().describe("Bookings whose refund the provider has refused.") })
      .describe("Decided and not made yet."),
    disputes: countAndSum
      .extend({ inquiries: z.int().describe("A bank asks, and no money has moved.") })
      .describe("Charges that banks have taken back until they decide."),
    incidents: z.int().describe("Set aside, and nobody has closed them."),
    reconciliation: reconciliationSchema.nullable().describe("The last that came to its end."),
  })
  .meta({ id: "Money" });
export type Money = z.infer<typeof moneySchema>;

export const getMoney = endpoint({
  method: "GET",
  path: "/api/admin/money",
  access: "admin",
  summary:
    "What the ledger holds, what moved in the last twelve months, and what is open with the card provider.",
  output: moneySchema,
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
  summary:
    "What is wrong between us and the card provider and was not booked; what happened last comes first.",
  query: z.strictObject({ filter: z.enum(INCIDENT_FILTERS).optional(), cursor: cursor.optional() }),
  output: z.object({ incidents: z.array(incidentSchema), next_cursor: z.string().nullable() }),
  errors: [],
});

export const closeIncident = endpoint({
  method: "POST",
  path: "/api/admin/incidents/{id}/close",
  access: "admin",
  summary: "An admin has looked into it. Recorded; when it happens again it is open again.",
  params: z.strictObject({ id }),
  body: z.strictObject({
    times: z.int().min(1).describe("How often it had happened when it was read."),
  }),
  output: incidentSchema,
  errors: ["not_found", "incident_changed"],
});

export const adminDisputeSchema = z
  .object({
    id: z.string().describe("The card provider's."),
    booking: bookingRef,
    amount_cents: cents,
    fee_cents: cents.describe("What the card provider asks for it."),
    reason: z.string().describe("The card provider's word for it."),
    state: z.enum(DISPUTE_STATES).describe("inquiry: the bank asks, and no money has moved."),
    opened_at: instant,
    closed_at: instant.nullable(),
  })
  .meta({ id: "AdminDispute" });
export type AdminDispute = z.infer<typeof adminDisputeSchema>;

export const listAdminDisputes = endpoint({
  method: "GET",
  path: "/api/admin/disputes",
  access: "admin",
  summary: "Charges that banks question: open ones first, then the newest.",
  query: z.strictObject({ cursor: cursor.optional() }),
  output: z.object({
    disputes: z.array(adminDisputeSchema),
    sandbox: z.boolean().describe("The banks are the sandbox's: an admin decides for them."),
    next_cursor: z.string().nullable(),
  }),
  errors: [],
});

export const listReconciliations = endpoint({
  method: "GET",
  path: "/api/admin/reconciliations",
  access: "admin",
  summary: "The last 20 comparisons of our record with the card provider's, newest first.",
  output: z.object({ reconciliations: z.array(reconciliationSchema) }),
  errors: [],
});

export const startReconciliation = endpoint({
  method: "POST",
  path: "/api/admin/reconciliations",
  access: "admin",
  summary:
    "Asks for a comparison now, unless one is running. It begins within seconds, and the list shows it.",
  output: z.object({
    after: z.int().describe("The run that was asked for is the first whose id is above this."),
  }),
  errors: [],
});

export const decideSandboxDispute = endpoint({
  method: "POST",
  path: "/api/sandbox/disputes/{dispute_id}/decide",
  access: "admin",
  summary:
    "Sandbox only: the cardholder's bank decides a dispute. The decision arrives as a signed event, like any other.",
  params: z.strictObject({
    dispute_id: z.string().regex(/^dp_test_[\w-]{10,80}$/, "is not a dispute of the sandbox"),
  }),
  body: z.strictObject({ outcome: z.enum(["won", "lost"]) }),
  output: z.object({ outcome: z.enum(["won", "lost"]) }),
  errors: ["not_found", "dispute_decided"],
});
