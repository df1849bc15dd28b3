// Admin endpoints for payouts: one batch a week, sent to the bank as a file, then marked as paid or
// failed.
import { z } from "zod";
import { MAX_REASON_LENGTH } from "../../domain/text/limits.ts";
import {
  CARRIED_REASONS,
  PAYOUT_STATES,
  MAX_BANK_REFERENCE_LENGTH,
} from "../../domain/money/payout.ts";
import { search } from "./admin.ts";
import { calendarDate, cents, cursor, id, instant, line, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { payoutSchema } from "../host/host-payouts.ts";

const amount = z.object({ payouts: z.int(), amount_cents: cents });

export const payoutBatchSchema = z
  .object({
    id,
    period_end: calendarDate.describe(
      "The last Sunday of the period. Rentals that ended by then are included.",
    ),
    created_at: instant,
    exported_at: instant.nullable().describe("When the bank file was last downloaded."),
    exported_by: z.string().nullable().describe("The name of the admin who last downloaded it."),
    pending: amount,
    paid: amount,
    failed: amount,
    carried: z.int().describe("Hosts whose balance was not paid."),
  })
  .meta({ id: "PayoutBatch" });
export type PayoutBatch = z.infer<typeof payoutBatchSchema>;

const host = z.object({ id, name: z.string(), email: z.string() });

export const adminPayoutSchema = payoutSchema.extend({ host }).meta({ id: "AdminPayout" });
export type AdminPayout = z.infer<typeof adminPayoutSchema>;

export const carriedHostSchema = z
  .object({
    host,
    amount_cents: cents.describe("The balance. If negative, the host owes the platform."),
    reason: z.enum(CARRIED_REASONS),
  })
  .meta({ id: "CarriedHost" });
export type CarriedHost = z.infer<typeof carriedHostSchema>;

const batches = "/api/admin/payout-batches";
const seen = { state: z.enum(PAYOUT_STATES).describe("The payout's state as the admin read it.") };
const ofOne = z.strictObject({ id });
const bankReference = line(MAX_BANK_REFERENCE_LENGTH)
  .min(1, "is required")
  .describe("The bank's reference for the transfer.");

export const listPayoutBatches = endpoint({
  method: "GET",
  path: batches,
  access: "admin",
  policy: "admin.read_money",
  summary: "Payout batches, newest first.",
  query: z.strictObject({ cursor: cursor.optional() }),
  output: z.object({ batches: z.array(payoutBatchSchema), next_cursor: z.string().nullable() }),
  errors: [],
});

export const getPayoutBatch = endpoint({
  method: "GET",
  path: `${batches}/{id}`,
  access: "admin",
  policy: "admin.read_money",
  summary: "One payout batch.",
  params: ofOne,
  output: payoutBatchSchema,
  errors: ["not_found"],
});

export const listBatchPayouts = endpoint({
  method: "GET",
  path: `${batches}/{id}/payouts`,
  access: "admin",
  policy: "admin.read_money",
  summary: "The payouts of a batch, largest first.",
  params: ofOne,
  query: z.strictObject({
    state: z.enum(PAYOUT_STATES).optional(),
    search: search.describe(
      "Part of the host's name or email, a payout's reference or id, or the host's id.",
    ),
    cursor: cursor.optional(),
  }),
  output: z.object({ payouts: z.array(adminPayoutSchema), next_cursor: z.string().nullable() }),
  errors: [],
});

export const listCarriedHosts = endpoint({
  method: "GET",
  path: `${batches}/{id}/carried`,
  access: "admin",
  policy: "admin.read_money",
  summary:
    "The hosts whose balance was carried over when the batch was created, with the reason, largest balance first.",
  params: ofOne,
  query: z.strictObject({ cursor: cursor.optional() }),
  output: z.object({ hosts: z.array(carriedHostSchema), next_cursor: z.string().nullable() }),
  errors: [],
});

export const exportBankBatch = endpoint({
  method: "GET",
  path: `${batches}/{id}/bank-batch.csv`,
  access: "admin",
  policy: "admin.export_bank_file",
  recentSignIn: true,
  summary:
    "The file for the bank: the account and amount of each pending payout of the batch. The batch records who downloaded it last. A second admin confirms each download, if there is one.",
  params: ofOne,
  query: z.strictObject({
    exported_at: instant
      .optional()
      .describe(
        "The batch's exported_at as the admin read it; omitted if nobody had downloaded the file.",
      ),
  }),
  contentType: "text/csv",
  output: z.string(),
  errors: ["approval_required", "not_found", "payout_batch_exported"],
});

export const markBatchPaid = endpoint({
  method: "POST",
  path: `${batches}/{id}/paid`,
  access: "admin",
  policy: "admin.move_money",
  summary: "Marks all pending payouts of a batch as paid. The hosts are notified by email.",
  params: ofOne,
  body: z.strictObject({ bank_reference: bankReference }),
  output: payoutBatchSchema,
  errors: ["not_found", "payout_batch_settled"],
});

export const markPayoutPaid = endpoint({
  method: "POST",
  path: "/api/admin/payouts/{id}/paid",
  access: "admin",
  policy: "admin.move_money",
  summary: "Marks a payout as paid. The host is notified by email.",
  params: ofOne,
  body: z.strictObject({ ...seen, bank_reference: bankReference }),
  output: adminPayoutSchema,
  errors: ["not_found", "payout_changed"],
});

export const markPayoutFailed = endpoint({
  method: "POST",
  path: "/api/admin/payouts/{id}/failed",
  access: "admin",
  policy: "admin.move_money",
  summary:
    "Marks a payout as failed, including a paid one that the bank has returned. The next batch pays it, and the host is notified by email.",
  params: ofOne,
  body: z.strictObject({
    ...seen,
    reason: text(MAX_REASON_LENGTH).min(1, "is required").describe("Shown to the host."),
  }),
  output: adminPayoutSchema,
  errors: ["not_found", "payout_changed"],
});

export const listPayoutDetailsChanges = endpoint({
  method: "GET",
  path: "/api/admin/payout-details-changes",
  access: "admin",
  policy: "admin.read_money",
  summary: "Changes of bank details that do not apply yet, the next to apply first, at most 100.",
  output: z.object({
    changes: z.array(
      z.object({
        host,
        from: z.string().nullable().describe("The current bank and last four digits."),
        to: z.string(),
        requested_at: instant,
        effective_at: instant,
      }),
    ),
  }),
  errors: [],
});

export const stopPayoutDetailsChange = endpoint({
  method: "POST",
  path: "/api/admin/payout-details-changes/{id}/cancel",
  access: "admin",
  policy: "admin.move_money",
  summary:
    "Cancels a host's change of bank details that does not apply yet. The host gets the reason by email.",
  params: z.strictObject({ id: id.describe("The host.") }),
  body: z.strictObject({ reason: text(MAX_REASON_LENGTH).min(1, "is required") }),
  output: z.object({ cancelled: z.literal(true) }),
  errors: ["not_found"],
});
