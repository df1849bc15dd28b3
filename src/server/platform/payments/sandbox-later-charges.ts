// Charges of saved cards in the sandbox. Each is a checkout that nobody opens, so that disputes,
// refunds and payouts treat it like any other charge.
import { randomBytes } from "node:crypto";
import {
  PaymentRefused,
  type LaterChargeRequest,
  type NeverRequested,
  type NoSavedCard,
  type SavedCardCharge,
  type PaymentProvider,
} from "./provider.ts";
import {
  changeCheckout,
  NOTHING,
  refundStep,
  type SandboxEdges,
  type SandboxStep,
} from "./sandbox-changes.ts";
import { sandboxFee, type SandboxCheckout } from "./sandbox-states.ts";

/** Stripe's test cards, by their last four digits. Any other card can be charged later. */
export const REFUSALS: Record<string, SandboxStep> = {
  "0341": {
    set: { intent_status: "requires_payment_method" },
    events: ["payment_intent.payment_failed"],
  },
  "3184": { set: { intent_status: "requires_action" }, events: ["payment_intent.payment_failed"] },
};

/** @throws Error while it is undecided */
function toSavedCardCharge(row: SandboxCheckout): SavedCardCharge {
  const isDecided = row.session_status === "complete" || row.success_url !== "";
  if (!isDecided || row.intent_status === "requires_capture")
    throw new Error(`the outcome of ${row.intent_id} is unknown: ${row.intent_status}`);
  return {
    intentId: row.intent_id,
    outcome:
      row.intent_status === "succeeded"
        ? "paid"
        : row.intent_status === "requires_action"
          ? "needs_authentication"
          : "declined",
    amountCents: row.amount_cents,
    currency: row.currency,
    refundedCents: row.refunded_cents,
    feeCents: row.intent_status === "succeeded" ? row.fee_cents : null,
    cardLast4: row.card_last4,
  };
}

export const findByIntent = ({ db }: SandboxEdges, intentId: string) =>
  db.selectFrom("sandbox_checkouts").selectAll().where("intent_id", "=", intentId);

/** The part of the payment interface that concerns saved cards. */
export const sandboxLaterCharges = (
  edges: SandboxEdges,
): Pick<
  PaymentProvider,
  "chargeLater" | "getLaterCharge" | "cancelLaterCharge" | "refundLaterCharge" | "forgetCard"
> => ({
  chargeLater: (request) => chargeLater(edges, request),
  async getLaterCharge(intentId) {
    const row = await findByIntent(edges, intentId).executeTakeFirst();
    return row && toSavedCardCharge(row);
  },
  async cancelLaterCharge(intentId) {
    const { id } = await findByIntent(edges, intentId).executeTakeFirstOrThrow();
    await changeCheckout(edges, id, (row) =>
      row.intent_status === "succeeded" || row.intent_status === "canceled"
        ? NOTHING
        : { set: { intent_status: "canceled" }, events: ["payment_intent.canceled"] },
    );
    return toSavedCardCharge(await findByIntent(edges, intentId).executeTakeFirstOrThrow());
  },
  async refundLaterCharge({ intentId, amountCents, idempotencyKey }) {
    const row = await findByIntent(edges, intentId).executeTakeFirst();
    if (!row) throw new PaymentRefused("no such payment");
    await changeCheckout(edges, row.id, refundStep(amountCents, idempotencyKey));
  },
  async forgetCard({ paymentMethodId }) {
    await edges.db
      .updateTable("sandbox_checkouts")
      .set({ customer_id: null, payment_method_id: null })
      .where("payment_method_id", "=", paymentMethodId)
      .execute();
  },
});

async function chargeLater(
  edges: SandboxEdges,
  request: LaterChargeRequest,
): Promise<SavedCardCharge | NoSavedCard | NeverRequested> {
  const { db } = edges;
  const find = () =>
    db
      .selectFrom("sandbox_checkouts")
      .selectAll()
      .where("idempotency_key", "=", request.idempotencyKey);
  const before = await find().executeTakeFirst();
  if (!before && request.onlyAsks) return { outcome: "never_requested" };
  if (!before && !(await insertUnopened(edges, request))) return { outcome: "no_card" };
  const { id } = await find().executeTakeFirstOrThrow();
  await changeCheckout(edges, id, (row) => {
    if (row.session_status === "complete") return { set: {}, events: [] };
    const { set, events } = REFUSALS[row.card_last4 ?? ""] ?? {
      set: {
        intent_status: "succeeded",
        captured_cents: row.amount_cents,
        fee_cents: sandboxFee(row.amount_cents),
      },
      events: ["payment_intent.succeeded"],
    };
    return { set: { ...set, session_status: "complete" }, events };
  });
  return toSavedCardCharge(await find().executeTakeFirstOrThrow());
}

/**
 * Inserts a checkout that nobody opens, with the saved card.
 * @returns false when the card is not saved
 */
export async function insertUnopened(
  { db, clock }: SandboxEdges,
  request: LaterChargeRequest,
): Promise<boolean> {
  const saved = await db
    .selectFrom("sandbox_checkouts")
    .selectAll()
    .where("payment_method_id", "=", request.paymentMethodId)
    .where("customer_id", "=", request.customerId)
    .executeTakeFirst();
  if (!saved) return false;
  const now = clock.now().toISOString();
  await db
    .insertInto("sandbox_checkouts")
    .values({
      id: `later_test_${randomBytes(24).toString("base64url")}`,
      intent_id: `pi_test_${randomBytes(18).toString("base64url")}`,
      idempotency_key: request.idempotencyKey,
      amount_cents: request.amountCents,
      currency: "usd",
      line_items: "[]",
      description: request.description,
      success_url: "",
      cancel_url: "",
      client_reference_id: request.chargeId,
      // Until it is charged below. Nobody can pay it, because it has no page.
      session_status: "expired",
      intent_status: "canceled",
      card_last4: saved.card_last4,
      webhooks: saved.webhooks,
      created_at: now,
      expires_at: now,
    })
    .onConflict((conflict) => conflict.column("idempotency_key").doNothing())
    .execute();
  return true;
}
