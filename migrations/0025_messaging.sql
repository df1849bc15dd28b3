-- What people write to each other. A conversation has two sides; of support the admins are the other one.

create table conversations (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('booking', 'listing', 'support')),
  -- Who rents, or asks.
  renter_id uuid not null references profiles (user_id),
  host_id uuid references profiles (user_id),
  car_id uuid references car_listings (id),
  booking_id uuid unique references bookings (id),
  created_at timestamptz not null,
  -- Of the newest message; messages are numbered from 1 while the conversation is locked, so their order is that of the commits.
  last_seq integer not null default 0 check (last_seq >= 0),
  last_message_at timestamptz,
  -- How far each side has read.
  renter_read_seq integer not null default 0,
  host_read_seq integer not null default 0,
  check (host_id <> renter_id),
  check ((kind = 'booking') = (booking_id is not null)),
  check ((kind = 'support') = (host_id is null) and (kind = 'support') = (car_id is null)),
  check (renter_read_seq between 0 and last_seq and host_read_seq between 0 and last_seq),
  check ((last_seq = 0) = (last_message_at is null))
);
create unique index conversations_listing_key on conversations (car_id, renter_id) where kind = 'listing';
create unique index conversations_support_key on conversations (renter_id) where kind = 'support';
create index conversations_renter_idx on conversations (renter_id, last_message_at desc, id desc) where last_seq > 0;
create index conversations_host_idx on conversations (host_id, last_message_at desc, id desc) where last_seq > 0;
create index conversations_support_idx on conversations (last_message_at desc, id desc) where kind = 'support' and last_seq > 0;

create table messages (
  -- Made by the client: sent twice it is one.
  id uuid primary key,
  conversation_id uuid not null references conversations (id),
  seq integer not null check (seq > 0),
  sender_id uuid not null references profiles (user_id),
  -- Which side wrote it: an admin may have asked support as well.
  side text not null check (side in ('renter', 'host', 'support')),
  body text not null check (char_length(body) between 1 and 4000),
  -- What the other side reads until a booking of the two for the car was approved; null where nothing is hidden.
  masked_body text check (masked_body <> body),
  created_at timestamptz not null,
  unique (conversation_id, seq)
);
create index messages_sender_idx on messages (sender_id);
