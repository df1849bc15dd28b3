// Proves that the ledger agrees with all other records of the money: npm run ledger:check, and a
// nightly job. The sums are computed here a second time, from bookings, payments, refunds and
// disputes, to find mistakes in booking them.
import { sql } from "kysely";
import { inTransaction, type Ctx, type DbCtx } from "../../platform/context.ts";
import { allowLongStatements } from "../../platform/database/database.ts";
import { recordIncident } from "../incidents/incidents.service.ts";
import { CASES } from "./case-checks.ts";
import { DEPOSITS } from "./deposit-checks.ts";
import { storeLedgerDays } from "./money.service.ts";
import { VAT_BOOKINGS, VAT_DOCUMENTS, VAT_ISSUERS, VAT_LATER_CHARGES } from "./vat-checks.ts";

/** One discrepancy; amounts in integer cents, debit positive. */
export interface LedgerDiscrepancy {
  /** A transaction, booking, case, person, payout, tax document, issuer, or day of sums. */
  about: string;
  id: string;
  /** What was checked, such as an account. */
  what: string;
  expected: number;
  found: number;
}

export interface LedgerCheck {
  bookings: number;
  entries: number;
  /** The total number; `discrepancies` contains the first ones. */
  discrepancyCount: number;
  discrepancies: LedgerDiscrepancy[];
}

const MOST = 100;

/**
 * Every transaction must balance. The database refuses any other; this finds changes made to the
 * database itself.
 */
const UNBALANCED = sql`
  select 'transaction' as about, transaction_id::text as id, 'sum' as what, 0::bigint as expected, sum(amount_cents)::bigint as found
  from ledger_entries group by transaction_id having sum(amount_cents) <> 0`;

/**
 * The balance that each account must have for a booking, given its state and the state of its
 * charge. The platform's fees are the remainder.
 */
