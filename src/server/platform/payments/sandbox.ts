// The local substitute for a card provider: behaves like Stripe's test mode on its own table, and
// sends signed webhooks from a job. It knows nothing of bookings, and nothing else reads
// sandbox_checkouts.
import { randomBytes, randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { percentOfCents } from "../../../domain/money/money.ts";
import type { Config } from "../../config.ts";
import type { Clock } from "../clock.ts";
import type { Db } from "../database/database.ts";
import type { JobHandler, Jobs } from "../jobs/jobs.ts";
import type { Keys } from "../keys/keys.ts";
import type { SandboxCheckoutsTable } from "../database/schema.ts";
import { readSignedEvent } from "./event.ts";
import {
  PaymentRefused,
  type CheckoutState,
  type DisputeState,
  type PaymentProvider,
} from "./provider.ts";
import { signEvent } from "./signature.ts";

export interface SandboxEdges {
  config: Config;
  clock: Clock;
  db: Db;
  jobs: Jobs;
  keys: Keys;
  publicUrl: () => string;
}

export type Row = Selectable<SandboxCheckoutsTable>;
export type WebhookMode = Row["webhooks"];

const LATE_SECONDS = 20;

/** What Stripe charges for a card payment in the US, and for a dispute; integer cents. */
export const sandboxFee = (chargeCents: number): number => percentOfCents(chargeCents, 290) + 30;
const DISPUTE_FEE_CENTS = 1500;

/** Stripe's test card whose charge is disputed immediately. */
const DISPUTING_CARD = "0259";

/** An intent has at most one dispute, whose id is derived from the intent's. */
const disputeIdOf = (row: Row): string => row.intent_id.replace("pi_", "dp_");
const intentIdOf = (disputeId: string): string => disputeId.replace("dp_", "pi_");

const toDispute = (row: Row): DisputeState => ({
  id: disputeIdOf(row),
  intentId: row.intent_id,
  amountCents: row.dispute_cents,
  currency: row.currency,
  reason: "fraudulent",
  state:
    row.dispute_status === "won" || row.dispute_status === "lost" ? row.dispute_status : "open",
  feeCents: DISPUTE_FEE_CENTS,
});

const toState = (row: Row, publicUrl: string): CheckoutState => ({
  sessionId: row.id,
  intentId: row.intent_id,
  url: `${publicUrl}/sandbox/checkout/${row.id}`,
  bookingId: row.client_reference_id,
  session: row.session_status,
  intent: row.intent_status,
  amountCents: row.amount_cents,
  currency: row.currency,
  capturedCents: row.captured_cents,
  refundedCents: row.refunded_cents,
  feeCents: row.intent_status === "succeeded" ? row.fee_cents : null,
  cardLast4: row.card_last4,
  expiresAt: new Date(row.expires_at),
});

/** Changes a checkout under a row lock and sends the events. */
export async function change(
  edges: SandboxEdges,
  sessionId: string,
  step: (row: Row) => Step,
): Promise<CheckoutState> {
  return edges.db.transaction().execute(async (db) => {
    const row = await db
      .selectFrom("sandbox_checkouts")
      .selectAll()
      .where("id", "=", sessionId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new PaymentRefused("no such checkout session");
    const { set, events } = step(row);
    const { line_items: _unchanged, ...columns } = set;
    const after =
      Object.keys(columns).length > 0
        ? await db
            .updateTable("sandbox_checkouts")
            .set(columns)
            .where("id", "=", sessionId)
            .returningAll()
            .executeTakeFirstOrThrow()
        : row;
    for (const type of events) await sendWebhook({ ...edges, db }, after, type);
    return toState(after, edges.publicUrl());
  });
}

async function sendWebhook(edges: SandboxEdges, row: Row, type: string): Promise<void> {
  if (row.webhooks === "never") return;
  const created = edges.clock.now();
  const object = type.startsWith("charge.dispute.")
    ? {
        id: disputeIdOf(row),
        object: "dispute",
        payment_intent: row.intent_id,
        status: row.dispute_status,
      }
    : type.startsWith("checkout.session.")
      ? {
          id: row.id,
          object: "checkout.session",
          payment_intent: row.intent_id,
          client_reference_id: row.client_reference_id,
          status: row.session_status,
        }
      : {
          id: row.intent_id,
          object: "payment_intent",
          status: row.intent_status,
          amount: row.amount_cents,
          metadata: { checkout_session: row.id },
        };
  const body = JSON.stringify({
    id: `evt_test_${randomUUID().replaceAll("-", "")}`,
    object: "event",
    type,
    created: Math.floor(created.getTime() / 1000),
    data: { object },
  });
  const delaySeconds = row.webhooks === "late" ? LATE_SECONDS : 0;
  for (let copy = row.webhooks === "twice" ? 2 : 1; copy > 0; copy--)
    await edges.jobs.send(edges.db, "sandbox-webhook", { body }, { delaySeconds, retryLimit: 10 });
}

type Step = { set: Partial<Row>; events: string[] };
const NOTHING: Step = { set: {}, events: [] };
const EXPIRY: Step = {
  set: { session_status: "expired", intent_status: "canceled" },
  events: ["checkout.session.expired"],
};

/** An open session past its expiry is expired when it is next read. */
const expireIfDue = (row: Row, now: Date): Step =>
  row.session_status === "open" && now >= new Date(row.expires_at) ? EXPIRY : NOTHING;

export function openSandbox(edges: SandboxEdges): PaymentProvider {
  const { db, clock, keys, publicUrl } = edges;
  return {
    name: "sandbox",
    async openCheckout(request) {
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
      return toState(
        await db
          .selectFrom("sandbox_checkouts")
          .selectAll()
          .where("idempotency_key", "=", request.idempotencyKey)
          .executeTakeFirstOrThrow(),
        publicUrl(),
      );
    },
    async getCheckout(sessionId) {
      const exists = await db
        .selectFrom("sandbox_checkouts")
        .select("id")
        .where("id", "=", sessionId)
        .executeTakeFirst();
      return exists ? change(edges, sessionId, (row) => expireIfDue(row, clock.now())) : undefined;
    },
    async findCheckout(bookingId) {
      const row = await db
        .selectFrom("sandbox_checkouts")
        .select("id")
        .where("client_reference_id", "=", bookingId)
        .executeTakeFirst();
      return row && change(edges, row.id, (found) => expireIfDue(found, clock.now()));
    },
    expireCheckout: (sessionId) =>
      change(edges, sessionId, (row) => (row.session_status === "open" ? EXPIRY : NOTHING)),
    capture: (sessionId) =>
      change(edges, sessionId, (row) => {
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
              set: { ...charged, ...openDispute(row.amount_cents, clock.now()) },
              events: ["payment_intent.succeeded", "charge.dispute.created"],
            }
          : { set: charged, events: ["payment_intent.succeeded"] };
      }),
    release: (sessionId) =>
      change(edges, sessionId, (row) => {
        if (row.intent_status === "canceled") return NOTHING;
        if (row.intent_status === "succeeded")
          throw new PaymentRefused("a captured intent can't be cancelled");
        return { set: { intent_status: "canceled" }, events: ["payment_intent.canceled"] };
      }),
    refund: (sessionId, amountCents, idempotencyKey) =>
      change(edges, sessionId, (row) => {
        if (row.refund_keys.includes(idempotencyKey)) return NOTHING;
        if (row.dispute_status !== null && row.dispute_status !== "won")
          throw new PaymentRefused("the charge is disputed");
        if (
          row.intent_status !== "succeeded" ||
          row.refunded_cents + amountCents > row.captured_cents
        )
          throw new PaymentRefused("there is not that much to refund");
        return {
          set: {
            refunded_cents: row.refunded_cents + amountCents,
            refund_keys: [...row.refund_keys, idempotencyKey],
          },
          events: ["charge.refunded"],
        };
      }),
    getDispute: (disputeId) => findDisputed(edges, disputeId).then((row) => row && toDispute(row)),
    async listDisputes(since) {
      const rows = await db
        .selectFrom("sandbox_checkouts")
        .selectAll()
        .where("dispute_status", "is not", null)
        .where("disputed_at", ">=", since.toISOString())
        .execute();
      return rows.map(toDispute);
    },
    readEvent: (rawBody, signature, now) =>
      readSignedEvent(rawBody, signature, { now, secret: keys.webhookSecret }),
  };
}

/** The checkout whose charge is disputed. */
export const findDisputed = ({ db }: SandboxEdges, disputeId: string): Promise<Row | undefined> =>
  db
    .selectFrom("sandbox_checkouts")
    .selectAll()
    .where("intent_id", "=", intentIdOf(disputeId))
    .where("dispute_status", "is not", null)
    .executeTakeFirst();

const openDispute = (cents: number, now: Date) => ({
  dispute_status: "needs_response" as const,
  dispute_cents: cents,
  disputed_at: now.toISOString(),
});

/**
 * The cardholder's bank takes back what was charged and not refunded.
 * @throws PaymentRefused when there is nothing to dispute
 */
export const disputeInSandbox = (edges: SandboxEdges, sessionId: string): Promise<CheckoutState> =>
  change(edges, sessionId, (row) => {
    const cents = row.captured_cents - row.refunded_cents;
    if (row.dispute_status !== null || cents === 0)
      throw new PaymentRefused("there is nothing to dispute");
    return { set: openDispute(cents, edges.clock.now()), events: ["charge.dispute.created"] };
  });

/** The bank decides the dispute. @throws PaymentRefused for a dispute that is not open */
export const closeDisputeInSandbox = (
  edges: SandboxEdges,
  sessionId: string,
  outcome: "won" | "lost",
): Promise<CheckoutState> =>
  change(edges, sessionId, (row) => {
    if (row.dispute_status !== "needs_response")
      throw new PaymentRefused("there is no open dispute");
    return { set: { dispute_status: outcome }, events: ["charge.dispute.closed"] };
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
      if (!response.ok) throw new Error(`the webhook was answered with ${response.status}`);
    },
  },
];
