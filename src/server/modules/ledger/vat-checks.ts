// The ledger's checks of VAT: tax documents must agree with the charges, with the ledger and among
// each other (decision 41).
import { sql } from "kysely";

/**
 * The invoices that the charge of a booking or of a change must have, given the VAT numbers in use
 * when it was made, and what they and their credit notes must add up to. Credit notes may differ
 * from what refunds return by the cents that these were rounded by (returnedBySupply in
 * domain/money/vat/vat.ts).
 */
export const VAT_BOOKINGS = sql`
  with sales as (
    select b.id as booking_id, null::uuid as charge_id, null::uuid as change_id, t.at
    from bookings b join ledger_transactions t on t.booking_id = b.id and t.kind = 'captured'
    union all select c.booking_id, c.id, c.change_id, t.at
    from later_charges c join ledger_transactions t on t.booking_id = c.booking_id and t.key = 'later_charge:' || c.id || ':charged'
    where c.applied
  ), charges as (
    select b.id, t.charge_id, b.status,
      exists (select from vat_numbers n where n.owner_id = b.host_id and n.checked_at < t.at
        and (n.ended_at is null or n.ended_at >= t.at)) as host_has_number,
      exists (select from vat_numbers n where n.owner_id is null and n.checked_at < t.at
        and (n.ended_at is null or n.ended_at >= t.at)) as platform_has_number,
      lines.host, lines.platform, lines.host - (lines.until * b.host_share_basis_points + 5000)::bigint / 10000
        + ((lines.until - lines.host) * b.host_share_basis_points + 5000)::bigint / 10000 as commission,
      refunded.parts, refunded.priced, refunded.by_platform, refunded.by_host,
      least(lines.host, greatest(refunded.priced - lines.platform, refunded.of_host)) as rental_back
    from bookings b
      join sales t on t.booking_id = b.id
      cross join lateral (
        select coalesce(sum(amount_cents) filter (where earner = 'host'), 0) as host,
          coalesce(sum(amount_cents) filter (where earner = 'platform'), 0) as platform,
          (select coalesce(sum(amount_cents), 0) from booking_lines before
            where before.booking_id = b.id and before.earner = 'host' and before.position <= max(line.position)) as until
        from booking_lines line where booking_id = b.id and change_id is not distinct from t.change_id) as lines
      cross join lateral (
        select coalesce(sum(parts), 0) as parts, coalesce(sum(of_host), 0) as of_host, coalesce(sum(by_host), 0) as by_host,
          coalesce(sum(cents) filter (where borne_by <> 'platform'), 0) as priced,
          coalesce(sum(cents) filter (where borne_by = 'platform'), 0) as by_platform
        from (
          select borne_by, count(*) as parts, sum(amount_cents) as cents, sum(borne_by_host_cents) as by_host,
            case borne_by when 'platform' then 0
              else greatest(round(sum(amount_cents) * lines.host / (lines.host + lines.platform)), sum(borne_by_host_cents)) end as of_host
          from refunds where booking_id = b.id and later_charge_id is not distinct from t.charge_id and borne_by is not null
          group by borne_by
        ) by_bearer
      ) as refunded
    where exists (select from vat_numbers where checked_at is not null)
  ), supplies as (
    select charges.id, charge_id, status, parts, s.supply, case when s.required then s.cents else 0 end as required,
      case when not s.required then 0 when status = 'cancelled' then s.cents else s.back end as back
    from charges cross join lateral (values
      ('rental', host_has_number, host, rental_back),
      ('fees', platform_has_number, platform, least(platform, priced - rental_back + by_platform)),
      ('commission', platform_has_number, commission, least(commission, greatest(0, rental_back - by_host)))
    ) as s (supply, required, cents, back)
  ), documents as (
    select booking_id, later_charge_id, supply, sum(gross_cents) filter (where kind = 'invoice') as invoiced,
      -coalesce(sum(gross_cents) filter (where kind = 'credit_note'), 0) as credited
    from vat_documents group by 1, 2, 3
  ), booked as (
    select t.booking_id, sum(amount_cents) filter (where account = 'vat_payable') as payable,
      sum(amount_cents) filter (where account = 'vat_deferred') as deferred
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where account in ('vat_payable', 'vat_deferred') group by 1
  ), owed as (
    select d.booking_id, b.status, sum(vat_cents) as cents,
      coalesce(sum(vat_cents) filter (where not exists (
        select from later_charges where id = d.later_charge_id and not applied)), 0) as of_booking
    from vat_documents d join bookings b on b.id = d.booking_id where issuer_id is null group by 1, 2
  )
  select 'booking' as about, s.id::text as id, s.supply || ' ' || y.what as what, y.expected::bigint, y.found::bigint
  from supplies s left join documents d on d.booking_id = s.id and d.later_charge_id is not distinct from s.charge_id and d.supply = s.supply
  cross join lateral (values
    ('invoiced', required, coalesce(invoiced, 0)),
    ('credited', back, coalesce(credited, 0))
  ) as y (what, expected, found)
  where abs(y.expected - y.found) > case
    when y.what = 'invoiced' or s.status = 'cancelled' then 0
    else s.parts end
  union all
  select 'booking', coalesce(o.booking_id, b.booking_id)::text, y.what, y.expected::bigint, y.found::bigint
  from owed o full join booked b on b.booking_id = o.booking_id
  cross join lateral (values
    ('vat_payable', -coalesce(o.cents, 0), coalesce(b.payable, 0)),
    ('vat_deferred', case o.status when 'approved' then o.of_booking else 0 end, coalesce(b.deferred, 0))
  ) as y (what, expected, found)
  where y.expected <> y.found`;

