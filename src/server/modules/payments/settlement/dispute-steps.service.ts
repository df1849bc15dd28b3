// A cardholder's bank inquires about a charge, takes it back, or gives the dispute up: the
// provider's status is booked once per step. The booking continues; a loss settles pending refunds,
// and the platform bears the rest (docs/decisions/0014).
import type { DisputeStatus } from "../../../../domain/money/dispute.ts";
import {
  disputeLost,
  disputeOpened,
  disputeTurned,
  disputeWon,
  providerFee,
} from "../../../../domain/money/ledger.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import { inTransaction, type Ctx, type DataCtx } from "../../../platform/context.ts";
import type { DisputeState } from "../../../platform/payments/provider.ts";
import { recordIncident } from "../../incidents/incidents.service.ts";
import { book } from "../../ledger/ledger.service.ts";
import {
  findDisputedCharge,
  lockDispute,
  storeDisputeState,
  type DisputeRecord,
} from "../disputes.service.ts";
import type { OwnCharge } from "../payments.repository.ts";
import type { LockedPurchase, PaymentHandlers } from "../purchase.ts";
import { readRefundedMoney, reopenSettled, settleByDispute } from "../refunds.service.ts";

/**
 * Asks the provider for a dispute and books its state. @returns whether the state was new.
 * @throws Error when the provider does not answer; to be retried.
 */
export async function settleDispute(
  ctx: Ctx,
  handlers: PaymentHandlers,
  disputeId: string,
): Promise<boolean> {
  const provided = await ctx.payments.getDispute(disputeId);
  return provided !== undefined && bookDispute(ctx, handlers, provided);
}

/**
 * Books the provider's state of a dispute. Ignores disputes of other shops on the same account.
 * @returns whether the state was new.
 */
export async function bookDispute(
  ctx: Ctx,
  handlers: PaymentHandlers,
  provided: DisputeState,
): Promise<boolean> {
  const charge = await findDisputedCharge(ctx, provided);
  if (!charge) return false;
  const { bookingId } = charge;
  const booked = await inTransaction(ctx, (tx) =>
    bookProviderState(tx, handlers, charge, provided),
  );
  if (typeof booked === "boolean") return booked;
  // Another process may have booked a later state in the meantime: the provider's current answer
  // counts.
  const latest = await ctx.payments.getDispute(provided.id);
  if (latest && latest.state !== provided.state) return bookDispute(ctx, handlers, latest);
  const details = {
    dispute: provided.id,
    amount_cents: provided.amountCents,
    ours: booked.impossibleAfter,
    provider: provided.state,
  };
  await recordIncident(ctx, {
    key: `${booked.impossibleAfter}-${provided.state}:${provided.id}`,
    kind: "record_differs",
    bookingId,
    details,
  });
  return false;
}

/** Whether the state is new, or the booked state that it cannot follow. */
type Booked = boolean | { impossibleAfter: DisputeStatus };

async function bookProviderState(
  tx: Ctx,
  handlers: PaymentHandlers,
  charge: OwnCharge,
  provided: DisputeState,
): Promise<Booked> {
  const { bookingId, amountCents: amount_cents, currency } = charge;
  const purchase = await handlers.purchases.lock(tx, bookingId);
  if (charge.laterChargeId !== null) await handlers.laterCharges.lock(tx, charge.laterChargeId);
  if (provided.currency !== currency || provided.amountCents > amount_cents) {
    const details = {
      dispute: provided.id,
      ours: { amount_cents, currency },
      provider: { ...provided },
    };
    await recordIncident(tx, {
      key: `differs:${provided.id}`,
      kind: "record_differs",
      bookingId,
      details,
    });
    return false;
  }
  const before = await lockDispute(tx, charge, provided);
  const isNews = await advance(tx, purchase, before, provided);
  if (isNews === true || before.state === provided.state) await storeDisputeState(tx, provided);
  if (isNews !== true) return isNews;
  await recordAudit(tx, {
    actorKind: "provider",
    actorId: null,
    action: `dispute.${provided.state}`,
    subjectType: "booking",
    subjectId: bookingId,
    after: { dispute: provided.id, amount_cents: provided.amountCents, reason: provided.reason },
  });
  await reportDispute(tx, purchase, provided, charge);
  return true;
}

