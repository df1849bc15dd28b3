-- Changes to approved bookings: other dates, hours, place and more extras (decision 47).
create table booking_changes (
  id uuid constraint booking_changes_pkey primary key,
  booking_id uuid not null constraint booking_changes_booking_id_fkey references bookings (id),
  requested_by text not null constraint booking_changes_requested_by_known check (requested_by in ('renter', 'host')),
  state text not null constraint booking_changes_state_known
    check (state in ('requested', 'awaiting_payment', 'accepted', 'declined', 'withdrawn', 'expired')),
  message text constraint booking_changes_message_length check (length(message) between 1 and 500),
  -- What the client sent, to recognise a repeat, and the terms and prices, which never change.
  request jsonb not null,
  terms jsonb not null,
  amount_due_cents bigint not null constraint booking_changes_amount_chargeable check (amount_due_cents = 0 or amount_due_cents >= 50),
  refund_cents bigint not null constraint booking_changes_refund_not_negative check (refund_cents >= 0),
  agreed_refund_max_cents bigint not null constraint booking_changes_agreed_max_not_negative check (agreed_refund_max_cents >= 0),
  agreed_refund_cents bigint constraint booking_changes_agreed_within_max
    check (agreed_refund_cents between 0 and agreed_refund_max_cents),
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  closed_at timestamptz,
  constraint booking_changes_closed_dated check ((closed_at is null) = (state in ('requested', 'awaiting_payment'))),
  constraint booking_changes_agreed_when_accepted check (state <> 'accepted' or agreed_refund_cents is not null)
);
create unique index booking_changes_one_open on booking_changes (booking_id) where closed_at is null;
create index booking_changes_booking on booking_changes (booking_id, requested_at desc);
create index booking_changes_due on booking_changes (expires_at) where closed_at is null;

comment on table booking_changes is 'Requests to change an approved booking. While one is open, the calendar holds its days.';
comment on column booking_changes.request is 'What the client asked for, to recognise a repeat.';
comment on column booking_changes.terms is 'The terms before and after the change, with the quoted lines and prices. They never change.';
comment on column booking_changes.agreed_refund_cents is 'What the host gives back beyond refund_cents.';

create function refuse_changed_request() returns trigger language plpgsql as $$
begin
  raise exception 'what change % asks for is fixed', old.id using errcode = 'restrict_violation';
end $$;
create trigger booking_changes_fixed before update on booking_changes for each row when (
  (old.id, old.booking_id, old.requested_by, old.terms, old.amount_due_cents, old.refund_cents, old.agreed_refund_max_cents, old.requested_at)
  is distinct from
  (new.id, new.booking_id, new.requested_by, new.terms, new.amount_due_cents, new.refund_cents, new.agreed_refund_max_cents, new.requested_at))
  execute function refuse_changed_request();

-- The change that added a line. The tax documents of its payment are about it.
alter table booking_lines add column change_id uuid constraint booking_lines_change_id_fkey references booking_changes (id);
comment on column booking_lines.change_id is 'The change that added the line; null for the lines of the first charge.';

-- Days that were charged and given back. Their prices come last in day_prices_cents.
alter table bookings add column given_back_days smallint not null default 0
  constraint bookings_given_back_days_in_range check (given_back_days >= 0);
comment on column bookings.given_back_days is 'Days that were charged and then given back by a change. Their prices come last in day_prices_cents.';
alter table bookings drop constraint bookings_day_prices_match_days;
alter table bookings add constraint bookings_day_prices_match_days check (cardinality(day_prices_cents) = days + given_back_days);

create or replace function booking_lines_must_add_up() returns trigger language plpgsql as $$
declare
  booking uuid;
begin
  if tg_table_name = 'bookings' then
    booking := new.id;
  elsif tg_op = 'DELETE' then
    booking := old.booking_id;
  else
    booking := new.booking_id;
  end if;
  perform from bookings b, (
    select sum(amount_cents) as due,
      sum(amount_cents) filter (where code in ('rental', 'discount')) as total,
      sum(amount_cents) filter (where code = 'rental') as rental,
      sum(quantity) filter (where code = 'rental') as days
    from booking_lines where booking_id = booking
  ) lines
  where b.id = booking and (lines.due, lines.total, lines.rental, lines.days) is distinct from (
    b.amount_due_cents, b.total_cents,
    coalesce((select sum(price) from unnest(b.day_prices_cents) price), b.price_per_day_cents * (b.days + b.given_back_days)),
    b.days + b.given_back_days);
  if found then
    raise exception 'the lines of booking % do not add up to its charge', booking using errcode = 'check_violation';
  end if;
  return null;
