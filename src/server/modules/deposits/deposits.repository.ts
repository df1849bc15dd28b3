// SQL for deposits, their holds and what cases take from them.
import { randomUUID } from "node:crypto";
import { sql, type Insertable, type Selectable, type SqlBool, type Updateable } from "kysely";
import {
  AUTHORISE_HOURS,
  MOVED_HOURS,
  RELEASE_HOURS,
  RENEW_HOURS,
} from "../../../domain/money/deposit/deposit.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { Db } from "../../platform/database/database.ts";
import type {
  DepositClaimsTable,
  DepositHoldsTable,
  DepositsTable,
} from "../../platform/database/schema.ts";

export type DepositRow = Selectable<DepositsTable>;
export type HoldRow = Selectable<DepositHoldsTable>;
export type ClaimRow = Selectable<DepositClaimsTable>;
type Provider = HoldRow["provider"];

/** Begins the deposits of approved trips that start within a day. A trip on hold waits. */
export async function insertDue(db: Db, now: Date): Promise<void> {
  const at = now.toISOString();
  await sql`insert into deposits (booking_id, amount_cents, state, created_at, updated_at)
    select id, deposit_cents, 'planned', ${at}, ${at} from bookings
    where status = 'approved' and deposit_cents > 0
      and pickup_at <= ${at}::timestamptz + make_interval(hours => ${AUTHORISE_HOURS})
      and not exists (select from deposits where booking_id = bookings.id)
      and not exists (select from trip_holds where booking_id = bookings.id and released_at is null)
    on conflict do nothing`.execute(db);
}

export const findDeposit = (db: Db, bookingId: string): Promise<DepositRow | undefined> =>
  db.selectFrom("deposits").selectAll().where("booking_id", "=", bookingId).executeTakeFirst();

/** Locked for the rest of the transaction. @throws DomainError not_found */
export async function lockDeposit(db: Db, bookingId: string): Promise<DepositRow> {
  const row = await lockIfAny(db, bookingId);
  if (!row) throw new DomainError("not_found", { what: "deposit" });
  return row;
}

export const lockIfAny = (db: Db, bookingId: string): Promise<DepositRow | undefined> =>
  db
    .selectFrom("deposits")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .forUpdate()
    .executeTakeFirst();

export const updateDeposit = async (
  db: Db,
  bookingId: string,
  change: Updateable<DepositsTable>,
): Promise<void> => {
  await db.updateTable("deposits").set(change).where("booking_id", "=", bookingId).execute();
};

/** In the order of their numbers. */
export const findHolds = (db: Db, bookingId: string): Promise<HoldRow[]> =>
  db
    .selectFrom("deposit_holds")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("number")
    .execute();

export const insertHold = async (
  db: Db,
  hold: Omit<Insertable<DepositHoldsTable>, "id">,
): Promise<void> => {
  await db
    .insertInto("deposit_holds")
    .values({ id: randomUUID(), ...hold })
    .execute();
};

export const updateHold = async (
  db: Db,
  id: string,
  change: Updateable<DepositHoldsTable>,
): Promise<void> => {
  await db.updateTable("deposit_holds").set(change).where("id", "=", id).execute();
};

/** Counts another attempt, which delays the next one. */
export const countAttempt = async (db: Db, id: string, now: Date): Promise<void> => {
  await db
    .updateTable("deposit_holds")
    .set((row) => ({ attempts: row("attempts", "+", 1), tried_at: now.toISOString() }))
    .where("id", "=", id)
    .execute();
};

export const findClaims = (db: Db, bookingId: string): Promise<ClaimRow[]> =>
  db.selectFrom("deposit_claims").selectAll().where("booking_id", "=", bookingId).execute();

/** What the decided cases take in all, in integer cents. */
export const sumDecided = (claims: readonly ClaimRow[]): number =>
  claims.reduce((sum, { cents }) => sum + (cents ?? 0), 0);

