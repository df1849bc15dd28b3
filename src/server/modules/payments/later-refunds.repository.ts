// SQL for refunds without a booking: of charges after it, and of payments that came too late for
// their change. Refunds of a booking's own charge are in refunds.repository.ts (decision 47).
import { sql, type Selectable } from "kysely";
import type { RefundBearer } from "../../../domain/money/refund.ts";
import type { Db } from "../../platform/database/database.ts";
import type { RefundsTable } from "../../platform/database/schema.ts";

export type LaterRefundRow = Pick<
  Selectable<RefundsTable>,
  "id" | "amount_cents" | "borne_by_host_cents" | "refused" | "made_at"
> & {
  later_charge_id: string;
  borne_by: RefundBearer;
  reason: string;
  /** The admin; null if a payment came too late for its change. */
  decided_by: string | null;
  decided_at: string;
};

const select = (db: Db) =>
  db
    .selectFrom("refunds")
    .select([
      "id",
      "later_charge_id",
      "amount_cents",
      "borne_by",
      "borne_by_host_cents",
      "reason",
      "actor_id as decided_by",
      "created_at as decided_at",
      "refused",
      "made_at",
    ])
    .where("booking_id", "is", null)
    // Constraints of the table make these not null in rows without a booking.
    .$castTo<LaterRefundRow>();

/** The refunds of charges, oldest first. */
export const findLaterRefunds = (db: Db, chargeIds: readonly string[]): Promise<LaterRefundRow[]> =>
  select(db)
    .where("later_charge_id", "=", sql<string>`any(${chargeIds}::uuid[])`)
    .orderBy("position")
    .execute();

/** The parts of a decision. A lost dispute can split it. */
export const findLaterDecision = (db: Db, id: string): Promise<LaterRefundRow[]> =>
  select(db).where("decision_id", "=", id).execute();

/** @returns false if the id is taken */
export async function insertLaterRefund(
  db: Db,
  { decided_by, decided_at, ...refund }: Omit<LaterRefundRow, "refused" | "made_at">,
): Promise<boolean> {
  const row = await db
    .insertInto("refunds")
    .values({
      ...refund,
      decision_id: refund.id,
      booking_id: null,
      actor_kind: "admin",
      actor_id: decided_by,
      created_at: decided_at,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Decides the return of a payment that came too late for its change. */
export const insertLateReturn = async (
  db: Db,
  refund: {
    id: string;
    change_id: string;
    amount_cents: number;
    reason: string;
    created_at: string;
  },
): Promise<void> => {
  await db
    .insertInto("refunds")
    .values({
      ...refund,
      decision_id: refund.id,
      later_charge_id: refund.id,
      booking_id: null,
      borne_by: "platform",
      actor_kind: "provider",
      actor_id: null,
    })
    .execute();
};

/** @returns false if the refund has changed since it was read */
export async function markLaterRefundMade(
  db: Db,
  { id, amount_cents }: LaterRefundRow,
  now: Date,
): Promise<boolean> {
  const row = await db
    .updateTable("refunds")
    .set({ made_at: now.toISOString(), made_by: "provider" })
    .where("id", "=", id)
    .where("amount_cents", "=", amount_cents)
    .where("made_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * What banks hold or have taken back of a charge, in integer cents, beyond the refunds settled with
 * it. Lock the charge before a decision that depends on it.
 */
export async function sumDisputed(db: Db, chargeId: string): Promise<number> {
  const { cents } = await db
    .selectFrom("disputes")
    .select(
      sql<number>`(coalesce(sum(amount_cents), 0) - (select coalesce(sum(amount_cents), 0)
        from refunds where later_charge_id = ${chargeId} and made_by = 'dispute'))::bigint`.as(
        "cents",
      ),
    )
    .where("later_charge_id", "=", chargeId)
    .where("state", "in", ["open", "lost"])
    .executeTakeFirstOrThrow();
  return cents;
}

/**
 * What the provider has returned of a charge for refunds that we decided, and what it still has to
 * return; integer cents. For the payment of a change, these are parts of the booking's refunds.
 */
export const sumOwnRefunds = (
  db: Db,
  chargeId: string,
): Promise<{ madeCents: number; decidedCents: number }> =>
  db
    .selectFrom("refunds")
    .select([
      sql<number>`coalesce(sum(amount_cents) filter (where made_at is not null), 0)::bigint`.as(
        "madeCents",
      ),
      sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as("decidedCents"),
    ])
    .where("later_charge_id", "=", chargeId)
    .where((row) => row.or([row("made_by", "is", null), row("made_by", "=", "provider")]))
    .executeTakeFirstOrThrow();