/**
 * The states that can follow each state. An inquiry that ends as dropped has moved no money, and
 * only an appeal can reverse a loss.
 */
const NEXT_STATES: Record<DisputeStatus, readonly DisputeStatus[]> = {
  inquiry: ["inquiry", "dropped", "open", "won", "lost"],
  dropped: ["open", "won", "lost"],
  open: ["won", "lost"],
  won: [],
  lost: ["won"],
};

/** Books the movements from one state to the next, each of them once. */
async function advance(
  ctx: Ctx,
  purchase: LockedPurchase,
  before: DisputeRecord,
  provided: DisputeState,
): Promise<Booked> {
  const { id, amountCents, state, feeCents } = provided;
  const hasMoved = before.state === "open" || before.state === "won" || before.state === "lost";
  if (hasMoved && feeCents > before.fee_cents) await bookFee(ctx, purchase, before, feeCents);
  if (before.state === state && !before.is_new) return false;
  if (!NEXT_STATES[before.state].includes(state)) return { impossibleAfter: before.state };
  if (state === "inquiry" || state === "dropped") return true;
  if (before.state === "lost") return applyWonAppeal(ctx, purchase, provided);
  await book(ctx, `dispute:${id}:opened`, disputeOpened(amountCents, feeCents), purchase.id);
  if (state === "won") await book(ctx, `dispute:${id}:won`, disputeWon(amountCents), purchase.id);
  if (state === "lost") await lose(ctx, purchase, before, provided);
  return true;
}

/** Books the provider's dispute fee when it is first reported or later raised. */
async function bookFee(
  ctx: DataCtx,
  purchase: LockedPurchase,
  { id, fee_cents }: DisputeRecord,
  feeCents: number,
): Promise<void> {
  await book(ctx, `dispute:${id}:fee:${feeCents}`, providerFee(feeCents - fee_cents), purchase.id);
}

async function lose(
  ctx: Ctx,
  purchase: LockedPurchase,
  { later_charge_id: laterChargeId, deposit_hold_id }: DisputeRecord,
  { id, amountCents }: DisputeState,
): Promise<void> {
  // What was taken from a deposit has no refunds that could settle it.
  if (deposit_hold_id !== null)
    return book(ctx, `dispute:${id}:lost`, disputeLost(amountCents, 0), purchase.id);
  const dispute = { id, amountCents, laterChargeId };
  const settled = await settleByDispute(ctx, purchase.id, dispute);
  await book(ctx, `dispute:${id}:lost`, disputeLost(amountCents, settled.cents), purchase.id);
  if (settled.refundIds.length === 0) return;
  await purchase.onRefundByDispute(settled, await readRefundedMoney(ctx, purchase));
}

/** An appeal was won, so the provider has to make the refunds that the loss had settled. */
async function applyWonAppeal(
  ctx: Ctx,
  purchase: LockedPurchase,
  { id, amountCents }: DisputeState,
): Promise<true> {
  const reopened = await reopenSettled(ctx, purchase.id, id);
  await book(ctx, `dispute:${id}:turned`, disputeTurned(amountCents, reopened.cents), purchase.id);
  if (reopened.refundIds.length === 0) return true;
  await purchase.onRefundReopened(await readRefundedMoney(ctx, purchase));
  return true;
}

/** Records the dispute as an incident and passes it to the purchase, which emails the admins. */
async function reportDispute(
  ctx: Ctx,
  purchase: LockedPurchase,
  provided: DisputeState,
  { laterChargeId, depositHoldId, isOfChange }: OwnCharge,
): Promise<void> {
  const { id, amountCents: amount_cents, reason, state } = provided;
  await recordIncident(ctx, {
    key: `dispute:${id}`,
    kind: "dispute",
    bookingId: purchase.id,
    details: {
      dispute: id,
      amount_cents,
      reason,
      state,
      charge: laterChargeId,
      hold: depositHoldId,
    },
  });
  const subject =
    depositHoldId !== null ? "deposit" : laterChargeId !== null ? "charge" : "booking";
  await purchase.onDispute(provided, isOfChange ? "booking" : subject);
}