const BOOKINGS = sql`
  with held as (
    select t.booking_id,
      sum(e.amount_cents) filter (where account = 'card_clearing') as card_clearing,
      sum(e.amount_cents) filter (where account = 'renter') as renter,
      sum(e.amount_cents) filter (where account = 'host_payable') as host_payable,
      sum(e.amount_cents) filter (where account = 'provider_fees') as provider_fees,
      sum(e.amount_cents) filter (where account = 'refunds') as refunds,
      sum(e.amount_cents) filter (where account = 'disputes') as disputes,
      sum(e.amount_cents) filter (where account = 'renter_credit') as renter_credit,
      count(*) filter (where owner_id <> case account when 'host_payable' then b.host_id else b.renter_id end) as strangers
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id join bookings b on b.id = t.booking_id
    group by t.booking_id
  ), refunded as (
    select booking_id, sum(amount_cents) as decided, sum(amount_cents) filter (where made_by = 'provider') as made,
      sum(amount_cents) filter (where made_by = 'provider' and later_charge_id is null) as made_of_booking,
      sum(amount_cents) filter (where made_at is null) as pending, sum(amount_cents) filter (where made_by = 'credit') as to_credit, sum(borne_by_host_cents) as by_host
    from refunds group by booking_id
  ), disputed as (
    select booking_id, sum(amount_cents) filter (where state = 'open') as open, sum(fee_cents) as fees,
      sum(amount_cents) filter (where state in ('open', 'lost')) as taken
    from disputes group by booking_id
  ), later as (
    -- The booking's own amount includes what was paid for changes.
    select booking_id, sum(amount_cents) filter (where not applied) as charged, sum(coalesce(fee_cents, 0)) as fees, sum(host_share_cents) as to_host,
      sum(refunded_cents) as refunded
    from later_charges where state = 'paid' group by booking_id
  ), returned as (
    select c.booking_id, sum(r.amount_cents) filter (where r.made_by = 'provider') as made,
      sum(r.amount_cents) filter (where r.made_at is null) as pending, sum(r.borne_by_host_cents) as by_host
    from refunds r join later_charges c on c.id = r.later_charge_id where r.booking_id is null group by c.booking_id
  ), deposit as (
    select booking_id, sum(captured_cents) as taken, sum(coalesce(fee_cents, 0)) as fees, sum(refunded_cents) as refunded,
      least(sum(captured_cents), (select coalesce(sum(cents), 0) from deposit_claims claim where claim.booking_id = hold.booking_id)) as to_host
    from deposit_holds hold where state = 'captured' group by booking_id
  ), expected as (
    select b.id, charged.cents as charged, p.fee_cents, p.state, p.wanted, p.refunded_cents,
      coalesce(r.made, 0) as made, coalesce(r.made_of_booking, 0) as made_of_booking, coalesce(r.pending, 0) as pending,
      charged.cents - coalesce(case when charged.cents > 0 then p.fee_cents end, 0) - coalesce(r.made, 0) - coalesce(d.taken, 0) - coalesce(d.fees, 0)
        + coalesce(l.charged, 0) - coalesce(l.fees, 0) - coalesce(l.refunded, 0) - coalesce(lr.made, 0)
        + coalesce(t.taken, 0) - coalesce(t.fees, 0) - coalesce(t.refunded, 0) as card_clearing,
      case when b.status = 'approved' then coalesce(r.decided, 0) - charged.cents - b.credit_cents else 0 end as renter,
      case when charged.cents > 0 then b.credit_cents else 0 end - coalesce(r.to_credit, 0) - coalesce(hc.fee_cents, 0) as renter_credit, case when charged.cents > 0 and b.status = 'cancelled' then b.credit_cents - coalesce(r.to_credit, 0) else 0 end as credit_kept,
      case when b.status = 'completed' then coalesce(r.by_host, 0) - b.host_share_cents else 0 end - coalesce(l.to_host, 0) + coalesce(lr.by_host, 0)
        - coalesce(t.to_host, 0) + case when hc.waived_at is null then coalesce(hc.fee_cents, 0) else 0 end as host_payable,
      coalesce(case when charged.cents > 0 then p.fee_cents end, 0) + coalesce(d.fees, 0) + coalesce(l.fees, 0) + coalesce(t.fees, 0) as provider_fees,
      -coalesce(r.pending, 0) - coalesce(lr.pending, 0) as refunds,
      coalesce(d.open, 0) as disputes
    from bookings b
    cross join lateral (select case when b.payment_status in ('paid', 'partially_refunded', 'refunded') then b.amount_due_cents else 0 end as cents) as charged
    left join payments p on p.booking_id = b.id
    left join refunded r on r.booking_id = b.id
    left join disputed d on d.booking_id = b.id
    left join later l on l.booking_id = b.id
    left join returned lr on lr.booking_id = b.id
    left join deposit t on t.booking_id = b.id
    left join host_cancellations hc on hc.booking_id = b.id
  )
  select 'booking' as about, x.id::text as id, y.what, y.expected::bigint, y.found::bigint
  from expected x left join held h on h.booking_id = x.id
  cross join lateral (values
    ('card_clearing', x.card_clearing, coalesce(h.card_clearing, 0)),
    ('renter', x.renter, coalesce(h.renter, 0)),
    ('renter_credit', x.renter_credit, coalesce(h.renter_credit, 0)), ('credit not returned', 0, x.credit_kept),
    ('host_payable', x.host_payable, coalesce(h.host_payable, 0)),
    ('provider_fees', x.provider_fees, coalesce(h.provider_fees, 0)),
    ('refunds', x.refunds, coalesce(h.refunds, 0)),
    ('disputes', x.disputes, coalesce(h.disputes, 0)),
    ('entries of others', 0, coalesce(h.strangers, 0)),
    ('charged at the provider', (x.charged > 0)::int, coalesce(x.state = 'captured', x.charged > 0)::int),
    ('refunded at the provider', x.made_of_booking, coalesce(x.refunded_cents, x.made_of_booking)),
    ('refund wanted', (x.pending > 0)::int, coalesce(x.wanted = 'refund', x.state is null and x.pending > 0)::int)
  ) as y (what, expected, found)
  where y.expected <> y.found`;

