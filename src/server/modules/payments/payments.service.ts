// Our record of one checkout at the card provider, what the provider has still to do for us, and the inbox of its events.
// What the provider's word means for a booking is the bookings' to say.
import type { Selectable } from "kysely";
import { DomainError } from "../../../domain/errors.ts";
import type { Ctx } from "../../platform/context.ts";
import type { CheckoutState, ProviderEvent } from "../../platform/payments/provider.ts";
import { PaymentRefused } from "../../platform/payments/provider.ts";
import type { PaymentsTable } from "../../platform/schema.ts";

export type Payment = Selectable<PaymentsTable>;
export type Wish = NonNullable<Payment["wanted"]>;

export interface NewPayment {
  bookingId: string;
  amountCents: number;
  expiresAt: Date;
}

/** Records a checkout before it is asked for, so that nothing is lost between us and the provider. */
export async function recordPayment(ctx: Ctx, payment: NewPayment): Promise<void> {
  const now = ctx.clock.now().toISOString();
  await ctx.db
    .insertInto("payments")
    .values({
      booking_id: payment.bookingId,
      provider: ctx.payments.name,
      session_id: null,
      intent_id: null,
      checkout_url: null,
      amount_cents: payment.amountCents,
      currency: "usd",
      state: "opening",
      wanted: null,
      wanted_since: null,
      expires_at: payment.expiresAt.toISOString(),
      created_at: now,
      updated_at: now,
    })
    .execute();
}

export async function getPayment(ctx: Ctx, bookingId: string): Promise<Payment> {
  const row = await ctx.db.selectFrom("payments").selectAll().where("booking_id", "=", bookingId).executeTakeFirst();
  if (!row) throw new DomainError("PGRST116", { what: "payment" });
  return row;
}

/** Stores what the provider has still to do; settle() does it, again and again until it is done. */
export async function want(ctx: Ctx, bookingId: string, wanted: Wish): Promise<void> {
  const now = ctx.clock.now().toISOString();
  await ctx.db
    .updateTable("payments")
    .set({ wanted, wanted_since: now, attempts: 0, updated_at: now })
    .where("booking_id", "=", bookingId)
    .execute();
}

/** What is bought, in the words of the checkout page. */
export interface CheckoutWords {
  description: string;
  lineItems: { name: string; amountCents: number }[];
  carId: string;
  startDate: string;
  endDate: string;
}

/**
 * Opens the checkout of a recorded payment; repeated, it answers with the same one.
 * @throws DomainError payment_provider_failed; whether a session exists is then unknown, and found out by the next call.
 */
export async function openCheckout(ctx: Ctx, payment: Payment, words: CheckoutWords): Promise<CheckoutState> {
  const origin = ctx.publicUrl();
  const state = await asking(ctx, () =>
    ctx.payments.openCheckout({
      idempotencyKey: `checkout_${payment.booking_id}`,
      bookingId: payment.booking_id,
      amountCents: payment.amount_cents,
      lineItems: words.lineItems,
      description: words.description,
      successUrl: `${origin}/booking-success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${origin}/book/${words.carId}?start_date=${words.startDate}&end_date=${words.endDate}`,
      expiresAt: new Date(payment.expires_at),
    }),
  );
  await ctx.db
    .updateTable("payments")
    .set({
      session_id: state.sessionId,
      intent_id: state.intentId,
      checkout_url: state.url,
      state: "open",
      updated_at: ctx.clock.now().toISOString(),
    })
    .where("booking_id", "=", payment.booking_id)
    .where("state", "=", "opening")
    .execute();
  return state;
}

/**
 * Does what is wanted of the provider, or only asks how the checkout stands.
 * @returns its word, and whether it has definitely refused what was wanted.
 * @throws DomainError payment_provider_failed when nothing definite is known; to be tried again.
 */
export async function consultProvider(
  ctx: Ctx,
  payment: Payment & { session_id: string },
): Promise<{ state: CheckoutState; refused: boolean }> {
  const { session_id: session, wanted } = payment;
  try {
    return { state: await asking(ctx, () => act(ctx, payment, wanted)), refused: false };
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    ctx.log.warn({ booking: payment.booking_id, wanted, why: error.message }, "the card provider refused");
    return { state: await asking(ctx, () => ask(ctx, session)), refused: true };
  } finally {
    if (wanted)
      await ctx.db
        .updateTable("payments")
        .set((row) => ({ attempts: row("attempts", "+", 1) }))
        .where("id", "=", payment.id)
        .execute();
  }
}

