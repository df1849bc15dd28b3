// SQL for payments and for the inbox of the provider's events.
import { sql, type Selectable, type SqlBool } from "kysely";
import { DomainError } from "../../../domain/errors.ts";
import type { Ctx } from "../../platform/context.ts";
import { isUuid } from "../../platform/database/cursor.ts";
import type { CheckoutState, ProviderEvent } from "../../platform/payments/provider.ts";
import type { PaymentsTable } from "../../platform/database/schema-money.ts";

export type Payment = Selectable<PaymentsTable>;
export type PendingAction = NonNullable<Payment["wanted"]>;

const at = (ctx: Ctx): string => ctx.clock.now().toISOString();
const NEVER_PAID = ["opening", "open"] as const;

export interface NewPayment {
  bookingId: string;
  amountCents: number;
  expiresAt: Date;
}

export async function insertPayment(ctx: Ctx, payment: NewPayment): Promise<void> {
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
      fee_cents: null,
      refused_at: null,
      compared_at: null,
      expires_at: payment.expiresAt.toISOString(),
      created_at: at(ctx),
      updated_at: at(ctx),
    })
    .execute();
}

export const findPayment = (ctx: Ctx, bookingId: string): Promise<Payment | undefined> =>
  ctx.db.selectFrom("payments").selectAll().where("booking_id", "=", bookingId).executeTakeFirst();

/** @throws DomainError not_found */
export async function getPayment(ctx: Ctx, bookingId: string): Promise<Payment> {
  const row = await findPayment(ctx, bookingId);
  if (!row) throw new DomainError("not_found", { what: "payment" });
  return row;
}

/** Stores a pending action in place of any other. */
export async function setPendingAction(
  ctx: Ctx,
  bookingId: string,
  action: PendingAction,
): Promise<void> {
  await ctx.db
    .updateTable("payments")
    .set({
      wanted: action,
      wanted_since: at(ctx),
      attempts: 0,
      refused_at: null,
      updated_at: at(ctx),
    })
    .where("booking_id", "=", bookingId)
    .execute();
}

/** Clears a pending refund. */
export async function clearPendingRefund(ctx: Ctx, bookingId: string): Promise<void> {
  await ctx.db
    .updateTable("payments")
    .set({ wanted: null, wanted_since: null, updated_at: at(ctx) })
    .where("booking_id", "=", bookingId)
    .where("wanted", "=", "refund")
    .execute();
}

/**
 * Stores the pending expiry of an unpaid checkout. A checkout that is paid at the same moment keeps
 * its pending action.
 */
export async function setPendingExpiry(ctx: Ctx, bookingId: string): Promise<void> {
  await ctx.db
    .updateTable("payments")
    .set({ wanted: "expire", wanted_since: at(ctx), attempts: 0, updated_at: at(ctx) })
    .where("booking_id", "=", bookingId)
    .where("wanted", "is", null)
    .where("state", "in", NEVER_PAID)
    .execute();
}

/** Stores the session that the provider has opened for a payment. */
export async function saveSession(
  ctx: Ctx,
  bookingId: string,
  state: CheckoutState,
): Promise<void> {
  await ctx.db
    .updateTable("payments")
    .set({
      session_id: state.sessionId,
      intent_id: state.intentId,
      checkout_url: state.url,
      state: "open",
      updated_at: at(ctx),
    })
    .where("booking_id", "=", bookingId)
    .where("state", "=", "opening")
    .execute();
}

/** Ends a payment that never had a session. @returns whether this call ended it. */
export async function failUnopened(ctx: Ctx, id: string): Promise<boolean> {
  const done = await ctx.db
    .updateTable("payments")
    .set({ state: "failed", wanted: null, wanted_since: null, updated_at: at(ctx) })
    .where("id", "=", id)
    .where("session_id", "is", null)
    .where("state", "=", "opening")
    .returning("id")
    .executeTakeFirst();
  return done !== undefined;
}

/** Ends a payment whose session the provider does not know. */
export const closeUnknownPayment = (
  ctx: Ctx,
  id: string,
  pending: "expire" | null,
): Promise<void> =>
  updatePayment(ctx, id, { state: "failed", wanted: pending, wanted_since: pending && at(ctx) });

/** The number of our sessions that turned out to be unknown to the provider since `since`. */
export async function countUnknownSessions(ctx: Ctx, since: Date): Promise<number> {
  const { count } = await ctx.db
    .selectFrom("payments")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("state", "=", "failed")
    .where("session_id", "is not", null)
    .where("updated_at", ">=", since.toISOString())
    .executeTakeFirstOrThrow();
  return count;
}