end $$;
drop trigger bookings_lines_add_up on bookings;
create constraint trigger bookings_lines_add_up
  after insert or update of amount_due_cents, total_cents, price_per_day_cents, day_prices_cents, days, given_back_days on bookings
  deferrable initially deferred for each row execute function booking_lines_must_add_up();

-- The payment of a change: a charge of the saved card, or a checkout page, that a side asked for.
alter table later_charges
  add column change_id uuid constraint later_charges_change_id_fkey references booking_changes (id)
    constraint later_charges_change_id_key unique,
  drop constraint later_charges_kind_known,
  drop constraint later_charges_origin_known,
  drop constraint later_charges_origin_named,
  drop constraint later_charges_origin_of_kind;
alter table later_charges
  add constraint later_charges_kind_known check (kind in ('late_return', 'distance', 'fuel', 'charging', 'change')),
  add constraint later_charges_origin_known check (origin in ('return', 'readings', 'change')),
  add constraint later_charges_origin_named check (
    case origin
      when 'change' then change_id is not null and num_nonnulls(return_id, pickup_reading_id, return_reading_id) = 0
      else change_id is null and return_id is not null
        and num_nonnulls(pickup_reading_id, return_reading_id) = case origin when 'return' then 0 else 2 end
    end),
  add constraint later_charges_origin_of_kind check (
    origin = case kind when 'late_return' then 'return' when 'change' then 'change' else 'readings' end);
comment on column later_charges.change_id is 'The change to the booking that this pays for.';
-- A payment that came too late for its change is returned, and never part of the booking's charge.
alter table later_charges
  add column applied boolean not null default false
    constraint later_charges_applied_when_paid check (not applied or kind = 'change' and state = 'paid');
comment on column later_charges.applied is 'The change took effect, so the charge of the booking contains this payment.';
drop trigger later_charges_steps on later_charges;
create trigger later_charges_steps before update of state on later_charges for each row when (
  old.state <> new.state and (old.state, new.state) not in (
    ('announced', 'waived'), ('announced', 'contested'), ('announced', 'paying'), ('contested', 'waived'),
    ('paying', 'paid'), ('paying', 'outstanding'), ('outstanding', 'paid'), ('outstanding', 'waived'))
  -- A change that ends before its card was tried; and a payment that comes after the end, to be returned.
  and not (new.kind = 'change' and (old.state, new.state) in (('paying', 'waived'), ('waived', 'paid'))))
  execute function refuse_charge_step();
drop index later_charges_once;
create unique index later_charges_once on later_charges (booking_id, kind) where kind <> 'change';
drop trigger later_charges_checked on later_charges;
create trigger later_charges_checked before insert on later_charges for each row when (new.kind <> 'change')
  execute function check_later_charge();

-- One table for all refunds (decision 47). Those of a booking's charge name the booking, and also the payment of a change
-- if they return that one. Those of a charge after the trip, or of a payment that came too late for its change, have no
-- booking, so that they never count for the booking's charge.
alter table refunds
  add column later_charge_id uuid constraint refunds_later_charge_id_fkey references later_charges (id),
  add column change_id uuid constraint refunds_change_id_fkey references booking_changes (id),
  add column decision_id uuid constraint refunds_decision_id_fkey references refunds (id),
  alter column booking_id drop not null,
  drop constraint refunds_partial_has_reason;
alter table refunds
  add constraint refunds_partial_has_reason check (
    borne_by is null or reason is not null and (actor_kind = 'admin' or change_id is not null)),
  add constraint refunds_of_a_charge check (
    booking_id is not null
    or later_charge_id is not null and borne_by is not null and actor_kind in ('admin', 'provider') and days is null);
comment on column refunds.booking_id is 'The booking whose charge it returns, in whole or in part; null for a charge after the trip.';
comment on column refunds.later_charge_id is 'The charge after the trip, or the payment of a change, that it returns; null for the booking''s own payment.';
comment on column refunds.change_id is 'The change that gave it back.';
create index refunds_later_charge on refunds (later_charge_id) where later_charge_id is not null;

-- A decision has several rows if it returns several payments, or if a lost dispute settles a part of it. Until now, only
-- disputes made further rows, with the time of the decision.
update refunds set decision_id = decision.first_id
from (
  select id, first_value(id) over (partition by booking_id, created_at, reason, actor_kind order by position) as first_id
  from refunds) decision
where decision.id = refunds.id;
create index refunds_decision on refunds (decision_id);
comment on column refunds.decision_id is 'The decision that this is a part of: the id of its first row.';

