// Changes of a checkout in the sandbox, with the signed events that report them.
import { randomUUID } from "node:crypto";
import type { Config } from "../../config.ts";
import type { Clock } from "../clock.ts";
import type { Db } from "../database/database.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Keys } from "../keys/keys.ts";
import { PaymentRefused, type CheckoutState } from "./provider.ts";
import { recordBalance } from "./sandbox-payouts.ts";
import { toSandboxCheckoutState, toDisputeId, type SandboxCheckout } from "./sandbox-states.ts";

export interface SandboxEdges {
  config: Config;
  clock: Clock;
  db: Db;
  jobs: Jobs;
  keys: Keys;
  publicUrl: () => string;
}

const LATE_SECONDS = 20;

/** Changes a checkout under a row lock and sends the events. */
export async function changeCheckout(
  edges: SandboxEdges,
  sessionId: string,
  step: (row: SandboxCheckout) => SandboxStep,
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
    await recordBalance(db, row, after, edges.clock.now());
    for (const type of events) await sendWebhook({ ...edges, db }, after, type);
    return toSandboxCheckoutState(after, edges.publicUrl());
  });
}

/** The object that an event is about, with only the fields that we read. */
function toEventObject(row: SandboxCheckout, type: string): object {
  if (type.startsWith("charge.dispute."))
    return {
      id: toDisputeId(row),
      object: "dispute",
      payment_intent: row.intent_id,
      status: row.dispute_status,
    };
  if (type.startsWith("checkout.session."))
    return {
      id: row.id,
      object: "checkout.session",
      payment_intent: row.intent_id,
      client_reference_id: row.client_reference_id,
      status: row.session_status,
    };
  return {
    id: row.intent_id,
    object: "payment_intent",
    status: row.intent_status,
    amount: row.amount_cents,
    metadata: { checkout_session: row.id },
  };
}

async function sendWebhook(edges: SandboxEdges, row: SandboxCheckout, type: string): Promise<void> {
  if (row.webhooks === "never") return;
  const created = edges.clock.now();
  const body = JSON.stringify({
    id: `evt_test_${randomUUID().replaceAll("-", "")}`,
    object: "event",
    type,
    created: Math.floor(created.getTime() / 1000),
    data: { object: toEventObject(row, type) },
  });
  const delaySeconds = row.webhooks === "late" ? LATE_SECONDS : 0;
  for (let copy = row.webhooks === "twice" ? 2 : 1; copy > 0; copy--)
    await edges.jobs.send(edges.db, "sandbox-webhook", { body }, { delaySeconds, retryLimit: 10 });
}

/** The columns that change, and the events that follow. */
export type SandboxStep = { set: Partial<SandboxCheckout>; events: string[] };
export const NOTHING: SandboxStep = { set: {}, events: [] };
export const EXPIRY: SandboxStep = {
  set: { session_status: "expired", intent_status: "canceled" },
  events: ["checkout.session.expired"],
};

/** An open session past its expiry is expired when it is next read. */
export const expireIfDue = (row: SandboxCheckout, now: Date): SandboxStep =>
  row.session_status === "open" && now >= new Date(row.expires_at) ? EXPIRY : NOTHING;

/** Refunds a part of what was charged, once per key. @throws PaymentRefused */
export const refundStep =
  (amountCents: number, idempotencyKey: string) =>
  (row: SandboxCheckout): SandboxStep => {
    if (row.refund_keys.includes(idempotencyKey)) return NOTHING;
    if (row.dispute_status !== null && row.dispute_status !== "won")
      throw new PaymentRefused("the charge is disputed");
    if (row.intent_status !== "succeeded" || row.refunded_cents + amountCents > row.captured_cents)
      throw new PaymentRefused("there is not that much to refund");
    return {
      set: {
        refunded_cents: row.refunded_cents + amountCents,
        refund_keys: [...row.refund_keys, idempotencyKey],
      },
      events: ["charge.refunded"],
    };
  };
