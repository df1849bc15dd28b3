// SQL for payments.
import { sql, type Selectable, type SqlBool } from "kysely";
import { DomainError } from "../../../domain/errors.ts";
import type { Db } from "../../platform/database/database.ts";
import type { CheckoutState } from "../../platform/payments/provider.ts";
import type { PaymentsTable } from "../../platform/database/schema.ts";

export type Payment = Selectable<PaymentsTable>;
export type Provider = Payment["provider"];
export type PendingAction = NonNullable<Payment["wanted"]>;

const NEVER_PAID = ["opening", "open"] as const;

export interface NewPayment {
  bookingId: string;
  amountCents: number;
  expiresAt: Date;
}

export async function insertPayment(
  db: Db,
  payment: NewPayment,
  provider: Provider,
  now: Date,
): Promise<void> {
  await db
    .insertInto("payments")
    .values({
      booking_id: payment.bookingId,
      provider: provider,
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
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    })
    .execute();
}

export const findPaymentRow = (db: Db, bookingId: string): Promise<Payment | undefined> =>
  db.selectFrom("payments").selectAll().where("booking_id", "=", bookingId).executeTakeFirst();

/** @throws DomainError not_found */
export async function getPaymentRow(db: Db, bookingId: string): Promise<Payment> {
  const row = await findPaymentRow(db, bookingId);
  if (!row) throw new DomainError("not_found", { what: "payment" });
  return row;
}

/** Stores a pending action in place of any other. */
export async function setPendingAction(
  db: Db,
  bookingId: string,
  action: PendingAction,
  now: Date,
): Promise<void> {
  await db
    .updateTable("payments")
    .set({
      wanted: action,
      wanted_since: now.toISOString(),
      attempts: 0,
      refused_at: null,
      updated_at: now.toISOString(),
    })
    .where("booking_id", "=", bookingId)
    .execute();
}

/** Clears a pending refund. */
export async function clearPendingRefund(db: Db, bookingId: string, now: Date): Promise<void> {
  await db
    .updateTable("payments")
    .set({ wanted: null, wanted_since: null, updated_at: now.toISOString() })
    .where("booking_id", "=", bookingId)
    .where("wanted", "=", "refund")
    .execute();
}

/**
 * Stores the pending expiry of an unpaid checkout. A checkout that is paid at the same moment keeps
 * its pending action.
 */
export async function setPendingExpiry(db: Db, bookingId: string, now: Date): Promise<void> {
  await db
    .updateTable("payments")
    .set({
      wanted: "expire",
      wanted_since: now.toISOString(),
      attempts: 0,
      updated_at: now.toISOString(),
    })
    .where("booking_id", "=", bookingId)
    .where("wanted", "is", null)
    .where("state", "in", NEVER_PAID)
    .execute();
}

/** Stores the session that the provider has opened for a payment. */
export async function saveSession(
  db: Db,
  bookingId: string,
  state: CheckoutState,
  now: Date,
): Promise<void> {
  await db
    .updateTable("payments")
    .set({
      session_id: state.sessionId,
      intent_id: state.intentId,
      checkout_url: state.url,
      state: "open",
      updated_at: now.toISOString(),
    })
    .where("booking_id", "=", bookingId)
    .where("state", "=", "opening")
    .execute();
}

/** Ends a payment that never had a session. @returns whether this call ended it. */
export async function failUnopened(db: Db, id: string, now: Date): Promise<boolean> {
  const done = await db
    .updateTable("payments")
    .set({ state: "failed", wanted: null, wanted_since: null, updated_at: now.toISOString() })
    .where("id", "=", id)
    .where("session_id", "is", null)
    .where("state", "=", "opening")
    .returning("id")
    .executeTakeFirst();
  return done !== undefined;
}

/** Ends a payment whose session the provider does not know. */
export const closeUnknownPayment = (
  db: Db,
  id: string,
  pending: "expire" | null,
  now: Date,
): Promise<void> =>
  updatePayment(
    db,
    id,
    { state: "failed", wanted: pending, wanted_since: pending && now.toISOString() },
    now,
  );

/** The number of our sessions that turned out to be unknown to the provider since `since`. */
export async function countUnknownSessionRows(db: Db, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom("payments")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("state", "=", "failed")
    .where("session_id", "is not", null)
    .where("updated_at", ">=", since.toISOString())
    .executeTakeFirstOrThrow();
  return count;
}

export async function updatePayment(
  db: Db,
  id: string,
  change: Partial<
    Pick<
      Payment,
      | "state"
      | "intent_id"
      | "refunded_cents"
      | "fee_cents"
      | "card_last4"
      | "customer_id"
      | "payment_method_id"
      | "wanted"
      | "wanted_since"
      | "refused_at"
      | "compared_at"
    >
  >,
  now: Date,
): Promise<void> {
  await db
    .updateTable("payments")
    .set({ ...change, updated_at: now.toISOString() })
    .where("id", "=", id)
    .execute();
}

/** Counts another attempt, which delays the next one. */
export async function countPaymentAttempt(db: Db, bookingId: string, now: Date): Promise<void> {
  await db
    .updateTable("payments")
    .set((row) => ({ attempts: row("attempts", "+", 1), updated_at: now.toISOString() }))
    .where("booking_id", "=", bookingId)
    .execute();
}

/**
 * Bookings whose payment has a pending action, or an unpaid checkout that is past its expiry.
 * Attempts are repeated after 30 s, 1, 2, 4 ... 64 minutes.
 */
export async function findUnsettled(
  db: Db,
  limit: number,
  provider: Provider,
  now: Date,
): Promise<string[]> {
  const rows = await db
    .selectFrom("payments")
    .select("booking_id")
    .where("provider", "=", provider)
    .where((row) =>
      row.or([
        row("wanted", "is not", null),
        row.and([row("state", "in", NEVER_PAID), row("expires_at", "<=", now.toISOString())]),
      ]),
    )
    .where((row) =>
      row.or([
        row.and([row("wanted", "is", null), row("attempts", "=", 0)]),
        sql<SqlBool>`updated_at <= ${now.toISOString()}::timestamptz - interval '30 seconds' * power(2, least(attempts, 7))`,
      ]),
    )
    .orderBy("updated_at")
    .limit(limit)
    .execute();
  return rows.map((row) => row.booking_id);
}

/** A charge of ours: that of a booking, or a later one. */
export interface OwnCharge {
  bookingId: string;
  laterChargeId: string | null;
  /** The hold of a deposit from which it was taken. */
  depositHoldId: string | null;
  /** The payment of a change that took effect: a part of the booking's charge. */
  isOfChange: boolean;
  amountCents: number;
  currency: string;
}

/** The charge that one of the provider's intents made. */
export async function findChargeOfIntent(
  db: Db,
  intentId: string,
  provider: Provider,
): Promise<OwnCharge | undefined> {
  const { rows } = await sql<OwnCharge>`
    select booking_id as "bookingId", null::uuid as "laterChargeId", null::uuid as "depositHoldId", false as "isOfChange",
      amount_cents as "amountCents", currency
      from payments where provider = ${provider} and intent_id = ${intentId}
    union all
    select booking_id, id, null, applied, amount_cents, 'usd' from later_charges
      where provider = ${provider} and intent_id = ${intentId}
    union all
    select booking_id, null, id, false, captured_cents, 'usd' from deposit_holds
      where provider = ${provider} and intent_id = ${intentId} and state = 'captured'`.execute(db);
  return rows[0];
}