export async function updatePayment(
  ctx: Ctx,
  id: string,
  change: Partial<
    Pick<
      Payment,
      | "state"
      | "intent_id"
      | "refunded_cents"
      | "fee_cents"
      | "card_last4"
      | "wanted"
      | "wanted_since"
      | "refused_at"
      | "compared_at"
    >
  >,
): Promise<void> {
  await ctx.db
    .updateTable("payments")
    .set({ ...change, updated_at: at(ctx) })
    .where("id", "=", id)
    .execute();
}

/** Counts another attempt, which delays the next one. */
export async function countAttempt(ctx: Ctx, bookingId: string): Promise<void> {
  await ctx.db
    .updateTable("payments")
    .set((row) => ({ attempts: row("attempts", "+", 1), updated_at: at(ctx) }))
    .where("booking_id", "=", bookingId)
    .execute();
}

/**
 * Bookings whose payment has a pending action, or an open checkout whose time is over. Attempts are
 * repeated after 30 s, 1, 2, 4 ... 64 minutes.
 */
export async function findUnsettled(ctx: Ctx, limit: number): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom("payments")
    .select("booking_id")
    .where("provider", "=", ctx.payments.name)
    .where((row) =>
      row.or([
        row("wanted", "is not", null),
        row.and([row("state", "in", NEVER_PAID), row("expires_at", "<=", at(ctx))]),
      ]),
    )
    .where((row) =>
      row.or([
        row.and([row("wanted", "is", null), row("attempts", "=", 0)]),
        sql<SqlBool>`updated_at <= ${at(ctx)}::timestamptz - interval '30 seconds' * power(2, least(attempts, 7))`,
      ]),
    )
    .orderBy("updated_at")
    .limit(limit)
    .execute();
  return rows.map((row) => row.booking_id);
}

/** Stores an event unchanged. @returns false if it was already stored. */
export async function insertEvent(ctx: Ctx, event: ProviderEvent): Promise<boolean> {
  const stored = await ctx.db
    .insertInto("payment_events")
    .values({
      provider: ctx.payments.name,
      event_id: event.id,
      type: event.type,
      payload: event.payload,
      received_at: at(ctx),
      handled_at: null,
      outcome: null,
    })
    .onConflict((conflict) => conflict.columns(["provider", "event_id"]).doNothing())
    .returning("event_id")
    .executeTakeFirst();
  return stored !== undefined;
}

export async function finishEvent(ctx: Ctx, eventId: string, outcome: string): Promise<void> {
  await ctx.db
    .updateTable("payment_events")
    .set({ handled_at: at(ctx), outcome })
    .where("provider", "=", ctx.payments.name)
    .where("event_id", "=", eventId)
    .execute();
}

/**
 * Whether a card was authorised between two instants and no event has arrived since its checkout
 * was recorded. The payment's own events come after that, but possibly before we book the
 * authorisation.
 */
export async function areEventsMissing(ctx: Ctx, from: Date, to: Date): Promise<boolean> {
  const authorisation = await ctx.db
    .selectFrom("ledger_transactions as authorised")
    .innerJoin("payments", "payments.booking_id", "authorised.booking_id")
    .select("authorised.id")
    .where("authorised.kind", "=", "authorized")
    .where("authorised.at", ">=", from.toISOString())
    .where("authorised.at", "<=", to.toISOString())
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom("payment_events")
            .select("event_id")
            .whereRef("received_at", ">=", "payments.created_at"),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return authorisation !== undefined;
}

/** The booking that is charged by one of the provider's intents. */
export const findBookingOfIntent = async (
  ctx: Ctx,
  intentId: string,
): Promise<string | undefined> =>
  (
    await ctx.db
      .selectFrom("payments")
      .select("booking_id")
      .where("provider", "=", ctx.payments.name)
      .where("intent_id", "=", intentId)
      .executeTakeFirst()
  )?.booking_id;

/**
 * The booking of one of the provider's sessions or intents. An intent often exists only from
 * payment on, and a session whose opening got no answer is still unknown: the booking that the
 * event names then counts, but never against a session of ours.
 */
export async function findBookingOf(
  ctx: Ctx,
  { sessionId, intentId, bookingId }: Pick<ProviderEvent, "sessionId" | "intentId" | "bookingId">,
): Promise<string | undefined> {
  const named = bookingId !== null && isUuid(bookingId) ? bookingId : null;
  const payment = await ctx.db
    .selectFrom("payments")
    .select("booking_id")
    .where("provider", "=", ctx.payments.name)
    .where((row) =>
      row.or([
        row("session_id", "=", sessionId ?? ""),
        row("intent_id", "=", intentId ?? ""),
        row.and([row("booking_id", "=", named), row("session_id", "is", null)]),
        ...(sessionId === null
          ? [row.and([row("booking_id", "=", named), row("intent_id", "is", null)])]
          : []),
      ]),
    )
    .executeTakeFirst();
  return payment?.booking_id;
}