const act = (
  ctx: Ctx,
  payment: Payment & { session_id: string },
  wanted: Payment["wanted"],
): Promise<CheckoutState> => {
  switch (wanted) {
    case "capture":
      return ctx.payments.capture(payment.session_id);
    case "void":
      return ctx.payments.release(payment.session_id);
    case "expire":
      return ctx.payments.expireCheckout(payment.session_id);
    case "refund":
      return ctx.payments.refund(payment.session_id, payment.amount_cents, `refund_${payment.booking_id}`);
    case null:
      return ask(ctx, payment.session_id);
  }
};

async function ask(ctx: Ctx, sessionId: string): Promise<CheckoutState> {
  const state = await ctx.payments.getCheckout(sessionId);
  if (!state) throw new Error(`the card provider does not know session ${sessionId}`);
  return state;
}

async function asking<T>(ctx: Ctx, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof PaymentRefused) throw error;
    ctx.log.error({ err: error }, "card provider");
    throw new DomainError("payment_provider_failed");
  }
}

/** Keeps the provider's word on our record; what was wanted is struck out once it is so, or once it was refused for good. */
export async function keepState(ctx: Ctx, payment: Payment, state: CheckoutState, done: boolean): Promise<void> {
  await ctx.db
    .updateTable("payments")
    .set({
      state: ourState(state),
      intent_id: state.intentId,
      refunded_cents: state.refundedCents,
      updated_at: ctx.clock.now().toISOString(),
      ...(done ? { wanted: null, wanted_since: null } : {}),
    })
    .where("id", "=", payment.id)
    .execute();
}

function ourState(state: CheckoutState): Payment["state"] {
  if (state.intent === "succeeded") return "captured";
  if (state.intent === "requires_capture") return "authorized";
  if (state.session === "expired") return "expired";
  return state.intent === "canceled" ? "voided" : "open";
}

/** Whether the provider's word shows what was wanted of it as done. */
export function isDone(wanted: Payment["wanted"], state: CheckoutState): boolean {
  switch (wanted) {
    case "capture":
      return state.intent === "succeeded";
    case "void":
      return state.intent === "canceled";
    case "expire":
      return state.session !== "open";
    case "refund":
      return state.refundedCents === state.amountCents;
    case null:
      return true;
  }
}

/**
 * Stores an event raw, once per id.
 * @returns the booking that it is about, or undefined when it is a repeat or about none of ours.
 */
export async function receiveEvent(ctx: Ctx, event: ProviderEvent): Promise<string | undefined> {
  const now = ctx.clock.now().toISOString();
  const stored = await ctx.db
    .insertInto("payment_events")
    .values({
      provider: ctx.payments.name,
      event_id: event.id,
      type: event.type,
      payload: JSON.stringify(event.payload),
      received_at: now,
      handled_at: null,
      outcome: null,
    })
    .onConflict((conflict) => conflict.columns(["provider", "event_id"]).doNothing())
    .returning("event_id")
    .executeTakeFirst();
  if (!stored) return undefined;
  const payment = await ctx.db
    .selectFrom("payments")
    .select("booking_id")
    .where((row) =>
      row.or([row("session_id", "=", event.sessionId ?? ""), row("intent_id", "=", event.intentId ?? "")]),
    )
    .executeTakeFirst();
  await ctx.db
    .updateTable("payment_events")
    .set({ handled_at: now, outcome: payment ? `settles ${payment.booking_id}` : "about no payment of ours" })
    .where("provider", "=", ctx.payments.name)
    .where("event_id", "=", event.id)
    .execute();
  return payment?.booking_id;
}

/** Bookings whose payment waits for something: a wish not yet done, or an open checkout whose time is over. */
export async function findUnsettled(ctx: Ctx, limit: number): Promise<string[]> {
  const now = ctx.clock.now();
  const rows = await ctx.db
    .selectFrom("payments")
    .select("booking_id")
    .where((row) =>
      row.or([
        row("wanted_since", "<=", new Date(now.getTime() - 30_000).toISOString()),
        row.and([row("state", "in", ["opening", "open"]), row("expires_at", "<=", now.toISOString())]),
      ]),
    )
    .orderBy("updated_at")
    .limit(limit)
    .execute();
  return rows.map((row) => row.booking_id);
}