/**
 * The same for charges after bookings. What the platform bears of a refund changes no price, so it
 * has no credit note.
 */
export const VAT_LATER_CHARGES = sql`
  with charges as (
    select c.id, c.amount_cents as gross, c.amount_cents - c.host_share_cents as commission,
      exists (select from vat_numbers n where n.owner_id = b.host_id and n.checked_at < t.at
        and (n.ended_at is null or n.ended_at >= t.at)) as host_has_number,
      exists (select from vat_numbers n where n.owner_id is null and n.checked_at < t.at
        and (n.ended_at is null or n.ended_at >= t.at)) as platform_has_number,
      coalesce((select sum(amount_cents) from refunds where later_charge_id = c.id and borne_by <> 'platform'), 0) as priced,
      coalesce((select sum(borne_by_host_cents) from refunds where later_charge_id = c.id and borne_by <> 'platform'), 0) as by_host
    from later_charges c join bookings b on b.id = c.booking_id
      join ledger_transactions t on t.booking_id = c.booking_id and t.key = 'later_charge:' || c.id || ':charged'
    where c.has_tax_documents and c.kind <> 'change' and exists (select from vat_numbers where checked_at is not null)
  ), documents as (
    select later_charge_id, supply, sum(gross_cents) filter (where kind = 'invoice') as invoiced,
      -coalesce(sum(gross_cents) filter (where kind = 'credit_note'), 0) as credited
    from vat_documents where later_charge_id is not null group by 1, 2
  )
  select 'later charge' as about, c.id::text as id, s.supply || ' ' || y.what as what, y.expected::bigint, y.found::bigint
  from charges c cross join lateral (values
    ('rental', host_has_number, gross, priced),
    ('commission', platform_has_number, commission, least(commission, greatest(0, priced - by_host)))
  ) as s (supply, required, cents, back)
  left join documents d on d.later_charge_id = c.id and d.supply = s.supply
  cross join lateral (values
    ('invoiced', case when s.required then s.cents else 0 end, coalesce(d.invoiced, 0)),
    ('credited', case when s.required then s.back else 0 end, coalesce(d.credited, 0))
  ) as y (what, expected, found)
  where y.expected <> y.found`;

/** Lines must add up to their document, and its VAT must be what its rate says. */
export const VAT_DOCUMENTS = sql`
  select 'tax document' as about, d.id::text as id, y.what, y.expected::bigint, y.found::bigint
  from vat_documents d cross join lateral (
    select coalesce(sum(gross_cents), 0) as gross, coalesce(sum(vat_cents), 0) as vat,
      coalesce(sum(floor((2 * gross_cents * d.rate_basis_points + 10000 + d.rate_basis_points)
        / (2 * (10000 + d.rate_basis_points)))), 0) as vat_by_rate
    from vat_document_lines where document_id = d.id
  ) as lines
  cross join lateral (values
    ('lines', d.gross_cents, lines.gross),
    ('VAT of lines', d.vat_cents, lines.vat),
    ('VAT by rate', case d.kind when 'invoice' then lines.vat_by_rate else d.vat_cents end, d.vat_cents)
  ) as y (what, expected, found)
  where y.expected <> y.found`;

/** Each issuer numbers its documents of a kind from 1 to the counter's number, without a gap. */
export const VAT_ISSUERS = sql`
  select 'issuer' as about, issuer_number as id, kind || ' numbers' as what,
    coalesce(c.last, 0)::bigint as expected, coalesce(n.numbers, 0)::bigint as found
  from vat_counters c full join (
    select issuer_number, kind, count(distinct sequence) as numbers, max(sequence) as last
    from vat_documents group by 1, 2
  ) n using (issuer_number, kind)
  where c.last is distinct from n.numbers or c.last is distinct from n.last`;
