-- Accounts, sessions and the people behind them.
-- Ids are made by the application or by gen_random_uuid(); times are given by the application, never by now().

create table accounts (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email) and length(email) <= 254),
  password_hash text not null,
  email_confirmed_at timestamptz,
  suspended_at timestamptz,
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index accounts_email_key on accounts (email);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts (id) on delete cascade,
  created_at timestamptz not null,
  refreshed_at timestamptz not null,
  revoked_at timestamptz,
  authentication_method text not null check (authentication_method in ('password', 'otp', 'recovery')),
  user_agent text check (length(user_agent) <= 400),
  ip text check (length(ip) <= 64)
);
create index sessions_account_idx on sessions (account_id) where revoked_at is null;

-- A refresh token is used once; for ten seconds after its use it may be used again (several tabs).
create table refresh_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  session_id uuid not null references sessions (id) on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz
);
create index refresh_tokens_session_idx on refresh_tokens (session_id);

-- Tokens that are mailed: confirmation, recovery, change of e-mail.
create table one_time_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id uuid not null references accounts (id) on delete cascade,
  purpose text not null check (purpose in ('signup', 'recovery', 'email_change')),
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_tokens_account_idx on one_time_tokens (account_id, purpose);

create table profiles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references accounts (id) on delete cascade,
  first_name text not null check (length(first_name) between 1 and 80),
  last_name text not null check (length(last_name) between 1 and 80),
  email text not null,
  user_type text not null check (user_type in ('renter', 'host', 'admin')),
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  date_of_birth date,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table user_roles (
  user_id uuid not null references accounts (id) on delete cascade,
  role text not null check (role in ('renter', 'host', 'admin')),
  granted_at timestamptz not null,
  primary key (user_id, role)
);

-- What is counted against a limit: sign-in attempts, mails asked for. A row lives as long as its window.
create table rate_limits (
  key text primary key,
  hits integer not null check (hits > 0),
  resets_at timestamptz not null
);

-- Who did what, when, from what to what, and why. Append-only: the database refuses anything else.
create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('anonymous', 'renter', 'host', 'admin', 'system', 'provider', 'operator')),
  actor_id uuid,
  action text not null check (length(action) <= 80),
  subject_type text not null,
  subject_id uuid not null,
  before jsonb,
  after jsonb,
  reason text
);
create index audit_events_subject_idx on audit_events (subject_type, subject_id, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger audit_events_append_only before update or delete or truncate on audit_events
  for each statement execute function refuse_change();
