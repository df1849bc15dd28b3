-- Who takes care of what waits for the admins. The queue itself is read from the tables of the
-- things that wait; support cases have an assignee of their own.
create table queue_assignments (
  kind text not null,
  subject text not null,
  assignee_id uuid not null,
  assigned_at timestamptz not null,
  constraint queue_assignments_pkey primary key (kind, subject),
  constraint queue_assignments_assignee_id_fkey foreign key (assignee_id) references accounts (id)
);
comment on table queue_assignments is
  'Which admin takes care of an item of the queue. It counts only if it is younger than the item.';
comment on column queue_assignments.subject is 'The id of what waits, or the name of a job queue.';

-- Payouts that wait for the bank, and those that it returned.
create index payouts_pending_idx on payouts (batch_id) include (amount_cents) where state = 'pending';
create index payouts_failed_idx on payouts (failed_at) where state = 'failed';
