// SQL for the charges after a booking.
import { sql, type Insertable, type Selectable, type SqlBool, type Updateable } from "kysely";
import { DomainError } from "../../../domain/errors.ts";
import { TARIFF_KINDS, type TariffKind } from "../../../domain/tariff/tariff.ts";
import type { Db } from "../../platform/database/database.ts";
import type { LaterChargesTable } from "../../platform/database/schema.ts";

export type LaterChargeRow = Selectable<LaterChargesTable>;
/** A charge by the tariff, and not the payment of a change. */
export type TariffChargeRow = LaterChargeRow & { kind: TariffKind };

/** The saved card is no longer needed. */
export const NO_CARD = { customer_id: null, payment_method_id: null };
/** What is stored of a charge without a checkout page. */
export const NO_PAGE = { session_id: null, checkout_url: null, checkout_expires_at: null };

/** Announces charges. The database refuses any without an origin. */
export const insertCharges = async (
  db: Db,
  rows: readonly Insertable<LaterChargesTable>[],
): Promise<void> => {
  await db.insertInto("later_charges").values(rows).execute();
};

/** The charges after a booking, without the payments of changes, in the order of the tariff. */
export const findCharges = (db: Db, bookingId: string): Promise<TariffChargeRow[]> =>
  db
    .selectFrom("later_charges")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .where("kind", "<>", "change")
    .orderBy("announced_at")
    .orderBy(sql`array_position(${TARIFF_KINDS}::text[], kind)`)
    .orderBy("id")
    .$castTo<TariffChargeRow>()
    .execute();

export const findOutstandingOfHost = async (db: Db, hostId: string): Promise<string[]> =>
  (
    await db
      .selectFrom("later_charges")
      .innerJoin("bookings", "bookings.id", "booking_id")
      .select("later_charges.id")
      .where("host_id", "=", hostId)
      .where("later_charges.state", "=", "outstanding")
      .where("later_charges.kind", "<>", "change")
      .execute()
  ).map(({ id }) => id);

/** The payments of a booking's changes. */
export const findChangeCharges = (db: Db, bookingId: string): Promise<LaterChargeRow[]> =>
  db
    .selectFrom("later_charges")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .where("kind", "=", "change")
    .execute();

const findOne = (db: Db, id: string) =>
  db.selectFrom("later_charges").selectAll().where("id", "=", id);

/** @throws DomainError not_found */
export async function getCharge(db: Db, id: string): Promise<LaterChargeRow> {
  const row = await findOne(db, id).executeTakeFirst();
  if (!row) throw new DomainError("not_found", { what: "charge" });
  return row;
}

/** The ids of a closed case's charges; none if it cost nothing or the deposit paid it all. */
export const findChargesOfCase = async (db: Db, caseId: string): Promise<string[]> =>
  (await db.selectFrom("later_charges").select("id").where("case_id", "=", caseId).execute()).map(
    ({ id }) => id,
  );

/** Locked for the rest of the transaction. @throws DomainError not_found */
export async function lockCharge(db: Db, id: string): Promise<LaterChargeRow> {
  const row = await findOne(db, id).forUpdate().executeTakeFirst();
  if (!row) throw new DomainError("not_found", { what: "charge" });
  return row;
}

/** Whether a charge is one by the tariff, and not the payment of a change. */
const isTariffCharge = (row: LaterChargeRow): row is TariffChargeRow => row.kind !== "change";

/** @throws DomainError not_found for a charge of another booking, or the payment of a change */
export function requireOfBooking(row: LaterChargeRow, bookingId: string): TariffChargeRow {
  if (row.booking_id !== bookingId || !isTariffCharge(row))
    throw new DomainError("not_found", { what: "charge" });
  return row;
}

export const updateCharge = async (
  db: Db,
  id: string,
  change: Updateable<LaterChargesTable>,
): Promise<void> => {
  await db.updateTable("later_charges").set(change).where("id", "=", id).execute();
};

/** Counts another attempt, which delays the next one. */
export const countAttempt = async (db: Db, id: string, now: Date): Promise<void> => {
  await db
    .updateTable("later_charges")
    .set((row) => ({ attempts: row("attempts", "+", 1), tried_at: now.toISOString() }))
    .where("id", "=", id)
    .execute();
};

/** For how long a paid or refunded charge is compared with the provider, once a day. */
const COMPARED_DAYS = 45;
/** How often to ask about an open checkout page and, at first, an unknown fee. */
const ASK_MINUTES = 5;

