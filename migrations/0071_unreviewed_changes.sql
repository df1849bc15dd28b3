-- Photos, place and texts of an approved listing change at once; an admin looks at them afterwards.
alter table car_listings add column unreviewed_since timestamptz,
  add constraint car_listings_unreviewed_is_approved
    check (unreviewed_since is null or is_approved);
comment on column car_listings.unreviewed_since is
  'When the first change was made that no admin has looked at; null if there is none.';
create index car_listings_unreviewed_idx on car_listings (unreviewed_since)
  where unreviewed_since is not null and deleted_at is null;
