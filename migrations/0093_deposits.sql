-- Security deposits on the saved card (product.md, Deposits; decision 51).

alter table car_listings add column deposit_cents integer not null default 0
  constraint car_listings_deposit_in_range check (deposit_cents = 0 or deposit_cents between 100 and 50000);
comment on column car_listings.deposit_cents is 'What is held on the renter''s card from a day before the pickup; 0 for no deposit.';
alter table bookings add column deposit_cents integer not null default 0
  constraint bookings_deposit_in_range check (deposit_cents = 0 or deposit_cents between 100 and 50000);
comment on column bookings.deposit_cents is 'The deposit as booked; 0 for none. It never changes.';

-- The deposit is one of the terms of a booking that are frozen at checkout.
drop trigger bookings_terms_frozen on bookings;
create trigger bookings_terms_frozen before update on bookings for each row when (
  (old.tariff_version, old.ceiling_cents, old.included_miles_per_day, old.price_per_mile_cents, old.level_charge, old.tank_gallons,
    old.pump_price_cents, old.deposit_cents)
  is distinct from
  (new.tariff_version, new.ceiling_cents, new.included_miles_per_day, new.price_per_mile_cents, new.level_charge, new.tank_gallons,
    new.pump_price_cents, new.deposit_cents))
  execute function refuse_new_terms();

create table deposits (
  booking_id uuid constraint deposits_pkey primary key constraint deposits_booking_id_fkey references bookings (id),
  amount_cents integer not null,
  state text not null,
  act_by timestamptz,
  renter_clean_at timestamptz,
  host_clean_at timestamptz,
  host_decision text,
  decided_at timestamptz,
  customer_id text,
  payment_method_id text,
  card_provider text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  constraint deposits_amount_in_range check (amount_cents between 100 and 50000),
  constraint deposits_state_known check (state in ('planned', 'authorising', 'declined', 'undecided', 'held', 'capturing', 'releasing',
    'captured', 'released', 'waived', 'lapsed')),
  constraint deposits_declined_has_deadline check (state not in ('declined', 'undecided') or act_by is not null),
  constraint deposits_decision_known check (host_decision in ('hand_over', 'cancel')),
  constraint deposits_decision_dated check ((host_decision is null) = (decided_at is null)),
  constraint deposits_card_whole check (
    num_nonnulls(customer_id, payment_method_id, card_provider) in (0, 3)),
  constraint deposits_card_provider_known check (card_provider in ('sandbox', 'stripe')),
  constraint deposits_ended_dated check ((ended_at is not null) = (state in ('captured', 'released', 'waived', 'lapsed')))
);
create index deposits_open on deposits (updated_at) where ended_at is null;
comment on table deposits is 'The security deposit of a booking, from a day before its pickup.';
comment on column deposits.act_by is 'Until when the renter can provide another card, after one was declined.';
comment on column deposits.renter_clean_at is 'When the renter reported a clean return. Once both sides have, it is released.';
comment on column deposits.host_decision is 'What the host decided after the renter provided no other card in time.';
comment on column deposits.customer_id is 'With payment_method_id: a card that the renter provided only for the deposit. It is deleted when the deposit ends.';

create table deposit_holds (
  id uuid constraint deposit_holds_pkey primary key,
  booking_id uuid not null constraint deposit_holds_booking_id_fkey references deposits (booking_id),
  number smallint not null,
  amount_cents integer not null,
  state text not null,
  provider text not null,
  customer_id text,
  payment_method_id text,
  session_id text,
  checkout_url text,
  page_expires_at timestamptz,
  intent_id text,
  capture_before timestamptz,
  card_last4 text,
  declined text,
  requested_at timestamptz not null,
  held_at timestamptz,
  ended_at timestamptz,
  attempts integer not null default 0,
  tried_at timestamptz,
  capture_cents integer,
  captured_cents integer not null default 0,
  fee_cents integer,
  refunded_cents integer not null default 0,
  constraint deposit_holds_number_key unique (booking_id, number),
  constraint deposit_holds_intent_id_key unique (intent_id),
  constraint deposit_holds_session_id_key unique (session_id),
  constraint deposit_holds_state_known check (
    state in ('requested', 'page', 'active', 'capturing', 'captured', 'released', 'declined', 'expired', 'ended')),
  constraint deposit_holds_provider_known check (provider in ('sandbox', 'stripe')),
  constraint deposit_holds_declined_known check (declined in ('declined', 'needs_authentication', 'no_card')),
  constraint deposit_holds_declined_with_state check ((declined is not null) = (state = 'declined')),
  constraint deposit_holds_card_whole check ((customer_id is null) = (payment_method_id is null)),
  constraint deposit_holds_page_whole check (page_expires_at is not null or (session_id is null and state <> 'page')),
  constraint deposit_holds_held_has_intent check (
    state not in ('active', 'capturing', 'captured') or intent_id is not null and held_at is not null),
  constraint deposit_holds_capture_within_amount check (capture_cents between 1 and amount_cents),
  constraint deposit_holds_captured_whole check ((captured_cents > 0) = (state = 'captured')),
  constraint deposit_holds_captured_within_amount check (captured_cents between 0 and amount_cents),
  constraint deposit_holds_refunded_within_captured check (refunded_cents between 0 and captured_cents),
  constraint deposit_holds_fee_not_negative check (fee_cents >= 0),
  constraint deposit_holds_card_last4_format check (card_last4 ~ '^\d{4}$'),
  constraint deposit_holds_ended_dated check (
    (ended_at is not null) = (state in ('captured', 'released', 'declined', 'expired', 'ended')))
);
-- A deposit has at most one captured hold, one requested hold and one open page.
create unique index deposit_holds_one_capture on deposit_holds (booking_id) where state in ('capturing', 'captured');
create unique index deposit_holds_one_request on deposit_holds (booking_id) where state = 'requested';
create unique index deposit_holds_one_page on deposit_holds (booking_id) where state = 'page';
create index deposit_holds_open on deposit_holds (booking_id) where ended_at is null;
comment on table deposit_holds is 'The authorisations of a deposit, and the attempts: on the saved card, or on a checkout page.';
comment on column deposit_holds.capture_before is 'When the authorisation ends at the bank, as the provider says.';
comment on column deposit_holds.customer_id is 'With payment_method_id: the card that is being authorised, until the provider has responded.';
comment on column deposit_holds.capture_cents is 'What is taken, stored before the provider is asked.';
comment on column deposit_holds.refunded_cents is 'What was refunded in the provider''s dashboard. The platform bears it.';