/**
 * True if the later charges of a booking have to wait: a side is suspended and can't object, or the
 * trip is on hold.
 */
const HAS_TO_WAIT = sql<SqlBool>`exists (
  select from bookings join accounts on accounts.id in (bookings.renter_id, bookings.host_id)
  where bookings.id = booking_id and (accounts.suspended_at is not null
    or exists (select from trip_holds where trip_holds.booking_id = bookings.id and released_at is null)))`;

export const hasToWait = async (db: Db, bookingId: string): Promise<boolean> =>
  (await db
    .selectFrom("later_charges")
    .select("id")
    .where("booking_id", "=", bookingId)
    .where(HAS_TO_WAIT)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Whether a side of a booking is suspended. */
export const isSuspended = async (db: Db, bookingId: string): Promise<boolean> =>
  (await db
    .selectFrom("bookings")
    .innerJoin("accounts", (join) =>
      join.on((row) =>
        row.or([
          row("accounts.id", "=", row.ref("bookings.renter_id")),
          row("accounts.id", "=", row.ref("bookings.host_id")),
        ]),
      ),
    )
    .select("accounts.id")
    .where("bookings.id", "=", bookingId)
    .where("accounts.suspended_at", "is not", null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * The charges about which the provider has to be asked: due charges, those with a refund to make,
 * and those whose outcome, page or fee is unknown. Attempts are repeated after 30 s, 1, 2, 4 ... 64
 * minutes. Charges that may move money come first.
 */
export async function findDueCharges(
  db: Db,
  { provider, now, limit }: { provider: LaterChargeRow["provider"]; now: Date; limit: number },
): Promise<string[]> {
  const at = now.toISOString();
  const isRetried = sql<SqlBool>`(tried_at is null
    or tried_at <= ${at}::timestamptz - interval '30 seconds' * power(2, least(attempts, 7)))`;
  const rows = await db
    .selectFrom("later_charges")
    .select("id")
    .where((row) =>
      row.or([
        sql<SqlBool>`state = 'announced' and due_at <= ${at} and not ${HAS_TO_WAIT}`,
        sql<SqlBool>`state = 'paying' and provider = ${provider} and ${isRetried}`,
        sql<SqlBool>`state = 'paid' and provider = ${provider} and ${isRetried} and exists (select from refunds refund where refund.later_charge_id = later_charges.id and refund.booking_id is null and refund.made_at is null)`,
        sql<SqlBool>`state in ('outstanding', 'paid', 'waived') and session_id is not null and page_provider = ${provider}
          and (tried_at is null or tried_at <= ${at}::timestamptz - make_interval(mins => ${ASK_MINUTES}))`,
        sql<SqlBool>`state = 'paid' and fee_cents is null and provider = ${provider}
          and tried_at <= ${at}::timestamptz - make_interval(mins => ${ASK_MINUTES}) * power(2, least(attempts, 8))`,
      ]),
    )
    .orderBy(sql`array_position(array['paying', 'announced', 'outstanding'], state) nulls last`)
    .orderBy("due_at")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** After this many minutes without a decision of the provider, admins get an incident. */
export const STUCK_MINUTES = 60;

/**
 * The charges to compare with the provider: those that it has not made or refunded for an hour,
 * whichever provider it was, those with a page, and once a day those that were paid or refunded in
 * the last weeks.
 */
export async function findChargesToCompare(
  db: Db,
  { provider, now, limit }: { provider: LaterChargeRow["provider"]; now: Date; limit: number },
): Promise<string[]> {
  const at = now.toISOString();
  const rows = await db
    .selectFrom("later_charges")
    .select("id")
    .where((row) =>
      row.or([
        sql<SqlBool>`state = 'paying' and paying_since <= ${at}::timestamptz - make_interval(mins => ${STUCK_MINUTES})`,
        sql<SqlBool>`state = 'paid' and exists (select from refunds refund where refund.later_charge_id = later_charges.id
          and refund.booking_id is null and refund.made_at is null and refund.created_at <= ${at}::timestamptz - make_interval(mins => ${STUCK_MINUTES}))`,
        sql<SqlBool>`session_id is not null and page_provider = ${provider}`,
        sql<SqlBool>`state = 'paid' and provider = ${provider}
          and (tried_at is null or tried_at <= ${at}::timestamptz - interval '1 day')
          and greatest(paid_at, (select max(made_at) from refunds refund where refund.later_charge_id = later_charges.id))
            > ${at}::timestamptz - make_interval(days => ${COMPARED_DAYS})`,
      ]),
    )
    .orderBy("tried_at")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
