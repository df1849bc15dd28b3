-- The shape of a car, for the filter that people use most. Existing listings have not stated it.
alter table car_listings add column body_type text
  constraint car_listings_body_type_known check (body_type in
    ('saloon', 'hatchback', 'suv', 'jeep', 'van', 'pickup_truck', 'convertible', 'golf_cart'));
comment on column car_listings.body_type is 'Null if the host has not stated it.';

-- The indexes from which searches read all filters, without looking at the rows.
drop index car_listings_area_idx, car_listings_island_idx, car_listings_newest_idx,
  car_listings_price_idx, car_listings_rating_idx;
create index car_listings_area_idx on car_listings (latitude, longitude)
  include (created_at, id, price_per_day_cents, location, island, seats, transmission, fuel_type,
    booking_mode, features, body_type)
  where is_approved and is_available and deleted_at is null;
create index car_listings_island_idx on car_listings (island, created_at desc, id desc)
  include (price_per_day_cents, location, seats, transmission, fuel_type, booking_mode, features,
    body_type)
  where is_approved and is_available and deleted_at is null;
create index car_listings_newest_idx on car_listings (created_at desc, id desc)
  include (price_per_day_cents, location, island, seats, transmission, fuel_type, booking_mode,
    features, body_type)
  where is_approved and is_available and deleted_at is null;
create index car_listings_price_idx on car_listings (price_per_day_cents, id)
  include (location, created_at, island, seats, transmission, fuel_type, booking_mode, features,
    body_type)
  where is_approved and is_available and deleted_at is null;
create index car_listings_rating_idx on car_listings (rating_rank desc, id desc)
  include (location, price_per_day_cents, island, seats, transmission, fuel_type, booking_mode,
    features, body_type)
  where is_approved and is_available and deleted_at is null;
