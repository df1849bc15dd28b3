// The ledger's check of deposits (ledger-check.service.ts).
import { sql } from "kysely";

/**
 * What was taken from a deposit must be booked once, with its fee and what was refunded. It must be
 * what cases decided; what somebody took beyond that has to be refunded.
 */
export const DEPOSITS = sql`
  with booked as (
    select split_part(t.key, ':', 2) as id, sum(e.amount_cents) filter (where kind = 'deposit_captured' and account = 'card_clearing') as taken,
      sum(e.amount_cents) filter (where kind = 'provider_fee' and account = 'provider_fees') as fee,
      -sum(e.amount_cents) filter (where kind = 'deposit_refunded' and account = 'card_clearing') as refunded
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.key like 'deposit_hold:%' group by 1
  )
  select 'deposit' as about, coalesce(h.id::text, b.id) as id, y.what, y.expected::bigint, y.found::bigint
  from deposit_holds h full join booked b on b.id = h.id::text
  cross join lateral (select coalesce(sum(cents), 0) as cents from deposit_claims claim where claim.booking_id = h.booking_id) as d
  cross join lateral (values
    ('taken', coalesce(h.captured_cents, 0), coalesce(b.taken, 0)),
    ('fee of the provider', case when h.state = 'captured' then coalesce(h.fee_cents, 0) else 0 end, coalesce(b.fee, 0)),
    ('refunded', coalesce(h.refunded_cents, 0), coalesce(b.refunded, 0)),
    ('decided by cases', case when h.state = 'captured' then d.cents else 0 end,
      coalesce(h.captured_cents - least(h.refunded_cents, greatest(h.captured_cents - d.cents, 0)), 0))
  ) as y (what, expected, found)
  where y.expected <> y.found`;
