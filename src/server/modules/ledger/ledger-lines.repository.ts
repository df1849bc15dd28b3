// SQL for the ledger's entries with their transactions and bookings, for exports.
import { sql } from "kysely";
import { startOfDayInNassau, addDays, type CalendarDate } from "../../../domain/calendar/dates.ts";
import type { LedgerAccount, LedgerKind } from "../../../domain/money/ledger.ts";
import type { Db } from "../../platform/database/database.ts";

/** A range of days in Nassau; an end that is not given is open. */
export interface DayRange {
  from?: CalendarDate | undefined;
  to?: CalendarDate | undefined;
}

/** One entry. A debit is positive. */
export interface LedgerLine {
  at: string;
  day: CalendarDate;
  transaction_id: string;
  kind: LedgerKind;
  booking_number: number | null;
  account: LedgerAccount;
  owner_id: string | null;
  amount_cents: number;
  entry_id: number;
  /** The exact time, to continue after. */
  position: string;
}

/** The entries of a range, oldest first, after a line. */
export async function findLedgerLines(
  db: Db,
  { from, to }: DayRange,
  { after, limit }: { after: LedgerLine | undefined; limit: number },
): Promise<LedgerLine[]> {
  const start = from ? startOfDayInNassau(from).toISOString() : "-infinity";
  const end = to ? startOfDayInNassau(addDays(to, 1)).toISOString() : "infinity";
  const { rows } = await sql<LedgerLine>`
    select t.at, (t.at at time zone 'America/Nassau')::date as day, t.id as transaction_id, t.kind,
      b.number as booking_number, e.account, e.owner_id, e.amount_cents, e.id as entry_id, t.at::text as position
    from ledger_transactions t
      join ledger_entries e on e.transaction_id = t.id
      left join bookings b on b.id = t.booking_id
    where t.at >= ${start}::timestamptz and t.at < ${end}::timestamptz
      and (t.at, t.id, e.id) > (${after?.position ?? "-infinity"}::timestamptz,
        ${after?.transaction_id ?? "00000000-0000-0000-0000-000000000000"}::uuid, ${after?.entry_id ?? 0}::bigint)
      and t.at >= ${after?.position ?? "-infinity"}::timestamptz
    order by t.at, t.id, e.id
    limit ${limit}`.execute(db);
  return rows;
}
