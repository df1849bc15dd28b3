-- What people are told of: kept for the bell, and mailed. An event is told once to each person, however often a job runs.

create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references accounts (id) on delete cascade,
  kind text not null check (kind in ('booking', 'reminder', 'message', 'review', 'payout', 'listing', 'favourite')),
  -- Names what has happened: "booking:<id>:reject".
  event_key text not null check (char_length(event_key) between 1 and 200),
  title text not null check (char_length(title) between 1 and 200),
  body text not null check (char_length(body) <= 500),
  -- The page that it leads to, on this site.
  path text not null check (path ~ '^/[^/\\]' and char_length(path) <= 500),
  created_at timestamptz not null,
  read_at timestamptz,
  unique (user_id, event_key)
);
create index notifications_newest_idx on notifications (user_id, created_at desc, id desc);
create index notifications_unread_idx on notifications (user_id) where read_at is null;

-- Who wants no mails of a kind. The bell has them all the same.
create table unwanted_mails (
  user_id uuid not null references accounts (id) on delete cascade,
  kind text not null check (kind in ('booking', 'reminder', 'message', 'review', 'payout', 'listing', 'favourite')),
  since timestamptz not null,
  primary key (user_id, kind)
);

-- What a mail carries besides its text; JSON.
alter table dev_mails add column headers jsonb not null default '{}';
alter table dev_mails add column attachments jsonb not null default '[]';

-- Trips that begin tomorrow; those that end tomorrow have theirs.
create index bookings_starting_idx on bookings (start_date) where status = 'approved';
