-- Bookings, the payments behind them, and the ledger that every movement of money goes through.

create table bookings (
  id uuid primary key default gen_random_uuid(),
  car_id uuid not null references car_listings (id),
  renter_id uuid not null references profiles (user_id),
  host_id uuid not null references profiles (user_id),
  start_date date not null,
  end_date date not null,
  status text not null check (status in ('pending', 'approved', 'rejected', 'completed', 'cancelled')),
  payment_status text not null check (payment_status in ('unpaid', 'authorized', 'paid', 'refunded', 'partially_refunded', 'voided', 'failed', 'expired')),
  total_amount numeric(12, 2) not null check (total_amount > 0),
  special_requests text check (length(special_requests) between 1 and 1000),
  stripe_session_id text unique,
  -- What the booking was made with; a later change of price or fees never touches it.
  booking_mode text not null check (booking_mode in ('instant', 'approval')),
  price_per_day numeric(12, 2) not null check (price_per_day > 0),
  service_fee_basis_points integer not null check (service_fee_basis_points between 0 and 10000),
  host_share_basis_points integer not null check (host_share_basis_points between 0 and 10000),
  service_fee_cents bigint not null check (service_fee_cents >= 0),
  processing_fee_cents bigint not null check (processing_fee_cents >= 0),
  amount_due_cents bigint not null check (amount_due_cents > 0),
  host_share_cents bigint not null check (host_share_cents >= 0),
  -- The wish to approve, stored before the capture is asked for; from then on lapse, reject and cancel leave the booking alone.
  approving_since timestamptz,
  approving_actor_kind text check (approving_actor_kind in ('host', 'admin', 'system')),
  approving_actor_id uuid,
  authorized_at timestamptz,
  lapses_at timestamptz,
  decision_reason text check (length(decision_reason) <= 500),
  cancelled_by text check (cancelled_by in ('renter', 'host', 'admin', 'system')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (start_date < end_date and end_date - start_date <= 90),
  check (amount_due_cents = (total_amount * 100)::bigint + service_fee_cents + processing_fee_cents),
  check (host_share_cents <= (total_amount * 100)::bigint),
  check ((approving_since is null) = (approving_actor_kind is null))
);
alter table car_calendar add constraint car_calendar_booking_fkey foreign key (booking_id) references bookings (id);
create index bookings_renter_idx on bookings (renter_id, created_at desc, id desc);
create index bookings_host_idx on bookings (host_id, created_at desc, id desc);
create index bookings_car_idx on bookings (car_id);
create index bookings_open_idx on bookings (lapses_at) where status = 'pending' and payment_status = 'authorized';
create index bookings_unpaid_idx on bookings (renter_id) where status = 'pending' and payment_status = 'unpaid';
create index bookings_running_idx on bookings (end_date) where status = 'approved';

-- One checkout session at the card provider. state is the provider's word, applied once.
create table payments (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null unique references bookings (id),
  provider text not null check (provider in ('sandbox', 'stripe')),
  session_id text unique,
  intent_id text unique,
  checkout_url text,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null check (currency = 'usd'),
  state text not null check (state in ('opening', 'open', 'authorized', 'captured', 'voided', 'expired', 'failed')),
  -- What the provider has still to do for us, until it has done it; the settle job retries it.
  wanted text check (wanted in ('capture', 'void', 'expire', 'refund')),
  wanted_since timestamptz,
  attempts integer not null default 0,
  refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (refunded_cents <= amount_cents)
);
create index payments_wanted_idx on payments (wanted_since) where wanted is not null;
create index payments_open_idx on payments (expires_at) where state in ('opening', 'open');

-- The inbox of signed webhooks: stored raw before they are handled, once per event id.
create table payment_events (
  provider text not null,
  event_id text not null,
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  outcome text,
  primary key (provider, event_id)
);

-- Double entry, integer cents, append-only. Debit is positive, credit negative; a transaction sums to zero, and the database sees to it.
create table ledger_transactions (
  id uuid primary key default gen_random_uuid(),
  -- Names the movement, so that a repeat books nothing.
  key text not null unique,
  kind text not null check (kind in ('authorized', 'authorization_released', 'captured', 'refunded', 'earned', 'payout', 'adjustment')),
  booking_id uuid references bookings (id),
  at timestamptz not null,
  memo text
);
create index ledger_transactions_booking_idx on ledger_transactions (booking_id);

create table ledger_entries (
  id bigint generated always as identity primary key,
  transaction_id uuid not null references ledger_transactions (id),
  account text not null check (account in ('card_clearing', 'deferred_bookings', 'host_payable', 'platform_fees', 'payouts')),
  -- The host of host_payable; ids only, never names.
  owner_id uuid,
  amount_cents bigint not null check (amount_cents <> 0),
  check ((account = 'host_payable') = (owner_id is not null))
);
create index ledger_entries_transaction_idx on ledger_entries (transaction_id);
create index ledger_entries_owner_idx on ledger_entries (owner_id) where owner_id is not null;

create function ledger_must_balance() returns trigger language plpgsql as $$
declare
  total bigint;
begin
  select sum(amount_cents) into total from ledger_entries where transaction_id = new.transaction_id;
  if total <> 0 then
    raise exception 'ledger transaction % is off by % cents', new.transaction_id, total using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_must_balance();
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();
create trigger ledger_transactions_append_only before update or delete or truncate on ledger_transactions
  for each statement execute function refuse_change();

-- The stand-ins' own records: what the sandbox knows as a card provider, and the mailbox of /dev/mailbox.
-- Nothing but the sandbox reads sandbox_checkouts.
create table sandbox_checkouts (
  id text primary key,
  intent_id text not null unique,
  idempotency_key text not null unique,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  line_items jsonb not null,
  description text not null,
  success_url text not null,
  cancel_url text not null,
  client_reference_id text not null,
  session_status text not null check (session_status in ('open', 'complete', 'expired')),
  intent_status text not null check (intent_status in ('requires_payment_method', 'requires_action', 'requires_capture', 'succeeded', 'canceled')),
  captured_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  card_last4 text,
  card_behaviour text,
  webhooks text not null default 'normal' check (webhooks in ('normal', 'late', 'twice', 'never')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create table dev_mails (
  id uuid primary key default gen_random_uuid(),
  recipient text not null,
  sender text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamptz not null
);
create index dev_mails_newest_idx on dev_mails (created_at desc, id);
