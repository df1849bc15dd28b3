-- A search for a place sees its name as everybody reads it, however many names contain the text. Typed names
-- stay the key, by which cars are found.

-- In lower case, contact details hidden by the application. Null until it has done so: no search finds the name.
-- A release that hides more sets them to null again.
alter table listing_locations add column shown text;
drop index listing_locations_part_idx;
create index listing_locations_shown_idx on listing_locations using gin (shown gin_trgm_ops);
create index listing_locations_unmasked_idx on listing_locations (location) where shown is null;

-- A name that no car has any more is removed by a job.
create or replace function note_listing_locations() returns trigger language plpgsql as $$
begin
  -- In order, so that two statements with the same new locations wait for each other and don't deadlock.
  insert into listing_locations (location)
    select distinct lower(location) from changed where deleted_at is null order by 1 on conflict do nothing;
  return null;
end $$;
