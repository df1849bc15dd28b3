-- What is wrong between us and the card provider and was not booked, for an admin to look at. One row for what is the same; times says how often.
create table payment_incidents (
  id uuid primary key default gen_random_uuid(),
  -- Names what is the same.
  key text not null unique,
  kind text not null check (kind in ('webhook_refused', 'event_unknown', 'record_differs', 'checkout_refused', 'dispute')),
  booking_id uuid references bookings (id),
  details jsonb not null,
  times integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null
);
create index payment_incidents_newest_idx on payment_incidents (last_at desc, id);

-- The sandbox refunds in part as well, and once per key.
alter table sandbox_checkouts add column refund_keys text[] not null default '{}';