export const findClaim = (db: Db, caseId: string): Promise<ClaimRow | undefined> =>
  db.selectFrom("deposit_claims").selectAll().where("case_id", "=", caseId).executeTakeFirst();

export const insertClaim = async (db: Db, claim: Insertable<DepositClaimsTable>): Promise<void> => {
  await db
    .insertInto("deposit_claims")
    .values(claim)
    .onConflict((conflict) => conflict.column("case_id").doNothing())
    .execute();
};

export const decideClaim = async (
  db: Db,
  caseId: string,
  { cents, now }: { cents: number; now: Date },
): Promise<void> => {
  await db
    .updateTable("deposit_claims")
    .set({ cents, decided_at: now.toISOString() })
    .where("case_id", "=", caseId)
    .execute();
};

/** Whether a held deposit has to be released or renewed, or its pickup has moved. */
const isHeldDue = (at: string) => sql<SqlBool>`(
  bookings.status not in ('approved', 'completed')
  or renter_clean_at is not null and host_clean_at is not null
  or coalesce(returned_at, case when picked_up_at is null then return_at end)
    <= ${at}::timestamptz - make_interval(hours => ${RELEASE_HOURS})
  or not exists (select from deposit_holds hold where hold.booking_id = deposits.booking_id and hold.state = 'active')
  or picked_up_at is null and pickup_at > ${at}::timestamptz + make_interval(hours => ${MOVED_HOURS})
  or exists (select from deposit_holds hold where hold.booking_id = deposits.booking_id and (
    hold.state in ('requested', 'page', 'capturing')
    or hold.state = 'active' and hold.capture_before <= ${at}::timestamptz + make_interval(hours => ${RENEW_HOURS}))))`;

/** The deposits that may need a step. */
export async function findDue(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const at = now.toISOString();
  const rows = await db
    .selectFrom("deposits")
    .innerJoin("bookings", "bookings.id", "deposits.booking_id")
    .select("deposits.booking_id as id")
    .where((row) =>
      row.or([
        row.and([row("deposits.state", "<>", "held"), row("ended_at", "is", null)]),
        row.and([row("deposits.state", "=", "held"), isHeldDue(at)]),
        sql<SqlBool>`exists (select from deposit_holds hold where hold.booking_id = deposits.booking_id
          and hold.ended_at is null and deposits.ended_at is not null)`,
        sql<SqlBool>`ended_at is not null and deposits.customer_id is not null`,
      ]),
    )
    // Deposits that wait for somebody come last, so that they don't starve the others.
    .orderBy(sql`deposits.state in ('declined', 'undecided', 'held')`)
    .orderBy("deposits.updated_at")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** How often to ask about an active hold, and for how many days about a capture. */
const ASK_MINUTES = 60;
const COMPARED_DAYS = 45;

/**
 * The deposits to compare with the provider: those with a hold that was not checked for an hour,
 * and once a day those from which money was taken in the last weeks.
 */
export async function findToCompare(
  db: Db,
  { provider, now, limit }: { provider: Provider; now: Date; limit: number },
): Promise<string[]> {
  const at = now.toISOString();
  const rows = await db
    .selectFrom("deposit_holds")
    .select(["booking_id as id", sql<string>`min(tried_at)`.as("tried")])
    .where("provider", "=", provider)
    .where((row) =>
      row.or([
        sql<SqlBool>`ended_at is null and (tried_at is null
          or tried_at <= ${at}::timestamptz - make_interval(mins => ${ASK_MINUTES}))`,
        sql<SqlBool>`state = 'captured' and ended_at > ${at}::timestamptz - make_interval(days => ${COMPARED_DAYS})
          and (fee_cents is null or tried_at is null or tried_at <= ${at}::timestamptz - interval '1 day')`,
      ]),
    )
    .groupBy("booking_id")
    .orderBy("tried", (tried) => tried.asc().nullsFirst())
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
