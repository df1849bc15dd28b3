-- Charges after the booking (product.md, Charges after the trip; decision 44).

-- The card that a checkout saved for later charges, by the provider's ids. Deleted when the trip is
-- closed and nothing is open.
alter table payments
  add column customer_id text,
  add column payment_method_id text,
  add constraint payments_saved_card_whole check ((customer_id is null) = (payment_method_id is null));

alter table sandbox_checkouts
  add column purpose text not null default 'book'
    constraint sandbox_checkouts_purpose_known check (purpose in ('book', 'pay')),
  add column saves_card boolean not null default false,
  add column customer_id text,
  add column payment_method_id text,
  add constraint sandbox_checkouts_saved_card_whole
    check ((customer_id is null) = (payment_method_id is null));

-- A charge after the booking, by formula from the agreed return or two agreed readings.
create table later_charges (
  id uuid constraint later_charges_pkey primary key,
  booking_id uuid not null constraint later_charges_booking_id_fkey references bookings (id),
  kind text not null,
  origin text not null,
  -- The confirmation of the return, and the readings of both handovers.
  return_id uuid constraint later_charges_return_id_fkey references trip_entries (id),
  pickup_reading_id uuid constraint later_charges_pickup_reading_id_fkey references trip_entries (id),
  return_reading_id uuid constraint later_charges_return_reading_id_fkey references trip_entries (id),
  quantity integer not null,
  unit text not null,
  explanation text not null,
  amount_cents bigint not null,
  host_share_cents bigint not null,
  state text not null,
  announced_at timestamptz not null,
  due_at timestamptz not null,
  contest_words text,
  contested_at timestamptz,
  waived_at timestamptz,
  paying_since timestamptz,
  attempts integer not null default 0,
  tried_at timestamptz,
  provider text,
  customer_id text,
  payment_method_id text,
  intent_id text,
  declined text,
  declined_intent_id text,
  outstanding_since timestamptz,
  page_provider text,
  session_id text,
  checkout_url text,
  checkout_number integer not null default 0,
  checkout_expires_at timestamptz,
  paid_at timestamptz,
  fee_cents bigint,
  refunded_cents bigint not null default 0,
  card_last4 text,
  constraint later_charges_intent_id_key unique (intent_id),
  constraint later_charges_session_id_key unique (session_id),
  constraint later_charges_kind_known check (kind in ('late_return', 'distance', 'fuel', 'charging')),
  constraint later_charges_unit_known check (unit in ('hour', 'mile', 'eighth', 'percent', 'charge')),
  constraint later_charges_quantity_positive check (quantity > 0),
  constraint later_charges_explanation_length check (length(explanation) between 1 and 200),
  constraint later_charges_origin_known check (origin in ('return', 'readings')),
  constraint later_charges_origin_of_kind check (
    origin = case when kind = 'late_return' then 'return' else 'readings' end),
  constraint later_charges_origin_named check (return_id is not null
    and num_nonnulls(pickup_reading_id, return_reading_id) = case origin when 'return' then 0 else 2 end),
  constraint later_charges_amount_chargeable check (amount_cents >= 50),
  constraint later_charges_host_share_within_amount check (host_share_cents between 0 and amount_cents),
  constraint later_charges_state_known check (
    state in ('announced', 'waived', 'contested', 'paying', 'outstanding', 'paid')),
  constraint later_charges_contest_whole check (
    (contested_at is null) = (contest_words is null) and (state <> 'contested' or contested_at is not null)),
  constraint later_charges_contest_words_length check (length(contest_words) between 1 and 1000),
  constraint later_charges_waived_dated check ((waived_at is not null) = (state = 'waived')),
  constraint later_charges_paying_dated check (paying_since is not null or state not in ('paying', 'outstanding', 'paid')),
  constraint later_charges_provider_known check (provider in ('sandbox', 'stripe')),
  constraint later_charges_provider_with_payment check ((provider is null) = (paying_since is null)),
  constraint later_charges_card_whole check ((customer_id is null) = (payment_method_id is null)),
  constraint later_charges_page_provider_known check (page_provider in ('sandbox', 'stripe')),
  constraint later_charges_page_whole check (session_id is null or page_provider is not null),
  constraint later_charges_declined_intent_id_key unique (declined_intent_id),
  constraint later_charges_declined_known check (declined in ('declined', 'needs_authentication', 'no_card')),
  constraint later_charges_outstanding_whole check (
    (outstanding_since is null) = (declined is null) and (state <> 'outstanding' or declined is not null)),
  constraint later_charges_paid_whole check (
    (paid_at is not null) = (state = 'paid') and (state <> 'paid' or intent_id is not null)),
  constraint later_charges_fee_cents_not_negative check (fee_cents >= 0),
  constraint later_charges_refunded_within_paid check (
    refunded_cents between 0 and case when state = 'paid' then amount_cents else 0 end),
  constraint later_charges_card_last4_format check (card_last4 ~ '^\d{4}$')
);
-- The formula charges a booking once for each kind.
create unique index later_charges_once on later_charges (booking_id, kind);
create index later_charges_open on later_charges (due_at) where state in ('announced', 'paying', 'outstanding') or session_id is not null;
create index later_charges_paid on later_charges (paid_at) where state = 'paid';

