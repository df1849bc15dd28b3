-- The ledger follows the money from the card provider to the bank and from there to hosts
-- (docs/decisions/0035).
alter table ledger_entries drop constraint ledger_entries_account_known;
alter table ledger_entries add constraint ledger_entries_account_known check (account in
  ('card_clearing', 'bank_clearing', 'bank', 'renter', 'host_payable', 'platform_fees', 'provider_fees',
   'refunds', 'disputes', 'payouts'));
alter table ledger_transactions drop constraint ledger_transactions_kind_known;
alter table ledger_transactions add constraint ledger_transactions_kind_known check (kind in
  ('authorized', 'authorization_released', 'captured', 'provider_fee', 'refund_decided', 'refunded', 'earned',
   'dispute_opened', 'dispute_won', 'dispute_lost', 'payout', 'payout_paid', 'payout_returned', 'payout_failed',
   'provider_payout', 'provider_payout_arrived', 'provider_payout_failed'));

-- What was paid to hosts until now has left the bank.
with paid as (
  insert into ledger_transactions (key, kind, at)
  select 'payout:' || id || ':paid', 'payout_paid', now() from payouts where state = 'paid'
  returning id, key
)
insert into ledger_entries (transaction_id, account, amount_cents)
select paid.id, moved.account, moved.sign * payouts.amount_cents
from paid join payouts on paid.key = 'payout:' || payouts.id || ':paid',
  (values ('payouts', 1), ('bank', -1)) as moved (account, sign);

create table provider_payouts (
  id text not null constraint provider_payouts_pkey primary key,
  amount_cents bigint not null,
  status text not null constraint provider_payouts_status_known
    check (status in ('pending', 'in_transit', 'paid', 'failed', 'canceled')),
  created_at timestamptz not null,
  arrives_at timestamptz not null
);
comment on table provider_payouts is 'The card provider''s payouts to our bank, as it reported them last.';
create index provider_payouts_created_idx on provider_payouts (created_at, id);

create table provider_payout_lines (
  id text not null constraint provider_payout_lines_pkey primary key,
  payout_id text not null
    constraint provider_payout_lines_payout_fkey references provider_payouts (id),
  kind text not null constraint provider_payout_lines_kind_known
    check (kind in ('charge', 'refund', 'dispute', 'other')),
  type text not null,
  amount_cents bigint not null,
  fee_cents bigint not null,
  intent_id text,
  created_at timestamptz not null
);
comment on table provider_payout_lines is 'What the card provider''s payouts consist of.';
comment on column provider_payout_lines.type is 'As the provider names it.';
comment on column provider_payout_lines.intent_id is 'The payment that it belongs to; null for fees of the account.';
create index provider_payout_lines_payout_idx on provider_payout_lines (payout_id);

create table sandbox_payouts (
  id text not null constraint sandbox_payouts_pkey primary key,
  amount_cents bigint not null constraint sandbox_payouts_amount_positive check (amount_cents > 0),
  created_at timestamptz not null
);
comment on table sandbox_payouts is 'The payouts that the sandbox made to a bank that exists nowhere.';

create table sandbox_balance_transactions (
  id text not null constraint sandbox_balance_transactions_pkey primary key,
  intent_id text not null,
  kind text not null constraint sandbox_balance_transactions_kind_known
    check (kind in ('charge', 'refund', 'dispute')),
  amount_cents bigint not null,
  fee_cents bigint not null,
  created_at timestamptz not null,
  payout_id text
    constraint sandbox_balance_transactions_payout_fkey references sandbox_payouts (id)
);
comment on table sandbox_balance_transactions is 'What moved the balance that the sandbox holds.';
create index sandbox_balance_transactions_payout_idx on sandbox_balance_transactions (payout_id);
create index sandbox_balance_transactions_intent_idx on sandbox_balance_transactions (intent_id);
insert into sandbox_balance_transactions (id, intent_id, kind, amount_cents, fee_cents, created_at)
select 'txn_test_' || replace(gen_random_uuid()::text, '-', ''), intent_id, moved.kind, cents, fee, at
from sandbox_checkouts s cross join lateral (values
  ('charge', captured_cents, fee_cents, s.created_at),
  ('refund', -refunded_cents, 0, s.created_at),
  ('dispute', case when dispute_status is not null then -dispute_cents end, 1500, disputed_at),
  ('dispute', case dispute_status when 'won' then dispute_cents end, 0, disputed_at)
) as moved (kind, cents, fee, at)
where cents <> 0;