/** Every later charge must be booked once when it is paid, with its fee and what was refunded. */
const LATER_CHARGES = sql`
  with booked as (
    select split_part(t.key, ':', 2) as id, sum(e.amount_cents) filter (where kind in ('later_charged', 'change_charged') and account = 'card_clearing') as charged,
      -sum(e.amount_cents) filter (where kind = 'later_charged' and account = 'host_payable') as to_host,
      sum(e.amount_cents) filter (where kind = 'provider_fee' and account = 'provider_fees') as fee,
      -sum(e.amount_cents) filter (where kind = 'later_refunded' and account = 'card_clearing') as refunded
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.key like 'later_charge:%' group by 1
  )
  select 'later charge' as about, coalesce(c.id::text, b.id) as id, y.what, y.expected::bigint, y.found::bigint
  from later_charges c full join booked b on b.id = c.id::text
  cross join lateral (values
    ('charged', case when c.state = 'paid' then c.amount_cents else 0 end, coalesce(b.charged, 0)),
    ('earned by the host', case when c.state = 'paid' then c.host_share_cents else 0 end, coalesce(b.to_host, 0)),
    ('fee of the provider', case when c.state = 'paid' then coalesce(c.fee_cents, 0) else 0 end, coalesce(b.fee, 0)),
    ('refunded', coalesce(c.refunded_cents, 0), coalesce(b.refunded, 0))
  ) as y (what, expected, found)
  where y.expected <> y.found`;

/** Every payout must equal the sum of its lines, be booked once, and be reversed if it failed. */
const PAYOUTS = sql`
  with lines as (
    select payout_id, -sum(e.amount_cents) as cents, count(*) filter (where released_at is null) as live, count(*) as items
    from payout_items join ledger_entries e on e.id = entry_id group by payout_id
  ), booked as (
    select split_part(t.key, ':', 2) as payout_id, sum(e.amount_cents) filter (where kind = 'payout') as paid,
      -sum(e.amount_cents) filter (where kind = 'payout_failed') as back,
      -sum(e.amount_cents) filter (where e.account = 'bank') as from_bank
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.kind in ('payout', 'payout_failed') and e.account = 'host_payable'
      or t.kind in ('payout_paid', 'payout_returned') and e.account = 'bank' group by 1
  )
  select 'payout' as about, p.id::text as id, y.what, y.expected::bigint, y.found::bigint
  from payouts p left join lines l on l.payout_id = p.id left join booked b on b.payout_id = p.id::text
  cross join lateral (values
    ('lines', p.amount_cents, coalesce(l.cents, 0)),
    ('paid', p.amount_cents, coalesce(b.paid, 0)),
    ('booked back', case when p.state = 'failed' then p.amount_cents else 0 end, coalesce(b.back, 0)),
    ('paid by the bank', case when p.state = 'paid' then p.amount_cents else 0 end, coalesce(b.from_bank, 0)),
    ('lines that count', case when p.state = 'failed' then 0 else coalesce(l.items, 0) end, coalesce(l.live, 0))
  ) as y (what, expected, found)
  where y.expected <> y.found`;

/**
 * What each host was paid must equal the lines in valid payouts, so that the balance is exactly
 * what no payout contains yet.
 */
const HOSTS = sql`
  select 'host' as about, host_id::text as id, 'paid out' as what, expected, found from (
    select e.owner_id as host_id,
      coalesce(-sum(e.amount_cents) filter (where item.entry_id is not null), 0)::bigint as expected,
      coalesce(sum(e.amount_cents) filter (where t.kind in ('payout', 'payout_failed')), 0)::bigint as found
    from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      left join payout_items item on item.entry_id = e.id and item.released_at is null
    where e.account = 'host_payable' group by e.owner_id
  ) as hosts where expected <> found`;

/** What each renter can spend must be what the ledger says. */
const CREDITS = sql`
  with booked as (
    select owner_id as renter_id, -sum(amount_cents) as cents from ledger_entries where account = 'renter_credit' group by 1
  )
  select 'renter' as about, renter_id::text as id, 'credit' as what, coalesce(booked.cents, 0)::bigint as expected, coalesce(balance_cents, 0) as found
  from booked full join renter_credits using (renter_id)
  where coalesce(booked.cents, 0) <> coalesce(balance_cents, 0)`;

/**
 * Every payout of the card provider must be booked as it stands: on its way, at the bank, or with
 * the provider again.
 */