create table deposit_claims (
  case_id uuid constraint deposit_claims_pkey primary key,
  booking_id uuid not null constraint deposit_claims_booking_id_fkey references deposits (booking_id),
  opened_at timestamptz not null,
  cents integer,
  decided_at timestamptz,
  constraint deposit_claims_cents_in_range check (cents between 0 and 50000),
  constraint deposit_claims_decided_whole check ((cents is null) = (decided_at is null))
);
create index deposit_claims_booking on deposit_claims (booking_id);
comment on table deposit_claims is 'What cases take from deposits. An open one keeps its deposit held.';
comment on column deposit_claims.cents is 'What the decided case takes; null while the case is open.';

-- A renter's bank can dispute what was taken from a deposit.
alter table disputes add column deposit_hold_id uuid constraint disputes_deposit_hold_id_fkey references deposit_holds (id),
  add constraint disputes_about_one_charge check (num_nonnulls(later_charge_id, deposit_hold_id) <= 1);
comment on column disputes.deposit_hold_id is 'The hold of a deposit from which the disputed money was taken.';

-- Deposits and their holds only advance, and are never deleted.
create function refuse_deposit_step() returns trigger language plpgsql as $$
begin
  raise exception '% can''t change like this: %', tg_table_name, to_jsonb(old) using errcode = 'check_violation',
    constraint = tg_table_name || '_step_known';
end $$;
create trigger deposits_steps before update on deposits for each row when (
  (old.booking_id, old.amount_cents) is distinct from (new.booking_id, new.amount_cents)
  or old.state <> new.state and (
    old.ended_at is not null
    or new.state = 'captured' and old.state <> 'capturing'
    or new.state = 'released' and old.state <> 'releasing'
    or new.state = 'waived' and old.state not in ('declined', 'undecided')))
  execute function refuse_deposit_step();
create trigger deposits_stay before delete on deposits for each row execute function refuse_deposit_step();
create trigger deposit_holds_steps before update on deposit_holds for each row when (
  (old.id, old.booking_id, old.number, old.amount_cents, old.provider) is distinct from (new.id, new.booking_id, new.number, new.amount_cents, new.provider)
  or old.capture_cents is not null and old.capture_cents is distinct from new.capture_cents
  or old.state <> new.state and (old.state, new.state) not in (
    ('requested', 'active'), ('requested', 'declined'), ('requested', 'ended'), ('page', 'active'), ('page', 'expired'),
    ('active', 'capturing'), ('active', 'captured'), ('active', 'released'), ('active', 'ended'),
    ('capturing', 'captured'), ('capturing', 'ended')))
  execute function refuse_deposit_step();
create trigger deposit_holds_stay before delete on deposit_holds for each row execute function refuse_deposit_step();
create trigger deposit_claims_stay before delete on deposit_claims for each row execute function refuse_deposit_step();
create trigger deposit_claims_fixed before update on deposit_claims for each row when (old.cents is not null)
  execute function refuse_deposit_step();

-- The claims to a deposit never exceed it.
create function check_deposit_claims() returns trigger language plpgsql as $$
begin
  if (select sum(cents) from deposit_claims where booking_id = new.booking_id)
    > (select amount_cents from deposits where booking_id = new.booking_id) then
    raise exception 'the cases of booking % take more than its deposit', new.booking_id
      using errcode = 'check_violation', constraint = 'deposit_claims_within_deposit';
  end if;
  return null;
end $$;
create trigger deposit_claims_within_deposit after insert or update on deposit_claims for each row execute function check_deposit_claims();

-- The sandbox can hold a card for some time without its holder being present.
alter table sandbox_checkouts add column capture_before timestamptz;
alter table sandbox_checkouts drop constraint sandbox_checkouts_purpose_known,
  add constraint sandbox_checkouts_purpose_known check (purpose in ('book', 'pay', 'hold'));
comment on column sandbox_checkouts.capture_before is 'When an authorised card is released by the bank.';

alter table ledger_transactions drop constraint ledger_transactions_kind_known;
alter table ledger_transactions add constraint ledger_transactions_kind_known check (kind in (
  'authorized', 'authorization_released', 'captured', 'change_charged', 'later_charged', 'later_refunded', 'deposit_captured',
  'deposit_refunded', 'provider_fee', 'refund_decided',
  'refunded', 'earned', 'vat_invoiced', 'vat_credited', 'dispute_opened', 'dispute_won', 'dispute_lost', 'payout', 'payout_paid',
  'payout_returned', 'payout_failed', 'provider_payout', 'provider_payout_arrived', 'provider_payout_failed'));
