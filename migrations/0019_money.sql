-- Refunds as decisions of their own, disputes, and the accounts that both go through (docs/decisions/0014).

-- What renters have paid in advance is kept per renter from now on.
alter table ledger_entries disable trigger ledger_entries_append_only;
alter table ledger_entries drop constraint ledger_entries_account_check, drop constraint ledger_entries_check;
update ledger_entries e set account = 'renter', owner_id = b.renter_id
from ledger_transactions t join bookings b on b.id = t.booking_id
where t.id = e.transaction_id and e.account = 'deferred_bookings';
set constraints all immediate;
alter table ledger_entries add constraint ledger_entries_account_check check (account in
  ('card_clearing', 'renter', 'host_payable', 'platform_fees', 'provider_fees', 'refunds', 'disputes', 'payouts'));
-- The renter, or the host; ids only, never names.
alter table ledger_entries add constraint ledger_entries_owner_check check ((account in ('renter', 'host_payable')) = (owner_id is not null));
alter table ledger_entries enable trigger ledger_entries_append_only;

alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check check (kind in
  ('authorized', 'authorization_released', 'captured', 'provider_fee', 'refund_decided', 'refunded', 'earned',
   'dispute_opened', 'dispute_won', 'dispute_lost', 'payout', 'payout_failed'));
create index ledger_transactions_at_idx on ledger_transactions (at);

-- What was decided to give back. The provider is asked until it has done it; the oldest first.
create table refunds (
  id uuid primary key,
  -- The order in which they were decided.
  position bigint generated always as identity,
  booking_id uuid not null references bookings (id),
  amount_cents bigint not null check (amount_cents > 0),
  -- Of a part, who bears it. A cancellation gives back what nobody has earned yet.
  borne_by text check (borne_by in ('host', 'platform')),
  reason text check (length(reason) between 1 and 500),
  actor_kind text not null check (actor_kind in ('renter', 'host', 'admin')),
  actor_id uuid not null,
  created_at timestamptz not null,
  -- How often the provider has definitely refused it; it answers each try but once.
  refused integer not null default 0,
  -- When the provider's word first showed it done, or a dispute that was lost had given the money back.
  made_at timestamptz,
  made_by text check (made_by in ('provider', 'dispute')),
  -- Which dispute, so that an appeal that turns it finds what it had settled.
  dispute_id text,
  check ((made_at is null) = (made_by is null)),
  check ((dispute_id is not null) = (made_by is not distinct from 'dispute')),
  check (borne_by is null or (reason is not null and actor_kind = 'admin'))
);
create index refunds_booking_idx on refunds (booking_id, position);
create index refunds_pending_idx on refunds (created_at) where made_at is null;

-- Cancellations until now: one refund each, under the key that the provider knows it by.
insert into refunds (id, booking_id, amount_cents, reason, actor_kind, actor_id, created_at, made_at, made_by)
select b.id, b.id, b.amount_due_cents, nullif(b.decision_reason, ''), b.cancelled_by,
       case when b.cancelled_by = 'host' then b.host_id else b.renter_id end, b.updated_at,
       case when b.payment_status = 'refunded' then b.updated_at end, case when b.payment_status = 'refunded' then 'provider' end
from bookings b where b.status = 'cancelled' and b.payment_status in ('paid', 'refunded') and b.cancelled_by in ('renter', 'host');
with decided as (
  insert into ledger_transactions (key, kind, booking_id, at)
  select 'refund:' || id || ':decided', 'refund_decided', booking_id, created_at from refunds where made_at is null
  returning id, booking_id
)
insert into ledger_entries (transaction_id, account, owner_id, amount_cents)
select d.id, a.account, case a.account when 'renter' then b.renter_id end, a.sign * b.amount_due_cents
from decided d join bookings b on b.id = d.booking_id, (values ('renter', 1), ('refunds', -1)) as a (account, sign);

-- A card's bank has taken a charge back, or asks about it. The provider's word.
create table disputes (
  -- The provider's.
  id text primary key,
  booking_id uuid not null references bookings (id),
  amount_cents bigint not null check (amount_cents > 0),
  -- What the provider asks for it; zero as long as it only inquires.
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  reason text not null,
  -- inquiry: no money has moved.
  state text not null check (state in ('inquiry', 'dropped', 'open', 'won', 'lost')),
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- When the provider was last asked.
  asked_at timestamptz not null,
  check ((closed_at is not null) = (state in ('dropped', 'won', 'lost')))
);
alter table refunds add foreign key (dispute_id) references disputes (id);
create index refunds_dispute_idx on refunds (dispute_id) where dispute_id is not null;
create index disputes_booking_idx on disputes (booking_id);
create index disputes_open_idx on disputes (opened_at) where closed_at is null;

alter table bookings drop constraint bookings_state_check;
alter table bookings add constraint bookings_state_check check ((status, payment_status) in (
  ('pending', 'unpaid'), ('pending', 'authorized'), ('approved', 'paid'), ('approved', 'partially_refunded'), ('rejected', 'voided'),
  ('completed', 'paid'), ('completed', 'partially_refunded'), ('completed', 'refunded'),
  ('cancelled', 'expired'), ('cancelled', 'voided'), ('cancelled', 'failed'),
  ('cancelled', 'paid'), ('cancelled', 'partially_refunded'), ('cancelled', 'refunded')));

-- What the provider kept of a charge for itself; null until it has said so.
alter table payments add column fee_cents bigint check (fee_cents >= 0);
-- When our record and the provider's were last compared, whatever came of it.
alter table payments add column compared_at timestamptz;
create index payments_captured_idx on payments (compared_at nulls first) where state = 'captured';

-- One comparison of what is open with the provider.
create table reconciliations (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  compared integer not null default 0,
  -- Moved on by what the provider said.
  repaired integer not null default 0,
  -- Set aside for an admin: incidents that were new.
  reported integer not null default 0,
  -- The provider gave no answer.
  unanswered integer not null default 0,
  -- Every dispute since the last run that has listed them was looked at.
  listed_disputes boolean not null default false
);

alter table payment_incidents drop constraint payment_incidents_kind_check;
alter table payment_incidents add constraint payment_incidents_kind_check check (kind in
  ('webhook_refused', 'event_unknown', 'record_differs', 'checkout_refused', 'dispute', 'ledger_fault'));
-- An admin has looked into it; a repeat opens it again.
alter table payment_incidents add column closed_at timestamptz;
alter table payment_incidents add column closed_by uuid references accounts (id);
alter table payment_incidents add check ((closed_at is null) = (closed_by is null));
create index payment_incidents_open_idx on payment_incidents (last_at desc, id) where closed_at is null;

-- The sandbox keeps a fee as Stripe does, and cardholders go to their bank.
alter table sandbox_checkouts add column fee_cents bigint not null default 0;
alter table sandbox_checkouts add column dispute_status text check (dispute_status in ('needs_response', 'won', 'lost'));
alter table sandbox_checkouts add column dispute_cents bigint not null default 0;
alter table sandbox_checkouts add column disputed_at timestamptz;
create index sandbox_checkouts_disputed_idx on sandbox_checkouts (disputed_at) where disputed_at is not null;
create index sandbox_checkouts_reference_idx on sandbox_checkouts (client_reference_id);
