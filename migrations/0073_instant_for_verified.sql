-- A host may keep instant book for verified renters; the others send a request.
alter table car_listings add column instant_for_verified boolean not null default false;
comment on column car_listings.instant_for_verified is
  'With instant book: whether bookings of renters who are not verified become requests.';
