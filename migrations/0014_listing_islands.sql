-- The group of islands that a car stands on, for browse: decided from its coordinates or location whenever it is written. Rows from
-- before get theirs at the next start; null where neither says.
alter table car_listings add column island text check (island in (
  'new-providence', 'grand-bahama', 'abacos', 'bimini', 'berry-islands', 'andros', 'eleuthera', 'harbour-island', 'spanish-wells', 'exumas',
  'cat-island', 'long-island', 'san-salvador', 'rum-cay', 'crooked-island', 'acklins', 'mayaguana', 'inagua', 'ragged-island'));
create index car_listings_unplaced_idx on car_listings (id) where island is null and deleted_at is null;

-- A filter is answered from an index alone: however rare what is asked for, no row is read that is not shown.
drop index car_listings_newest_idx;
create index car_listings_newest_idx on car_listings (created_at desc, id desc)
  include (price_per_day, location, island, seats, transmission, fuel_type, booking_mode, features)
  where is_approved and is_available and deleted_at is null;
drop index car_listings_price_idx;
create index car_listings_price_idx on car_listings (price_per_day, id)
  include (location, created_at, island, seats, transmission, fuel_type, booking_mode, features)
  where is_approved and is_available and deleted_at is null;
create index car_listings_island_idx on car_listings (island, created_at desc, id desc)
  include (price_per_day, location, seats, transmission, fuel_type, booking_mode, features)
  where is_approved and is_available and deleted_at is null;