const PROVIDER_PAYOUTS = sql`
  with booked as (
    select split_part(t.key, ':', 2) as id, -sum(e.amount_cents) filter (where account = 'card_clearing') as out,
      sum(e.amount_cents) filter (where account = 'bank_clearing') as under_way, sum(e.amount_cents) filter (where account = 'bank') as arrived
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.kind in ('provider_payout', 'provider_payout_arrived', 'provider_payout_failed') group by 1
  )
  select 'provider payout' as about, coalesce(p.id, b.id) as id, y.what, y.expected::bigint, y.found::bigint
  from provider_payouts p full join booked b on b.id = p.id
  cross join lateral (values
    ('paid out', case when p.status not in ('failed', 'canceled') then p.amount_cents else 0 end, coalesce(b.out, 0)),
    ('on its way', case when p.status in ('pending', 'in_transit') then p.amount_cents else 0 end, coalesce(b.under_way, 0)),
    ('at the bank', case when p.status = 'paid' then p.amount_cents else 0 end, coalesce(b.arrived, 0))
  ) as y (what, expected, found)
  where y.expected <> y.found`;

/** The stored sums of each day must equal the sums of its entries, with nothing added later. */
const DAYS = sql`
  with summed as (
    select (t.at at time zone 'America/Nassau')::date as day, t.kind, e.account, sum(e.amount_cents)::bigint as cents
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.at < ((select max(day) + 1 from ledger_days)::timestamp at time zone 'America/Nassau')
    group by 1, 2, 3
  )
  select 'day' as about, day::text as id, kind || ' ' || account as what,
    coalesce(summed.cents, 0) as expected, coalesce(kept.cents, 0) as found
  from summed full join ledger_days kept using (day, kind, account)
  where summed.cents is distinct from kept.cents`;

const CHECKS = [
  UNBALANCED,
  BOOKINGS,
  LATER_CHARGES,
  DEPOSITS,
  CASES,
  PAYOUTS,
  HOSTS,
  CREDITS,
  PROVIDER_PAYOUTS,
  DAYS,
  VAT_BOOKINGS,
  VAT_LATER_CHARGES,
  VAT_DOCUMENTS,
  VAT_ISSUERS,
];

/** The nightly check: records each error as an incident for an admin, once. */
export async function reportLedgerDiscrepancies(ctx: Ctx): Promise<void> {
  const { discrepancyCount, discrepancies } = await checkLedger(ctx);
  for (const error of discrepancies)
    await recordIncident(ctx, {
      key: `ledger:${error.about}:${error.id}:${error.what}`,
      kind: "ledger_fault",
      ...(error.about === "booking" ? { bookingId: error.id } : {}),
      details: { ...error },
    });
  if (discrepancyCount > 0)
    ctx.log.error({ discrepancies: discrepancyCount }, "the ledger does not add up");
  // Keeps the money page from having to sum many days.
  await inTransaction(ctx, async (tx) => {
    await allowLongStatements(tx.db);
    await storeLedgerDays(tx);
  });
}

/**
 * Checks the whole ledger against the other records. Reads a single snapshot of the database,
 * however long it takes.
 */
export async function checkLedger({ db }: DbCtx): Promise<LedgerCheck> {
  if (db.isTransaction) return check(db);
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      await allowLongStatements(tx);
      // Sums millions of entries without spilling to disk.
      await sql`set local work_mem = '128MB'`.execute(tx);
      return check(tx);
    });
}

async function check(db: Ctx["db"]): Promise<LedgerCheck> {
  const discrepancies: LedgerDiscrepancy[] = [];
  let discrepancyCount = 0;
  for (const each of CHECKS) {
    const { rows } = await sql<LedgerDiscrepancy & { of: number }>`
      select *, count(*) over () as of from (${each}) as discrepancies order by id, what limit ${MOST}`.execute(
      db,
    );
    discrepancyCount += rows[0]?.of ?? 0;
    for (const { about, id, what, expected, found } of rows)
      discrepancies.push({ about, id, what, expected, found });
  }
  const count = async (table: "bookings" | "ledger_entries"): Promise<number> =>
    (
      await db
        .selectFrom(table)
        .select((row) => row.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow()
    ).n;
  return {
    bookings: await count("bookings"),
    entries: await count("ledger_entries"),
    discrepancyCount,
    discrepancies: discrepancies.slice(0, MOST),
  };
}