-- What a lost dispute has returned of a refund, what the provider has returned, and what is pending become refunds of
-- their own, as those of bookings are. The host's part goes to the first of them. What the provider has made under the
-- refund's id keeps it; otherwise what is pending keeps it, as the provider may have made that without our knowing.
insert into refunds (id, decision_id, booking_id, later_charge_id, amount_cents, borne_by, borne_by_host_cents, reason,
    actor_kind, actor_id, created_at, refused, made_at, made_by, dispute_id)
  select case when part.made_by = 'provider' or made_cents = 0 and (part.made_by is null or settled_cents = amount_cents)
      then id else gen_random_uuid() end, id, null, later_charge_id, part.cents, borne_by,
    greatest(0, least(part.cents, borne_by_host_cents - part.before)), reason, 'admin', decided_by,
    decided_at, refused, case when part.made_by is not null then coalesce(made_at, decided_at) end, part.made_by,
    case part.made_by when 'dispute' then dispute_id end
  from later_refunds, lateral (values
    (settled_cents, 0::bigint, 'dispute'),
    (made_cents, settled_cents, 'provider'),
    (amount_cents - settled_cents - made_cents, settled_cents + made_cents, null)
  ) part (cents, before, made_by)
  where part.cents > 0
  order by decided_at, id, part.before;
alter table refunds alter column decision_id set not null;
alter table vat_documents disable trigger vat_documents_append_only;
alter table vat_documents
  drop constraint vat_documents_one_refund,
  drop constraint vat_documents_later_refund_names_charge,
  drop constraint vat_documents_later_refund_of_note,
  drop constraint vat_documents_later_supply;
update vat_documents set refund_id = later_refund_id where later_refund_id is not null;
alter table vat_documents drop column later_refund_id;
alter table vat_documents enable trigger vat_documents_append_only;
comment on column vat_documents.later_charge_id is
  'The charge after the booking, or the payment of a change, that it is about; null for the first charge of the booking.';
drop table later_refunds;
drop function check_later_refund();
drop function refuse_changed_later_refund();

-- Nothing of such a payment is refunded twice, by us or in the provider's dashboard. The host returns no more than the
-- share of a charge after the trip; the share of a change is the booking's.
create function check_later_refund() returns trigger language plpgsql as $$
begin
  perform from later_charges charge, (
    select sum(amount_cents) as cents, sum(borne_by_host_cents) as by_host from refunds where later_charge_id = new.later_charge_id
  ) refunded
  where charge.id = new.later_charge_id and charge.state = 'paid'
    and charge.applied = (new.booking_id is not null)
    and refunded.cents + charge.refunded_cents <= charge.amount_cents
    and (charge.applied or refunded.by_host <= charge.host_share_cents);
  if not found then
    raise exception 'refund % exceeds its charge', new.id using errcode = 'check_violation', constraint = 'refunds_within_later_charge';
  end if;
  return null;
end $$;
create trigger refunds_of_later_charges_checked after insert on refunds for each row when (new.later_charge_id is not null)
  execute function check_later_refund();
create function refuse_changed_refund() returns trigger language plpgsql as $$
begin
  raise exception 'refund % was decided and can''t change', old.id using errcode = 'restrict_violation';
end $$;
create trigger refunds_of_later_charges_fixed before update on refunds for each row when (
  old.booking_id is null and (
    (old.id, old.decision_id, old.booking_id, old.later_charge_id, old.borne_by, old.reason, old.actor_id, old.created_at)
    is distinct from
    (new.id, new.decision_id, new.booking_id, new.later_charge_id, new.borne_by, new.reason, new.actor_id, new.created_at)
    -- What a lost dispute settles of a pending refund becomes a refund of its own.
    or (old.amount_cents, old.borne_by_host_cents) is distinct from (new.amount_cents, new.borne_by_host_cents)
      and (old.made_at is not null or new.made_at is not null
        or new.amount_cents > old.amount_cents or new.borne_by_host_cents > old.borne_by_host_cents)
    or old.made_by = 'provider' and (old.made_at, old.made_by) is distinct from (new.made_at, new.made_by)))
  execute function refuse_changed_refund();
create trigger refunds_of_later_charges_stay before delete on refunds for each row when (old.booking_id is null)
  execute function refuse_changed_refund();

-- Whether renters can extend into free days without the host's answer.
alter table car_listings add column preapproves_extensions boolean;
comment on column car_listings.preapproves_extensions is 'Whether extensions into free days need no answer; null follows the booking mode.';

alter table ledger_transactions drop constraint ledger_transactions_kind_known;
alter table ledger_transactions add constraint ledger_transactions_kind_known check (kind in (
  'authorized', 'authorization_released', 'captured', 'change_charged', 'later_charged', 'later_refunded', 'provider_fee', 'refund_decided',
  'refunded', 'earned', 'vat_invoiced', 'vat_credited', 'dispute_opened', 'dispute_won', 'dispute_lost', 'payout', 'payout_paid',
  'payout_returned', 'payout_failed', 'provider_payout', 'provider_payout_arrived', 'provider_payout_failed'));
