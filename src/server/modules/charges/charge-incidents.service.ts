// Records incidents about charges after a booking, where the card provider differs from us.
import type { Ctx } from "../../platform/context.ts";
import { recordIncident } from "../incidents/incidents.service.ts";
import type { LaterChargeRow } from "./charges.repository.ts";

type Fault =
  | "later_refunded"
  | "later_not_owed"
  | "later_differs"
  | "later_unknown"
  | "later_stuck"
  | "later_refused"
  | "later_refund_refused"
  | "later_refund_returned";

/** Reports a problem of a charge once per `key`, by default once per charge. */
const report = (
  ctx: Ctx,
  row: LaterChargeRow,
  fault: Fault,
  details: Record<string, unknown>,
  key = row.id,
): Promise<void> =>
  recordIncident(ctx, {
    key: `${fault}:${key}`,
    kind: "record_differs",
    bookingId: row.booking_id,
    details: { fault, charge: row.id, ...details },
  });

interface ProvidedCharge {
  intentId: string;
  amountCents: number;
  currency: string;
}

/** A payment whose amount or currency differs from the charge. It is not booked. */
export const reportDifference = (
  ctx: Ctx,
  row: LaterChargeRow,
  { intentId, amountCents, currency }: ProvidedCharge,
  outcome = "paid",
): Promise<void> =>
  report(ctx, row, "later_differs", {
    intent: intentId,
    ours: { amount_cents: row.amount_cents, currency: "usd", state: row.state },
    provider: { amount_cents: amountCents, currency, state: outcome },
  });

/** A payment of a charge that was already waived or paid in another way. */
export const reportNotOwed = (
  ctx: Ctx,
  row: LaterChargeRow,
  { intentId, amountCents }: Pick<ProvidedCharge, "intentId" | "amountCents">,
): Promise<void> =>
  report(ctx, row, "later_not_owed", { intent: intentId, amount_cents: amountCents }, intentId);

/** Somebody refunded a charge in the provider's dashboard. */
export const reportRefund = (ctx: Ctx, row: LaterChargeRow, refundedCents: number): Promise<void> =>
  report(ctx, row, "later_refunded", { intent: row.intent_id, refunded_cents: refundedCents });

/** The provider refused a refund that an admin decided. It is tried again. */
export const reportRefundRefused = (
  ctx: Ctx,
  row: LaterChargeRow,
  { refundId, why }: { refundId: string; why: string },
): Promise<void> =>
  report(ctx, row, "later_refund_refused", { intent: row.intent_id, why }, refundId);

/** The provider has returned less than we booked: the bank did not accept a refund. */
export const reportRefundReturned = (
  ctx: Ctx,
  row: LaterChargeRow,
  cents: { expected: number; found: number },
): Promise<void> =>
  report(
    ctx,
    row,
    "later_refund_returned",
    {
      intent: row.intent_id,
      ours: { refunded_cents: cents.expected },
      provider: { refunded_cents: cents.found },
    },
    `${row.id}:${cents.expected}:${cents.found}`,
  );

/** The provider doesn't know a payment that we booked. */
export const reportUnknown = (ctx: Ctx, row: LaterChargeRow): Promise<void> =>
  report(ctx, row, "later_unknown", { intent: row.intent_id });

/**
 * The provider has not decided about a charge, or a refund of it, for an hour.
 * @param key the id of the charge or the refund
 */
export const reportStuck = (
  ctx: Ctx,
  row: LaterChargeRow,
  { key, since }: { key: string; since: string },
): Promise<void> => report(ctx, row, "later_stuck", { provider: row.provider, since }, key);

/** The provider refused a charge, for a reason other than the card. */
export const reportRefused = (ctx: Ctx, row: LaterChargeRow, why: string): Promise<void> =>
  report(ctx, row, "later_refused", { why });
