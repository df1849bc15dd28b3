-- What a host does with a car's calendar: blocks with a note, a secret address of it for other programs, and other calendars that are read into it.

alter table car_calendar add column note text check (length(note) between 1 and 200);
alter table car_calendar add check (note is null or kind = 'block');

-- The token is kept as it is: its host reads the address again whenever another site asks for it. It opens days alone, and can be renewed.
create table calendar_links (
  car_id uuid primary key references car_listings (id),
  token text not null unique check (length(token) = 43),
  created_at timestamptz not null
);

-- Calendars on other sites. What one says is kept whole, days that are booked here included: a conflict is where `days` overlap another
-- kind of range, and days that a booking gives back are taken by the feed at once. The rows of kind 'import' are what is left of `days`.
create table calendar_feeds (
  id uuid primary key default gen_random_uuid(),
  car_id uuid not null references car_listings (id),
  name text not null check (length(name) between 1 and 60),
  url text not null check (length(url) between 1 and 2000),
  days datemultirange not null default '{}',
  etag text check (length(etag) <= 500),
  last_modified text check (length(last_modified) <= 100),
  -- When the text was last read, and when the last good answer came (which may be "not modified").
  read_at timestamptz not null,
  answered_at timestamptz not null,
  failing_since timestamptz,
  failures integer not null default 0 check (failures >= 0),
  last_error text,
  last_error_details jsonb,
  next_fetch_at timestamptz not null,
  created_at timestamptz not null,
  unique (car_id, url),
  check ((failures = 0) = (failing_since is null) and (failures = 0) = (last_error is null) and (failures = 0) = (last_error_details is null))
);
create index calendar_feeds_due_idx on calendar_feeds (next_fetch_at);
