-- What an admin asks another admin to confirm. A confirmed role change is made at once; a confirmed
-- bank file is downloaded once, by the admin who asked.
create table admin_approvals (
  id uuid constraint admin_approvals_pkey primary key default gen_random_uuid(),
  action text not null
    constraint admin_approvals_action_known check (action in ('bank_file', 'role_change')),
  -- The batch, or the account whose role changes.
  subject_id uuid not null,
  role text constraint admin_approvals_role_known check (role in ('support', 'finance', 'owner')),
  granted boolean,
  requested_by uuid not null
    constraint admin_approvals_requested_by_fkey references accounts (id),
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  decision text
    constraint admin_approvals_decision_known check (decision in ('confirmed', 'declined')),
  decided_by uuid constraint admin_approvals_decided_by_fkey references accounts (id),
  decided_at timestamptz,
  reason text,
  used_at timestamptz,
  constraint admin_approvals_role_set check (
    (action = 'role_change') = (role is not null) and (role is null) = (granted is null)
  ),
  constraint admin_approvals_decision_complete check (
    (decision is null) = (decided_by is null) and (decision is null) = (decided_at is null)
  ),
  constraint admin_approvals_second_person check (decision <> 'confirmed' or decided_by <> requested_by)
);
comment on table admin_approvals is 'What an admin asks another admin to confirm.';
create index admin_approvals_open_idx on admin_approvals (requested_at) where used_at is null;

-- Bank details that a host has entered in place of others. They replace them once the waiting time
-- is over.
create table payout_details_changes (
  host_id uuid constraint payout_details_changes_pkey primary key
    constraint payout_details_changes_host_id_fkey references accounts (id) on delete cascade,
  sealed bytea not null,
  key_id text not null
    constraint payout_details_changes_key_id_format check (key_id ~ '^[0-9a-f]{16}$'),
  requested_at timestamptz not null,
  effective_at timestamptz not null
);
comment on table payout_details_changes is
  'Changed bank details of hosts that do not apply yet, encrypted.';
create index payout_details_changes_due_idx on payout_details_changes (effective_at);
