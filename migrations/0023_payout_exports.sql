-- When the bank's file of a batch was last taken, and by whom. Every taking is in the record; this one is shown before the next.
alter table payout_batches
  add column exported_at timestamptz,
  add column exported_by uuid references accounts (id) on delete set null,
  add check (exported_by is null or exported_at is not null);
