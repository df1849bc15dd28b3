// SQL for a host's year: the sums of the host's ledger entries by month in Nassau.
import { sql } from "kysely";
import { startOfDayInNassau, toCalendarDate } from "../../../domain/calendar/dates.ts";
import type { HostMonth } from "../../../domain/money/books/yearly-statement.ts";
import type { Db } from "../../platform/database/database.ts";

/** The first instant of a year in Nassau. */
export const startOfYear = (year: number): string =>
  startOfDayInNassau(toCalendarDate(`${year}-01-01`)).toISOString();

/** The year of the host's first entry; null without entries. */
export async function findFirstYear(db: Db, hostId: string): Promise<number | null> {
  const { rows } = await sql<{ year: number | null }>`
    select extract(year from min(t.at) at time zone 'America/Nassau')::int as year
    from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    where e.account = 'host_payable' and e.owner_id = ${hostId}`.execute(db);
  return rows[0]?.year ?? null;
}

/** What the host was owed when the year began, in integer cents. */
export async function findOpeningBalance(db: Db, hostId: string, year: number): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(-sum(e.amount_cents), 0)::bigint as cents
    from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    where e.account = 'host_payable' and e.owner_id = ${hostId} and t.at < ${startOfYear(year)}::timestamptz`.execute(
    db,
  );
  return rows[0]?.cents ?? 0;
}

/** The months of a year that have entries, in order. */
export async function findHostMonths(db: Db, hostId: string, year: number): Promise<HostMonth[]> {
  const { rows } = await sql<HostMonth>`
    with lines as (
      select to_char(t.at at time zone 'America/Nassau', 'YYYY-MM') as month, t.booking_id, -e.amount_cents as cents,
        case when t.kind in ('payout', 'payout_failed') then 'paid'
          when t.kind = 'earned' and e.amount_cents < 0 then 'share'
          when t.kind in ('earned', 'refund_decided') then 'refund'
          when t.kind = 'deposit_captured' then 'deposit' end as what
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where e.account = 'host_payable' and e.owner_id = ${hostId}
        and t.at >= ${startOfYear(year)}::timestamptz and t.at < ${startOfYear(year + 1)}::timestamptz
    ), priced as (
      select lines.*, charged.* from lines
      left join lateral (
        select sum(amount_cents) as gross,
          coalesce(sum(amount_cents) filter (where code = 'meeting_place'), 0) as places,
          coalesce(sum(amount_cents) filter (where code = 'extra'), 0) as extras
        from booking_lines line
        where line.booking_id = lines.booking_id and line.earner = 'host'
      ) charged on what = 'share'
    )
    select month, count(distinct booking_id) filter (where what = 'share')::int as trips,
      coalesce(sum(gross - places - extras), 0)::bigint as rentals_cents,
      coalesce(sum(places), 0)::bigint as meeting_places_cents,
      coalesce(sum(extras), 0)::bigint as extras_cents,
      coalesce(sum(cents - gross) filter (where what = 'share'), 0)::bigint as fee_cents,
      coalesce(sum(cents) filter (where what = 'refund'), 0)::bigint as refunds_cents,
      coalesce(sum(cents) filter (where what = 'deposit'), 0)::bigint as deposits_cents,
      coalesce(sum(cents) filter (where what is null), 0)::bigint as adjustments_cents,
      coalesce(-sum(cents) filter (where what = 'paid'), 0)::bigint as paid_cents
    from priced group by month order by month`.execute(db);
  return rows;
}
