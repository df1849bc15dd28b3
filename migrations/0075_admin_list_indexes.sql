-- Admins find trips by their days, and those of an island's cars, without reading the bookings
-- themselves. A GiST index would collect all the trips of a long time before the first is read.
drop index bookings_days_idx, bookings_starts_idx, bookings_ends_idx, bookings_status_starts_idx,
  bookings_status_ends_idx;
create index bookings_starts_idx on bookings (start_date, id, end_date) include (car_id)
  where counts;
create index bookings_ends_idx on bookings (end_date, id, start_date) include (car_id)
  where counts;
create index bookings_status_starts_idx on bookings (status, start_date, id, end_date)
  include (car_id, counts);
create index bookings_status_ends_idx on bookings (status, end_date, id, start_date)
  include (car_id, counts);

-- The bookings of an island include those of deleted cars.
drop index car_listings_any_island_idx;
create index car_listings_any_island_idx on car_listings (lower(island), created_at, id);
