-- Searches with dates check the booking rules of hundreds of cars. Their indexes now contain these
-- rules, so that no row has to be read. The rules come before the columns of varying length, because
-- PostgreSQL finds columns before those faster.
drop index car_listings_area_idx, car_listings_island_idx, car_listings_newest_idx,
  car_listings_price_idx, car_listings_rating_idx;

create index car_listings_newest_idx on car_listings (created_at desc, id desc)
  include (pickup_from, pickup_until, turnaround_hours, advance_notice_hours, min_days, max_days,
    booking_mode, price_per_day_cents, location, island, seats, transmission,
    fuel_type, features, body_type)
  where is_approved and is_available and deleted_at is null;

create index car_listings_price_idx on car_listings (price_per_day_cents, id)
  include (pickup_from, pickup_until, turnaround_hours, advance_notice_hours, min_days, max_days,
    booking_mode, location, created_at, island, seats, transmission,
    fuel_type, features, body_type)
  where is_approved and is_available and deleted_at is null;

create index car_listings_rating_idx on car_listings (rating_rank desc, id desc)
  include (pickup_from, pickup_until, turnaround_hours, advance_notice_hours, min_days, max_days,
    booking_mode, location, price_per_day_cents, island, seats, transmission,
    fuel_type, features, body_type)
  where is_approved and is_available and deleted_at is null;

create index car_listings_island_idx on car_listings (island, created_at desc, id desc)
  include (pickup_from, pickup_until, turnaround_hours, advance_notice_hours, min_days, max_days,
    booking_mode, price_per_day_cents, location, seats, transmission,
    fuel_type, features, body_type)
  where is_approved and is_available and deleted_at is null;

create index car_listings_area_idx on car_listings (latitude, longitude)
  include (pickup_from, pickup_until, turnaround_hours, advance_notice_hours, min_days, max_days,
    booking_mode, created_at, id, price_per_day_cents, location, island, seats, transmission,
    fuel_type, features, body_type)
  where is_approved and is_available and deleted_at is null;
