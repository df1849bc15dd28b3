// SQL for the money of the whole platform: the ledger's sums, and what is open with the card
// provider.
import { sql } from "kysely";
import { startOfDayInNassau, type CalendarDate } from "../../../domain/calendar/dates.ts";
import type { LedgerSum } from "../../../domain/money/money-figures.ts";
import { IS_OPEN_DISPUTE } from "../incidents/incidents.service.ts";
import type { Db } from "../../platform/database/database.ts";

const DAY_IN_NASSAU = sql`(t.at at time zone 'America/Nassau')::date`;
const from = (day: CalendarDate | null): string =>
  day === null ? "-infinity" : startOfDayInNassau(day).toISOString();

/** The day after the latest day whose sums are stored; null if none is stored. */
async function firstUnsummedDay(db: Db): Promise<CalendarDate | null> {
  const { rows } = await sql<{
    day: CalendarDate | null;
  }>`select max(day) + 1 as day from ledger_days`.execute(db);
  return rows[0]?.day ?? null;
}

/**
 * Stores the sums of the days before `day` that are not stored yet. Concurrent calls store the same
 * (0022_money_page.sql explains why).
 */
export async function storeDailySums(db: Db, day: CalendarDate): Promise<void> {
  await sql`
    insert into ledger_days (day, kind, account, cents)
    select ${DAY_IN_NASSAU}, t.kind, e.account, sum(e.amount_cents)
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.at >= ${from(await firstUnsummedDay(db))}::timestamptz and t.at < ${from(day)}::timestamptz
    group by 1, 2, 3
    on conflict do nothing`.execute(db);
}

/**
 * The sums of the whole ledger by month, kind and account: the stored days, and the entries after
 * them.
 */
export async function sumLedger(db: Db): Promise<LedgerSum[]> {
  const unsummedFrom = await firstUnsummedDay(db);
  const { rows } = await sql<LedgerSum>`
    select to_char(day, 'YYYY-MM') as month, kind, account, sum(cents)::bigint as cents from (
      select day, kind, account, cents from ledger_days where day < ${unsummedFrom}::date
      union all
      select ${DAY_IN_NASSAU}, t.kind, e.account, e.amount_cents
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where t.at >= ${from(unsummedFrom)}::timestamptz
    ) as sums group by 1, 2, 3`.execute(db);
  return rows;
}

/** A count, and its sum in integer cents. */
export interface CountAndSum {
  count: number;
  cents: number;
}

export interface OpenMoney {
  authorizations: CountAndSum;
  /**
   * Refunds that are decided but not made; `refused` is the number of bookings whose refund the
   * provider refused.
   */
  refunds: CountAndSum & { refused: number };
  /**
   * Charges that banks have taken back until they decide; `inquiries` is the number of disputes
   * that are only inquiries.
   */
  disputes: CountAndSum & { inquiries: number };
  /** Outstanding balances; `contested` is the number of charges that wait for a decision. */
  later_charges: CountAndSum & { contested: number };
  /** Without open disputes, which are counted above. */
  incidents: number;
}

/** What is open now. */
export async function findOpenMoney(db: Db): Promise<OpenMoney> {
  const { rows } = await sql<{
    what: keyof OpenMoney;
    count: number;
    cents: number;
    special: number;
  }>`
    select 'authorizations' as what, count(*) as count, coalesce(sum(amount_cents), 0)::bigint as cents, 0::bigint as special
      from payments where state = 'authorized'
    union all
    select 'refunds', count(*), coalesce(sum(amount_cents), 0)::bigint,
        (select count(*) from payments where wanted = 'refund' and wanted is not null and refused_at is not null)
      from refunds where made_at is null
    union all
    select 'disputes', count(*) filter (where state = 'open'), coalesce(sum(amount_cents) filter (where state = 'open'), 0)::bigint,
        count(*) filter (where state = 'inquiry')
      from disputes where closed_at is null
    union all
    select 'later_charges', count(*) filter (where state = 'outstanding'),
        coalesce(sum(amount_cents) filter (where state = 'outstanding'), 0)::bigint, count(*) filter (where state = 'contested')
      from later_charges where state in ('outstanding', 'contested') and kind <> 'change'
    union all
    select 'incidents', count(*), 0, 0 from payment_incidents where closed_at is null and not ${IS_OPEN_DISPUTE}`.execute(
    db,
  );
  const of = (what: keyof OpenMoney): { count: number; cents: number; special: number } =>
    rows.find((row) => row.what === what) ?? { count: 0, cents: 0, special: 0 };
  const { count, cents } = of("authorizations");
  const { special: refused, ...refunds } = of("refunds");
  const { special: inquiries, ...disputes } = of("disputes");
  const { special: contested, ...later } = of("later_charges");
  return {
    authorizations: { count, cents },
    refunds: { count: refunds.count, cents: refunds.cents, refused },
    disputes: { count: disputes.count, cents: disputes.cents, inquiries },
    later_charges: { count: later.count, cents: later.cents, contested },
    incidents: of("incidents").count,
  };
}
