-- Cars, and the days on which they are taken.
create extension if not exists btree_gist;
create extension if not exists pg_trgm;

create table car_listings (
  id uuid primary key default gen_random_uuid(),
  host_id uuid not null references profiles (user_id),
  title text not null check (length(title) between 1 and 120),
  description text check (length(description) <= 4000),
  make text not null check (length(make) between 1 and 60),
  model text not null check (length(model) between 1 and 60),
  year integer not null check (year between 1990 and 2200),
  color text check (length(color) <= 40),
  license_plate text check (length(license_plate) <= 20),
  location text not null check (length(location) between 1 and 200),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  price_per_day numeric(12, 2) not null check (price_per_day >= 1 and price_per_day <= 100000),
  transmission text not null check (transmission in ('automatic', 'manual')),
  fuel_type text not null check (fuel_type in ('gasoline', 'diesel', 'electric', 'hybrid')),
  seats integer not null check (seats in (2, 4, 5, 6, 7, 8)),
  features text[] not null default '{}' check (array_length(features, 1) is null or array_length(features, 1) <= 12),
  images text[] not null default '{}' check (array_length(images, 1) is null or array_length(images, 1) <= 30),
  is_available boolean not null default true,
  is_approved boolean not null default false,
  -- instant: the host's standing approval; approval: the host answers each request (product.md, Booking and payment).
  booking_mode text not null default 'instant' check (booking_mode in ('instant', 'approval')),
  pickup_instructions text check (length(pickup_instructions) <= 2000),
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((latitude is null) = (longitude is null))
);
create index car_listings_host_idx on car_listings (host_id);
-- Browse reads only what is public, newest first or by price, and pages by (sort key, id); the included columns let it filter without reading the row.
create index car_listings_newest_idx on car_listings (created_at desc, id desc) include (price_per_day, location) where is_approved and is_available and deleted_at is null;
create index car_listings_price_idx on car_listings (price_per_day, id) include (location) where is_approved and is_available and deleted_at is null;
-- Without statistics on the lowered text the planner takes every location for rare.
create statistics car_listings_location_stats on (lower(location)) from car_listings;
create index car_listings_location_idx on car_listings using gin (lower(location) gin_trgm_ops) where is_approved and is_available and deleted_at is null;

-- Every range of days on which a car is taken: a hold or booking, a block of its host, an event of another calendar.
-- The exclusion constraint is the promise that no two ever overlap; half-open ranges let one renter return on the day another picks up.
create table car_calendar (
  id uuid primary key default gen_random_uuid(),
  car_id uuid not null references car_listings (id),
  kind text not null check (kind in ('booking', 'block', 'import')),
  booking_id uuid unique,
  during daterange not null check (not isempty(during) and lower_inc(during) and not upper_inc(during) and not lower_inf(during) and not upper_inf(during)),
  created_at timestamptz not null,
  check ((kind = 'booking') = (booking_id is not null)),
  constraint car_calendar_no_overlap exclude using gist (car_id with =, during with &&)
);
