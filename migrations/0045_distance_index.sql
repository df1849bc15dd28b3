-- Cars are found in order of their distance from a place. A degree of longitude is as long as 0.9063 degrees of
-- latitude in the middle of The Bahamas, so distances on this plane are right within 3 % everywhere in the country.
create index car_listings_near_idx on car_listings using gist (point(longitude * 0.9063, latitude))
  where is_approved and is_available and deleted_at is null;
drop index car_listings_position_idx;
