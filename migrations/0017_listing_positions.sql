-- The cars around a car, nearest first, without looking at the others.
create index car_listings_position_idx on car_listings using gist (point(longitude, latitude))
  where is_approved and is_available and deleted_at is null;
