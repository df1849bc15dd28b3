// The local substitute for a card provider: behaves like Stripe's test mode on its own table, and
// sends signed webhooks from a job. It knows nothing of bookings, and nothing else reads
// sandbox_checkouts.
import { randomBytes } from "node:crypto";
import type { JobHandler } from "../jobs/jobs.ts";
import { readSignedEvent } from "./event.ts";
import {
  PaymentRefused,
  type CheckoutRequest,
  type CheckoutState,
  type PaymentProvider,
} from "./provider.ts";
import {
  changeCheckout,
  EXPIRY,
  expireIfDue,
  NOTHING,
  refundStep,
  type SandboxEdges,
} from "./sandbox-changes.ts";
import { findDisputed, openDispute } from "./sandbox-disputes.ts";
import { sandboxHolds } from "./holds/sandbox-holds.ts";
import { sandboxLaterCharges } from "./sandbox-later-charges.ts";
import { listSandboxPayoutLines, listSandboxPayouts } from "./sandbox-payouts.ts";
import { sandboxFee, toSandboxCheckoutState, toSandboxDisputeState } from "./sandbox-states.ts";
import { signEvent } from "./signature.ts";

/** Stripe's test card whose charge is disputed immediately. */
const DISPUTING_CARD = "0259";

export function openSandbox(edges: SandboxEdges): PaymentProvider {
  const { db, clock, keys } = edges;
  return {
    name: "sandbox",
    openCheckout: (request) => openCheckout(edges, request),
    async getCheckout(sessionId) {
      const exists = await db
        .selectFrom("sandbox_checkouts")
        .select("id")
        .where("id", "=", sessionId)
        .executeTakeFirst();
      return exists
        ? changeCheckout(edges, sessionId, (row) => expireIfDue(row, clock.now()))
        : undefined;
    },
    async findCheckout(bookingId) {
      const row = await db
        .selectFrom("sandbox_checkouts")
        .select("id")
        .where("client_reference_id", "=", bookingId)
        .executeTakeFirst();
      return row && changeCheckout(edges, row.id, (found) => expireIfDue(found, clock.now()));
    },
    expireCheckout: (sessionId) =>
      changeCheckout(edges, sessionId, (row) => (row.session_status === "open" ? EXPIRY : NOTHING)),
    ...moneyMethods(edges),
    ...sandboxLaterCharges(edges),
    ...sandboxHolds(edges),
    getDispute: (disputeId) =>
      findDisputed(edges, disputeId).then((row) => row && toSandboxDisputeState(row)),
    async listDisputes(since) {
      const rows = await db
        .selectFrom("sandbox_checkouts")
        .selectAll()
        .where("dispute_status", "is not", null)
        .where("disputed_at", ">=", since.toISOString())
        .execute();
      return rows.map(toSandboxDisputeState);
    },
    listPayouts: (since) => listSandboxPayouts(edges, since),
    listPayoutLines: (payoutId) => listSandboxPayoutLines(db, payoutId),
    readEvent: (rawBody, signature, now) =>
      readSignedEvent(rawBody, signature, { now, secret: keys.webhookSecret }),
  };
}

async function openCheckout(
  { db, clock, publicUrl }: SandboxEdges,
  request: CheckoutRequest,
): Promise<CheckoutState> {
  const id = `cs_test_${randomBytes(24).toString("base64url")}`;
  const row = {
    id,
    intent_id: `pi_test_${randomBytes(18).toString("base64url")}`,
    idempotency_key: request.idempotencyKey,
    amount_cents: request.amountCents,
    currency: "usd" as const,
    line_items: JSON.stringify(
      request.lineItems.map((item) => ({ name: item.name, amount_cents: item.amountCents })),
    ),
    description: request.description,
    note: request.note,
    warning: request.warning,
    is_hold: request.isHold,
    purpose: request.purpose,
    saves_card: request.savesCard,
    success_url: request.successUrl.replace("{CHECKOUT_SESSION_ID}", id),
    cancel_url: request.cancelUrl,
    client_reference_id: request.bookingId,
    session_status: "open" as const,
    intent_status: "requires_payment_method" as const,
    created_at: clock.now().toISOString(),
    expires_at: request.expiresAt.toISOString(),
  };
  await db
    .insertInto("sandbox_checkouts")
    .values(row)
    .onConflict((conflict) => conflict.column("idempotency_key").doNothing())
    .execute();
  return toSandboxCheckoutState(
    await db
      .selectFrom("sandbox_checkouts")
      .selectAll()
      .where("idempotency_key", "=", request.idempotencyKey)
      .executeTakeFirstOrThrow(),
    publicUrl(),
  );
}

/** The part of the payment interface that moves money. */
const moneyMethods = (
  edges: SandboxEdges,
): Pick<PaymentProvider, "capture" | "release" | "refund"> => ({
  capture: (sessionId) =>
    changeCheckout(edges, sessionId, (row) => {
      if (row.intent_status === "succeeded") return NOTHING;
      if (row.intent_status !== "requires_capture")
        throw new PaymentRefused(`an intent in state ${row.intent_status} can't be captured`);
      const charged = {
        intent_status: "succeeded" as const,
        captured_cents: row.amount_cents,
        fee_cents: sandboxFee(row.amount_cents),
      };
      return row.card_last4 === DISPUTING_CARD
        ? {
            set: { ...charged, ...openDispute(row.amount_cents, edges.clock.now()) },
            events: ["payment_intent.succeeded", "charge.dispute.created"],
          }
        : { set: charged, events: ["payment_intent.succeeded"] };
    }),
  release: (sessionId) =>
    changeCheckout(edges, sessionId, (row) => {
      if (row.intent_status === "canceled") return NOTHING;
      if (row.intent_status === "succeeded")
        throw new PaymentRefused("a captured intent can't be cancelled");
      return { set: { intent_status: "canceled" }, events: ["payment_intent.canceled"] };
    }),
  refund: (sessionId, amountCents, idempotencyKey) =>
    changeCheckout(edges, sessionId, refundStep(amountCents, idempotencyKey)),
});

/**
 * Delivers a webhook to our own endpoint, over HTTP and signed, as a real provider would. A failed
 * delivery is retried.
 */
export const sandboxJobs = (edges: SandboxEdges): JobHandler[] => [
  {
    name: "sandbox-webhook",
    async run({ body }: { body: string }) {
      const signature = signEvent(body, edges.clock.now(), edges.keys.webhookSecret);
      const response = await fetch(`${edges.publicUrl()}/webhooks/stripe`, {
        method: "POST",
        headers: { "content-type": "application/json", "stripe-signature": signature },
        body,
        signal: AbortSignal.timeout(10_000),
      });
      if (!response.ok) throw new Error(`the webhook returned ${response.status}`);
    },
  },
];
