-- Passkeys, codes from an authenticator app (TOTP), and what a session was opened with.
alter table sessions
  drop constraint sessions_authentication_method_known,
  add constraint sessions_authentication_method_known
    check (authentication_method in ('password', 'otp', 'recovery', 'passkey')) not valid,
  add column second_factor text
    constraint sessions_second_factor_known
      check (second_factor in ('passkey', 'totp', 'recovery_code'));
alter table sessions validate constraint sessions_authentication_method_known;

create table passkeys (
  id uuid constraint passkeys_pkey primary key default gen_random_uuid(),
  account_id uuid not null constraint passkeys_account_id_fkey references accounts (id),
  -- Chosen by the authenticator, in base64url.
  credential_id text not null constraint passkeys_credential_id_key unique,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null
    constraint passkeys_name_length check (char_length(name) between 1 and 60),
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
comment on table passkeys is 'The public keys of people''s passkeys.';
create index passkeys_account_id_idx on passkeys (account_id, created_at);

create table totp_secrets (
  account_id uuid constraint totp_secrets_pkey primary key
    constraint totp_secrets_account_id_fkey references accounts (id),
  sealed bytea not null,
  key_id text not null
    constraint totp_secrets_key_id_format check (key_id ~ '^[0-9a-f]{16}$'),
  created_at timestamptz not null,
  -- Null until a first code has shown that the app has the secret.
  confirmed_at timestamptz,
  -- The 30-second step of the last code that was used; no code of this step or before is accepted.
  last_step bigint
);
comment on table totp_secrets is 'The encrypted secrets that people share with an authenticator app.';

create table recovery_codes (
  id uuid constraint recovery_codes_pkey primary key default gen_random_uuid(),
  account_id uuid not null constraint recovery_codes_account_id_fkey references accounts (id),
  code_hash text not null,
  used_at timestamptz
);
comment on table recovery_codes is 'Hashes of the codes that each replace a code of the app once.';
create index recovery_codes_account_id_idx on recovery_codes (account_id);

-- A sign-in or a new passkey that waits for the second half of its exchange.
create table sign_in_challenges (
  id uuid constraint sign_in_challenges_pkey primary key default gen_random_uuid(),
  kind text not null
    constraint sign_in_challenges_kind_known
      check (kind in ('second_factor', 'passkey_sign_in', 'passkey_registration')),
  secret_hash bytea not null
    constraint sign_in_challenges_secret_hash_length check (length(secret_hash) = 32),
  account_id uuid constraint sign_in_challenges_account_id_fkey references accounts (id),
  -- How the account signed in before the second factor, and the password it had then.
  authentication_method text
    constraint sign_in_challenges_authentication_method_known
      check (authentication_method in ('password', 'otp', 'recovery')),
  password_hash text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint sign_in_challenges_account_set
    check (kind = 'passkey_sign_in' or account_id is not null),
  constraint sign_in_challenges_method_set check (
    (kind = 'second_factor') = (authentication_method is not null)
    and (kind = 'second_factor') = (password_hash is not null)
  )
);
comment on table sign_in_challenges is 'Sign-ins and new passkeys that are not complete yet.';
create unique index sign_in_challenges_secret_hash_idx on sign_in_challenges (secret_hash);
create index sign_in_challenges_account_id_idx on sign_in_challenges (account_id);
create index sign_in_challenges_expires_at_idx on sign_in_challenges (expires_at);
