-- Who people are: two documents that an admin compares with the profile, and a phone that a code was sent to.

create table identities (
  user_id uuid primary key references accounts (id) on delete cascade,
  state text not null default 'none' check (state in ('none', 'submitted', 'verified', 'rejected')),
  -- Counts the changes, so that an admin decides on what they have seen.
  version integer not null default 1,
  submitted_at timestamptz,
  decided_at timestamptz,
  decided_by uuid references accounts (id),
  -- What the person is told of a rejection.
  reason text check (char_length(reason) between 1 and 500),
  -- The name and the date of birth that were compared with the documents.
  verified_as text,
  check (state <> 'submitted' or submitted_at is not null),
  check (state not in ('verified', 'rejected') or decided_at is not null),
  check ((state = 'rejected') = (reason is not null)),
  check ((state = 'verified') = (verified_as is not null))
);
create index identities_waiting_idx on identities (submitted_at, user_id) where state = 'submitted';

-- Their files lie sealed in an object store of their own, named by the id.
create table identity_documents (
  id uuid primary key,
  user_id uuid not null references identities (user_id) on delete cascade,
  kind text not null check (kind in ('driving_licence', 'government_id')),
  type text not null check (type in ('image/jpeg', 'application/pdf')),
  bytes integer not null check (bytes > 0),
  key_id text not null check (key_id ~ '^[0-9a-f]{16}$'),
  created_at timestamptz not null,
  unique (user_id, kind)
);

-- What the name and the date of birth of a profile are compared as.
create function identity_name(first_name text, last_name text, date_of_birth date) returns text
  language sql immutable
  return first_name || ' ' || last_name || ', ' || coalesce((date_of_birth - date '1900-01-01')::text, '');

-- How everybody stands today: who has another name or date of birth than was verified is not verified any more.
create view identity_states as
  select
    profile.user_id,
    case
      when identity.state = 'verified'
        and identity.verified_as <> identity_name(profile.first_name, profile.last_name, profile.date_of_birth)
        then 'none'
      else coalesce(identity.state, 'none')
    end as state
  from profiles profile
  left join identities identity on identity.user_id = profile.user_id;

alter table profiles
  -- When the code that was sent to this phone came back; another phone has to be verified anew.
  add column phone_verified_at timestamptz,
  add check (phone_verified_at is null or phone is not null);

-- The newest code of each person.
create table phone_codes (
  user_id uuid primary key references accounts (id) on delete cascade,
  phone text not null,
  code_hash bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);

-- What admins decide for the whole marketplace; one row.
create table marketplace_settings (
  one boolean primary key default true check (one),
  verified_drivers_only boolean not null default false
);
insert into marketplace_settings default values;

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('booking', 'reminder', 'message', 'review', 'payout', 'listing', 'favourite', 'identity'));
alter table unwanted_mails drop constraint unwanted_mails_kind_check;
alter table unwanted_mails add constraint unwanted_mails_kind_check
  check (kind in ('booking', 'reminder', 'message', 'review', 'payout', 'listing', 'favourite', 'identity'));
