-- What hosts pay for cancelling, and the credit that renters receive for it (decision 54).
create table host_cancellations (
  booking_id uuid constraint host_cancellations_pkey primary key
    constraint host_cancellations_booking_id_fkey references bookings (id),
  host_id uuid not null constraint host_cancellations_host_id_fkey references accounts (id),
  reason text not null constraint host_cancellations_reason_known
    check (reason in ('car_broken', 'car_elsewhere', 'host_unavailable', 'renter_concern', 'other')),
  fee_cents bigint not null constraint host_cancellations_fee_in_bounds
    check (fee_cents = 0 or fee_cents between 2500 and 25000),
  cancelled_at timestamptz not null,
  waived_at timestamptz,
  waived_by uuid constraint host_cancellations_waived_by_fkey references accounts (id),
  waive_reason text constraint host_cancellations_waive_reason_length check (length(waive_reason) between 1 and 500),
  constraint host_cancellations_waiver_whole check (num_nulls(waived_at, waived_by, waive_reason) in (0, 3)),
  constraint host_cancellations_only_fees_waived check (waived_at is null or fee_cents > 0)
);
create index host_cancellations_host on host_cancellations (host_id, cancelled_at);

comment on table host_cancellations is 'Approved bookings that their hosts cancelled, with the fee.';
comment on column host_cancellations.fee_cents is 'Deducted from the host''s earnings, and given to the renter as credit.';
comment on column host_cancellations.waived_at is 'When an admin waived the fee. The renter keeps the credit.';

create table renter_credits (
  renter_id uuid constraint renter_credits_pkey primary key
    constraint renter_credits_renter_id_fkey references accounts (id),
  balance_cents bigint not null constraint renter_credits_not_overspent check (balance_cents >= 0)
);
comment on table renter_credits is 'Each renter''s balance of the ledger account renter_credit. A constraint ensures that nobody spends more.';

alter table bookings add column credit_cents bigint not null default 0
  constraint bookings_credit_not_negative check (credit_cents >= 0);
comment on column bookings.credit_cents is 'What the renter pays with credit. It is reserved for this booking until the card is charged, and then spent.';
alter table bookings drop constraint bookings_host_share_within_amount_due;
alter table bookings add constraint bookings_host_share_within_price
  check (host_share_cents >= 0 and host_share_cents <= amount_due_cents + credit_cents);
create index bookings_pending_credit on bookings (renter_id) where status = 'pending' and credit_cents > 0;

alter table booking_lines
  drop constraint booking_lines_code_known,
  drop constraint booking_lines_earner_known,
  drop constraint booking_lines_only_discounts_negative;
alter table booking_lines
  add constraint booking_lines_code_known
    check (code in ('rental', 'discount', 'meeting_place', 'extra', 'service_fee', 'processing_fee', 'credit')),
  add constraint booking_lines_earner_known check (earner in ('host', 'platform', 'renter')),
  add constraint booking_lines_only_discounts_negative check ((code in ('discount', 'credit')) = (amount_cents < 0)),
  add constraint booking_lines_credit_of_renter check ((code = 'credit') = (earner = 'renter'));

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
      sum(quantity) filter (where code = 'rental') as days,
      -coalesce(sum(amount_cents) filter (where code = 'credit'), 0) as credit
    from booking_lines where booking_id = booking
  ) lines
  where b.id = booking and (lines.due, lines.total, lines.rental, lines.days, lines.credit) is distinct from (
    b.amount_due_cents, b.total_cents,
    coalesce((select sum(price) from unnest(b.day_prices_cents) price), b.price_per_day_cents * (b.days + b.given_back_days)),
    b.days + b.given_back_days, b.credit_cents);
  if found then
    raise exception 'the lines of booking % do not add up to its charge', booking using errcode = 'check_violation';
  end if;
  return null;
end $$;
drop trigger bookings_lines_add_up on bookings;
create constraint trigger bookings_lines_add_up
  after insert or update of amount_due_cents, total_cents, price_per_day_cents, day_prices_cents, days, given_back_days, credit_cents on bookings
  deferrable initially deferred for each row execute function booking_lines_must_add_up();

alter table refunds
  drop constraint refunds_made_by_known,
  add constraint refunds_made_by_known check (made_by in ('provider', 'dispute', 'credit')),
  add constraint refunds_credit_at_once check (made_by is distinct from 'credit' or
    (booking_id is not null and later_charge_id is null and made_at = created_at));
comment on column refunds.made_by is 'credit: returned as credit, at the moment of the decision.';

create function check_returned_credit() returns trigger language plpgsql as $$
begin
  perform from bookings where id = new.booking_id and credit_cents >= (
    select sum(amount_cents) from refunds where booking_id = new.booking_id and made_by = 'credit');
  if not found then
    raise exception 'refund % returns more credit than was paid', new.id
      using errcode = 'check_violation', constraint = 'refunds_within_credit';
  end if;
  return null;
end $$;
create trigger refunds_of_credit_checked after insert on refunds
  for each row when (new.made_by = 'credit') execute function check_returned_credit();

alter table payment_incidents
  drop constraint payment_incidents_kind_known,
  add constraint payment_incidents_kind_known check (kind in (
    'webhook_refused', 'event_unknown', 'record_differs', 'checkout_refused', 'dispute', 'ledger_fault', 'trip_record_changed',
    'car_overdue', 'handover_contested', 'host_in_debt'));

alter table ledger_entries
  drop constraint ledger_entries_account_known,
  drop constraint ledger_entries_owner_matches_account;
alter table ledger_entries
  add constraint ledger_entries_account_known check (account in (
    'card_clearing', 'bank_clearing', 'bank', 'renter', 'renter_credit', 'host_payable', 'platform_fees', 'vat_payable', 'vat_deferred',
    'provider_fees', 'refunds', 'disputes', 'payouts')),
  add constraint ledger_entries_owner_matches_account
    check ((account in ('renter', 'renter_credit', 'host_payable')) = (owner_id is not null));
alter table ledger_transactions drop constraint ledger_transactions_kind_known;
alter table ledger_transactions add constraint ledger_transactions_kind_known check (kind in (
  'authorized', 'authorization_released', 'captured', 'change_charged', 'later_charged', 'later_refunded', 'deposit_captured', 'deposit_refunded', 'provider_fee', 'refund_decided',
  'refunded', 'earned', 'host_fee', 'host_fee_waived', 'credit_spent', 'credit_lapsed', 'vat_invoiced', 'vat_credited',
  'dispute_opened', 'dispute_won', 'dispute_lost', 'payout', 'payout_paid', 'payout_returned', 'payout_failed', 'provider_payout',
  'provider_payout_arrived', 'provider_payout_failed'));