comment on table later_charges is 'Charges after the booking, each by formula from its origin: the agreed return or two agreed readings.';
comment on column later_charges.return_id is 'The confirmation of the return, with which the charge was announced.';
comment on column later_charges.explanation is 'The arithmetic, for people: "412 miles driven, 300 included: 112 × $0.25".';
comment on column later_charges.due_at is 'When the card is charged, unless the charge is contested or waived before.';
comment on column later_charges.provider is 'Which provider charges the saved card or, once it is paid, took the payment.';
comment on column later_charges.customer_id is 'With payment_method_id: the saved card, until the provider has responded to the charge.';
comment on column later_charges.declined_intent_id is 'The provider''s failed charge of the saved card, which was cancelled.';
comment on column later_charges.page_provider is 'Which provider has the checkout page.';
comment on column later_charges.session_id is 'A checkout page that may still be open, even if the charge is paid or waived meanwhile.';
comment on column later_charges.refunded_cents is 'What was refunded in the provider''s dashboard. The platform bears it.';
comment on column later_charges.intent_id is 'The provider''s payment, once it is paid.';
comment on column later_charges.declined is 'Why the saved card could not be charged; the renter then pays on a checkout page.';
comment on column later_charges.checkout_number is 'Counts its checkout pages. A new one is opened only when the last one has expired unpaid.';
comment on column later_charges.fee_cents is 'The provider''s fee; null until it is known.';

-- Every later charge needs its origin.
create function check_later_charge() returns trigger language plpgsql as $$
declare
  confirmed uuid;
begin
  if not exists (select from bookings where id = new.booking_id and ceiling_cents is not null) then
    raise exception 'booking % has no tariff', new.booking_id
      using errcode = 'check_violation', constraint = 'later_charges_booking_has_tariff';
  end if;
  select (content ->> 'reading_id')::uuid into confirmed from trip_entries
    where id = new.return_id and booking_id = new.booking_id and handover = 'return'
      and kind = 'confirmation' and content ->> 'by' = 'code';
  if not found or new.origin = 'readings' and (
    confirmed is distinct from new.return_reading_id
    or not exists (select from trip_entries where booking_id = new.booking_id and handover = 'pickup'
      and kind = 'confirmation' and content ->> 'by' = 'code' and (content ->> 'reading_id')::uuid = new.pickup_reading_id)) then
    raise exception 'later charge % has no origin', new.id
      using errcode = 'check_violation', constraint = 'later_charges_origin_exists';
  end if;
  return new;
end $$;
create trigger later_charges_checked before insert on later_charges for each row execute function check_later_charge();

-- An announced charge is never changed or removed, and its state only advances.
create function refuse_changed_charge() returns trigger language plpgsql as $$
begin
  raise exception 'later charge % was announced and can''t change', old.id using errcode = 'restrict_violation';
end $$;
create trigger later_charges_fixed before update on later_charges for each row when (
  (old.id, old.booking_id, old.kind, old.origin, old.return_id, old.pickup_reading_id, old.return_reading_id, old.quantity,
    old.unit, old.explanation, old.amount_cents, old.host_share_cents, old.announced_at, old.due_at)
  is distinct from
  (new.id, new.booking_id, new.kind, new.origin, new.return_id, new.pickup_reading_id, new.return_reading_id, new.quantity,
    new.unit, new.explanation, new.amount_cents, new.host_share_cents, new.announced_at, new.due_at)
  or old.declined is not null and (old.declined, old.outstanding_since) is distinct from (new.declined, new.outstanding_since))
  execute function refuse_changed_charge();
create trigger later_charges_stay before delete on later_charges for each row execute function refuse_changed_charge();

create function refuse_charge_step() returns trigger language plpgsql as $$
begin
  raise exception 'later charge % can''t go from % to %', old.id, old.state, new.state
    using errcode = 'check_violation', constraint = 'later_charges_step_known';
end $$;
create trigger later_charges_steps before update of state on later_charges for each row when (
  old.state <> new.state and (old.state, new.state) not in (
    ('announced', 'waived'), ('announced', 'contested'), ('announced', 'paying'), ('contested', 'waived'),
    ('paying', 'paid'), ('paying', 'outstanding'), ('outstanding', 'paid'), ('outstanding', 'waived')))
  execute function refuse_charge_step();

alter table disputes
  add column later_charge_id uuid constraint disputes_later_charge_id_fkey references later_charges (id);
comment on column disputes.later_charge_id is 'The later charge that is disputed; null for the charge of the booking.';

alter table ledger_transactions drop constraint ledger_transactions_kind_known;
alter table ledger_transactions add constraint ledger_transactions_kind_known check (kind in (
  'authorized', 'authorization_released', 'captured', 'later_charged', 'later_refunded', 'provider_fee', 'refund_decided', 'refunded', 'earned',
  'vat_invoiced', 'vat_credited', 'dispute_opened', 'dispute_won', 'dispute_lost', 'payout', 'payout_paid',
  'payout_returned', 'payout_failed', 'provider_payout', 'provider_payout_arrived', 'provider_payout_failed'));
