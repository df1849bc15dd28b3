-- Payouts: of every Monday a batch, one payout per host in it, made of the lines of the ledger that it pays (product.md, Money).

create table payout_batches (
  id uuid primary key default gen_random_uuid(),
  -- The Sunday up to which rentals count: one batch each, whoever comes to make it.
  period_end date not null unique check (extract(dow from period_end) = 0),
  created_at timestamptz not null
);

create table payouts (
  id uuid primary key default gen_random_uuid(),
  batch_id uuid not null references payout_batches (id),
  host_id uuid not null references profiles (user_id),
  -- Ours, as the statements of both bank accounts show it.
  reference text not null unique check (reference ~ '^[0-9A-Z]{12}$'),
  amount_cents bigint not null check (amount_cents > 0),
  method text not null check (method in ('bank_batch')),
  -- Where it goes: the host's payout_details as they were, sealed and bound as there.
  sealed bytea not null,
  key_id text not null check (key_id ~ '^[0-9a-f]{16}$'),
  state text not null check (state in ('pending', 'paid', 'failed')),
  bank_reference text check (length(bank_reference) between 1 and 100),
  paid_at timestamptz,
  failure_reason text check (length(failure_reason) between 1 and 500),
  failed_at timestamptz,
  unique (batch_id, host_id),
  check ((bank_reference is null) = (paid_at is null)),
  check ((failure_reason is null) = (failed_at is null)),
  -- What was paid may still come back.
  check (case state when 'pending' then paid_at is null and failed_at is null
                    when 'paid' then paid_at is not null and failed_at is null
                    else failed_at is not null end)
);
create index payouts_host_idx on payouts (host_id);

-- The lines of host_payable that a payout is made of. A payout that fails keeps them for its statement, and lets go of them for the next one.
create table payout_items (
  payout_id uuid not null references payouts (id),
  entry_id bigint not null references ledger_entries (id),
  released_at timestamptz,
  primary key (payout_id, entry_id)
);
-- Nothing is paid twice.
create unique index payout_items_live_idx on payout_items (entry_id) where released_at is null;

-- Who was owed or owing something when a batch was made, and was not paid.
create table payout_carried (
  batch_id uuid not null references payout_batches (id),
  host_id uuid not null references profiles (user_id),
  amount_cents bigint not null,
  reason text not null check (reason in ('suspended', 'nothing_due', 'no_bank_details')),
  primary key (batch_id, host_id)
);
