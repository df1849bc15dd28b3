-- Part of a location, as browse is searched by it, is looked for among the few locations that there are; the cars of those come from an index.
-- A trigram index on the cars themselves could not serve one or two letters, and read many rows for three.

-- Every location that a car has or had, in lower case. The trigger keeps it, whoever writes cars.
create table listing_locations (
  location text primary key check (location = lower(location))
);
create index listing_locations_part_idx on listing_locations using gin (location gin_trgm_ops);

create function note_listing_locations() returns trigger language plpgsql as $$
begin
  -- In order, so that two statements with the same new locations wait for each other and don't deadlock.
  insert into listing_locations select distinct lower(location) from changed order by 1 on conflict do nothing;
  return null;
end $$;
create trigger car_listings_note_inserted_locations after insert on car_listings
  referencing new table as changed for each statement execute function note_listing_locations();
create trigger car_listings_note_updated_locations after update on car_listings
  referencing new table as changed for each statement execute function note_listing_locations();
insert into listing_locations select distinct lower(location) from car_listings;

drop index car_listings_location_idx;
create index car_listings_location_idx on car_listings (lower(location), created_at desc, id desc) include (location, price_per_day)
  where is_approved and is_available and deleted_at is null;
