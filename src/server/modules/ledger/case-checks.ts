// The ledger's check of cases (ledger-check.service.ts).
import { sql } from "kysely";
import { SMALLEST_CHARGE_CENTS } from "../../../domain/money/later/later-charge.ts";

/**
 * What a closed case costs must come from the deposit and from charges, which are booked or still
 * owed. An open case costs nothing, the host earns it all, and no booking exceeds its ceiling.
 */
export const CASES = sql`
  with booked as (
    select split_part(t.key, ':', 2) as id, sum(e.amount_cents) filter (where account = 'card_clearing') as card,
      -sum(e.amount_cents) filter (where account = 'host_payable') as to_host
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.kind = 'later_charged' group by 1
  ), charged as (
    select case_id, sum(c.cents) filter (where not replaces_deposit) as rest, sum(c.cents) filter (where replaces_deposit) as in_place,
      sum(c.card) as card, sum(c.to_host) as to_host
    from (
      select case_id, replaces_deposit, b.card, b.to_host, case l.state when 'paid' then coalesce(b.card, 0) else l.amount_cents end as cents
      from later_charges l left join booked b on b.id = l.id::text where case_id is not null
    ) c group by case_id
  )
  select 'case' as about, c.id::text as id, y.what, y.expected::bigint, y.found::bigint
  from trip_cases c
    left join charged h on h.case_id = c.id
    left join deposit_claims claim on claim.case_id = c.id
    left join deposits on deposits.booking_id = c.booking_id
  cross join lateral (select c.final_cents - c.deposit_cents as cents) as rest
  cross join lateral (values
    ('taken from the deposit', c.deposit_cents, coalesce(claim.cents, 0)),
    ('charged to the card', case when rest.cents >= ${SMALLEST_CHARGE_CENTS}::bigint then rest.cents else 0 end, coalesce(h.rest, 0)),
    -- A job makes this charge soon after the deposit has lapsed.
    ('charged instead of the deposit', case when deposits.state = 'lapsed' and h.in_place is not null then c.deposit_cents else 0 end,
      coalesce(h.in_place, 0)),
    ('earned by the host', coalesce(h.card, 0), coalesce(h.to_host, 0))
  ) as y (what, expected, found)
  where y.expected <> y.found
  union all
  select 'booking', b.id::text, 'cases within the ceiling', coalesce(b.ceiling_cents, 0)::bigint, claimed.cents::bigint
  from bookings b
    join (select booking_id, sum(coalesce(final_cents, claimed_cents)) as cents from trip_cases group by 1) as claimed
      on claimed.booking_id = b.id
  where claimed.cents > coalesce(b.ceiling_cents, 0)`;
