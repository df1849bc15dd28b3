// SQL for refunds: decisions to refund, and their outcome.
import { sql, type Selectable } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { RefundsTable } from "../../platform/database/schema.ts";

export type RefundRow = Selectable<RefundsTable> & {
  booking_id: string;
  /** The payment of a change that it returns; null for the payment of the booking. */
  later_intent_id: string | null;
  /** What was refunded of that payment in the provider's dashboard, as far as it is booked. */
  later_refunded_cents: number | null;
};

/** The refunds of one booking, oldest first. */
export const findRefunds = (db: Db, bookingId: string): Promise<RefundRow[]> =>
  db
    .selectFrom("refunds")
    .leftJoin("later_charges", "later_charges.id", "refunds.later_charge_id")
    .selectAll("refunds")
    .select([
      "later_charges.intent_id as later_intent_id",
      "later_charges.refunded_cents as later_refunded_cents",
    ])
    .where("refunds.booking_id", "=", bookingId)
    .orderBy("refunds.position")
    .$castTo<RefundRow>()
    .execute();

/**
 * The refunds of one payment, oldest first.
 * @param laterChargeId null for the booking's own payment
 */
export const findRefundsOfPayment = (
  db: Db,
  bookingId: string,
  laterChargeId: string | null,
): Promise<Selectable<RefundsTable>[]> =>
  db
    .selectFrom("refunds")
    .selectAll()
    .where((row) =>
      laterChargeId === null
        ? row.and([row("booking_id", "=", bookingId), row("later_charge_id", "is", null)])
        : row("later_charge_id", "=", laterChargeId),
    )
    .orderBy("position")
    .execute();

/** What was refunded because of changes, by change; integer cents. */
export async function sumRefundsOfChanges(
  db: Db,
  changeIds: readonly string[],
): Promise<ReadonlyMap<string | null, number>> {
  const rows = await db
    .selectFrom("refunds")
    .select(["change_id", sql<number>`sum(amount_cents)::bigint`.as("cents")])
    .where("change_id", "=", sql<string>`any(${changeIds}::uuid[])`)
    .groupBy("change_id")
    .execute();
  return new Map(rows.map(({ change_id, cents }) => [change_id, cents]));
}

/**
 * What is left of each payment of a booking's changes, oldest first; integer cents. Neither what a
 * bank took back for good nor what was refunded in the provider's dashboard is left.
 */
export const findChangePayments = (
  db: Db,
  bookingId: string,
): Promise<{ id: string; leftCents: number }[]> =>
  db
    .selectFrom("later_charges")
    .select([
      "id",
      sql<number>`(amount_cents - refunded_cents
        - coalesce((select sum(refund.amount_cents) from refunds refund
          where refund.later_charge_id = later_charges.id and refund.made_by is distinct from 'dispute'), 0)
        - coalesce((select sum(lost.amount_cents) from disputes lost
          where lost.later_charge_id = later_charges.id and lost.state = 'lost'), 0))::bigint`.as(
        "leftCents",
      ),
    ])
    .where("booking_id", "=", bookingId)
    .where("applied", "=", true)
    .orderBy("paid_at")
    .orderBy("id")
    .execute();

export type NewRefund = Omit<
  Selectable<RefundsTable>,
  "position" | "refused" | "made_at" | "made_by" | "dispute_id"
>;

/**
 * @param isCredit whether it returns credit, which is made at once
 * @returns whether the refund is new. A repeat with the same id changes nothing.
 */
export async function insertRefund(db: Db, refund: NewRefund, isCredit = false): Promise<boolean> {
  const made = isCredit
    ? { made_at: refund.created_at, made_by: "credit" as const }
    : { made_at: null, made_by: null };
  const row = await db
    .insertInto("refunds")
    .values({ ...refund, ...made, dispute_id: null })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** The parts of a decision: of several payments, or split by a lost dispute. */
export const findDecision = (db: Db, id: string): Promise<Selectable<RefundsTable>[]> =>
  db.selectFrom("refunds").selectAll().where("decision_id", "=", id).execute();

/** @param disputeId the dispute that returned the money; null if the provider made the refund */
export async function markMade(
  db: Db,
  id: string,
  disputeId: string | null,
  now: Date,
): Promise<void> {
  await db
    .updateTable("refunds")
    .set({
      made_at: now.toISOString(),
      made_by: disputeId === null ? "provider" : "dispute",
      dispute_id: disputeId,
    })
    .where("id", "=", id)
    .execute();
}

/** Reduces a pending refund to what is left of it. */
export const reduceRefund = async (
  db: Db,
  id: string,
  left: Pick<RefundRow, "amount_cents" | "borne_by_host_cents">,
): Promise<void> => {
  await db.updateTable("refunds").set(left).where("id", "=", id).execute();
};

/** Counts a refusal; processes that saw the same refusal count it once. */
export async function countRefusal(
  db: Db,
  { id, refused }: Pick<RefundRow, "id" | "refused">,
): Promise<void> {
  await db
    .updateTable("refunds")
    .set({ refused: refused + 1 })
    .where("id", "=", id)
    .where("refused", "=", refused)
    .execute();
}

/** Makes the refunds that a dispute had settled pending again. @returns those refunds */
export const reopen = (
  db: Db,
  disputeId: string,
): Promise<Pick<Selectable<RefundsTable>, "id" | "booking_id" | "amount_cents">[]> =>
  db
    .updateTable("refunds")
    .set({ made_at: null, made_by: null, dispute_id: null })
    .where("dispute_id", "=", disputeId)
    .returning(["id", "booking_id", "amount_cents"])
    .execute();

/**
 * What of a booking's charge was returned without a refund of ours, in integer cents: what banks
 * have taken back for good, and what was refunded of its changes in the provider's dashboard.
 */
export async function returnedOtherwise(db: Db, bookingId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select (coalesce((select sum(dispute.amount_cents) from disputes dispute
        left join later_charges charge on charge.id = dispute.later_charge_id
        where dispute.booking_id = ${bookingId} and dispute.state = 'lost'
          and dispute.deposit_hold_id is null and (charge.id is null or charge.applied)), 0)
      + coalesce((select sum(refunded_cents) from later_charges
        where booking_id = ${bookingId} and applied), 0))::bigint as cents`.execute(db);
  return rows[0]?.cents ?? 0;
}
