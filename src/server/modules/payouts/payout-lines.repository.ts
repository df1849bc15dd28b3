// SQL for the content of payouts: the host_payable lines that belong to a booking, with the
// booking's text and amounts.
import { sql, type SqlBool } from "kysely";
import type { CalendarDate } from "../../../domain/calendar/dates.ts";
import type { TimeOfDay } from "../../../domain/calendar/time-of-day.ts";
import type { ChargeLine } from "../../../domain/money/charge-line.ts";
import type { LedgerKind } from "../../../domain/money/ledger.ts";
import type { TariffKind } from "../../../domain/tariff/tariff.ts";
import type { Db } from "../../platform/database/database.ts";
import { chargeLines } from "../bookings/bookings.service.ts";

/** A ledger line that a host is owed (above zero) or owes, with its booking. */
export interface LineRow {
  booking_id: string;
  booking_number: number;
  kind: LedgerKind;
  /** Credit to the host is positive here. */
  amount_cents: number;
  title: string;
  year: number;
  make: string;
  model: string;
  start_date: CalendarDate;
  end_date: CalendarDate;
  /** The day on which the trip ended; null while the car is out. */
  ended_on: CalendarDate | null;
  pickup_time: TimeOfDay | null;
  return_time: TimeOfDay | null;
  lines: ChargeLine[];
  /** The reason of a refund at the host's expense. */
  reason: string | null;
  /** The refund that an adjustment is for. */
  refund_id: string | null;
  /** What was charged after the trip, for a line of such a charge. */
  charge: { id: string; kind: TariffKind; amount_cents: number } | null;
  /** Whether an admin has yet to decide about the trip. */
  on_hold: boolean;
}

/** True for lines that are in no valid payout. */
export const UNPAID = sql<SqlBool>`not exists (select from payout_items item where item.entry_id = entry.id and item.released_at is null)`;

const ON_HOLD = sql<boolean>`exists (select from trip_holds where booking_id = booking.id and released_at is null)`;
/** The payout of a trip on hold waits until an admin has decided about it. */
export const NOT_ON_HOLD = sql<SqlBool>`not ${ON_HOLD}`;

/** Fees for cancelling, which are taken from what the host earns next, whenever the trip was. */
export const IS_HOST_FEE = sql<SqlBool>`movement.kind in ('host_fee', 'host_fee_waived')`;

/** "1 day refunded: ..." for a refund by days. */
const REFUND_REASON = sql<string>`
  case when refund.days is null then '' else refund.days || case refund.days when 1 then ' day' else ' days' end || ' refunded: ' end || refund.reason`;

/** Whether a refund is a decision, not a further part of one, and the host bears some of it. */
const IS_DEDUCTED = sql<SqlBool>`refund.id = refund.decision_id
  and exists (select from refunds part where part.decision_id = refund.id and part.borne_by_host_cents > 0)`;

/**
 * The reason of a deduction: that of its refund, or those of the refunds decided before the rental
 * ended.
 */
const REASON = sql<string | null>`
  case when movement.key like 'later_refund:%' then (
    select reason from refunds where booking_id is null and movement.key = 'later_refund:' || id || ':decided'
  ) when movement.kind = 'host_fee' then 'Cancellation fee'
  when movement.kind = 'host_fee_waived' then 'Cancellation fee, waived'
  when movement.kind = 'deposit_captured' then 'Taken from the deposit for a decided case'
  when entry.amount_cents > 0 then (
    select string_agg(${REFUND_REASON}, '; ' order by refund.created_at) from refunds refund
    where refund.booking_id = booking.id and ${IS_DEDUCTED}
      and case when movement.kind = 'earned' then refund.created_at <= movement.at else movement.key = 'refund:' || refund.id || ':decided' end
  ) end`;

