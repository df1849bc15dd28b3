-- What hosts settle for themselves: how new listings are booked, where payouts go, and the papers of their cars.

create table host_settings (
  host_id uuid primary key references profiles (user_id),
  -- What the form of a new listing starts with.
  booking_mode text not null check (booking_mode in ('instant', 'approval')),
  updated_at timestamptz not null
);

-- Where a host is paid, sealed (docs/decisions/0010). key_id finds what an older key sealed.
create table payout_details (
  host_id uuid primary key references profiles (user_id),
  sealed bytea not null,
  key_id text not null check (key_id ~ '^[0-9a-f]{16}$'),
  updated_at timestamptz not null
);

-- The newest document of each kind. Its file lies sealed in the object store, named by its id.
create table car_documents (
  id uuid primary key,
  car_id uuid not null references car_listings (id),
  kind text not null check (kind in ('self_drive_plate', 'insurance', 'inspection')),
  -- Of what is in the file once it is opened.
  type text not null check (type in ('image/jpeg', 'application/pdf')),
  bytes integer not null check (bytes > 0),
  -- The last day on which it is valid; a plate may have no end.
  expires_on date check (expires_on is not null or kind = 'self_drive_plate'),
  -- The last reminder that its host was sent: so many days before it expires.
  reminded_days smallint check (reminded_days in (30, 7)),
  key_id text not null check (key_id ~ '^[0-9a-f]{16}$'),
  created_at timestamptz not null,
  unique (car_id, kind)
);
-- The daily search for what expires.
create index car_documents_expiry_idx on car_documents (expires_on) where expires_on is not null;