const lines = (db: Db) =>
  db
    .selectFrom("ledger_entries as entry")
    .innerJoin("ledger_transactions as movement", "movement.id", "entry.transaction_id")
    .innerJoin("bookings as booking", "booking.id", "movement.booking_id")
    .innerJoin("car_listings as car", "car.id", "booking.car_id")
    .where("entry.account", "=", "host_payable")
    .select([
      "booking.id as booking_id",
      "booking.number as booking_number",
      "movement.kind",
      sql<number>`-entry.amount_cents`.as("amount_cents"),
      "car.title",
      "car.year",
      "car.make",
      "car.model",
      "booking.start_date",
      "booking.end_date",
      "booking.ended_on",
      "booking.pickup_time",
      "booking.return_time",
      chargeLines("booking.id").as("lines"),
      REASON.as("reason"),
      sql<string | null>`substring(movement.key from '^(?:later_)?refund:(.*):decided$')`.as(
        "refund_id",
      ),
      sql<
        LineRow["charge"]
      >`(select json_build_object('id', charge.id, 'kind', charge.kind, 'amount_cents', charge.amount_cents)
        from later_charges charge where charge.booking_id = booking.id
          and movement.kind = 'later_charged' and movement.key = 'later_charge:' || charge.id || ':charged')`.as(
        "charge",
      ),
      ON_HOLD.as("on_hold"),
    ])
    .orderBy("booking.end_date")
    .orderBy("booking.id")
    .orderBy("entry.id");

/**
 * Whether the ledger has ever owed a person something as a host, or will when an approved booking
 * ends.
 */
export async function hasEarnings(db: Db, personId: string): Promise<boolean> {
  const { rows } = await sql<{ is_owed: boolean }>`
    select exists (select from ledger_entries where owner_id = ${personId} and account = 'host_payable')
      or exists (select from bookings where host_id = ${personId} and status = 'approved') as is_owed`.execute(
    db,
  );
  return rows[0]?.is_owed ?? false;
}

/** A host's unpaid lines, whenever the rental was. */
export const findUnpaidLines = (db: Db, hostId: string): Promise<LineRow[]> =>
  lines(db).where("entry.owner_id", "=", hostId).where(UNPAID).execute();

/** The lines that a payout pays, or was meant to pay. */
export const findPayoutLines = (db: Db, payoutId: string): Promise<LineRow[]> =>
  lines(db)
    .innerJoin("payout_items as paid", "paid.entry_id", "entry.id")
    .where("paid.payout_id", "=", payoutId)
    .execute();

/** Approved bookings that will earn the host something, with the deductions decided so far. */
export const findExpected = (db: Db, hostId: string) =>
  db
    .selectFrom("bookings as booking")
    .innerJoin("car_listings as car", "car.id", "booking.car_id")
    .leftJoin(
      (query) =>
        query
          .selectFrom("refunds as refund")
          .select([
            "booking_id",
            sql<number>`sum(borne_by_host_cents)::bigint`.as("borne_cents"),
            sql<string>`string_agg(${REFUND_REASON}, '; ' order by created_at) filter (where ${IS_DEDUCTED})`.as(
              "reason",
            ),
          ])
          .groupBy("booking_id")
          .having((row) => row.fn.sum("borne_by_host_cents"), ">", 0)
          .as("back"),
      (join) => join.onRef("back.booking_id", "=", "booking.id"),
    )
    .where("booking.host_id", "=", hostId)
    .where("booking.status", "=", "approved")
    .select([
      "booking.id as booking_id",
      "booking.number as booking_number",
      "booking.host_share_cents",
      "back.borne_cents",
      "back.reason",
      "car.title",
      "car.year",
      "car.make",
      "car.model",
      "booking.start_date",
      "booking.end_date",
      "booking.ended_on",
      "booking.pickup_time",
      "booking.return_time",
      chargeLines("booking.id").as("lines"),
      ON_HOLD.as("on_hold"),
    ])
    .orderBy("booking.end_date")
    .orderBy("booking.id")
    .execute();
export type ExpectedRow = Awaited<ReturnType<typeof findExpected>>[number];
