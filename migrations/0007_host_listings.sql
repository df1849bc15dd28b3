-- What hosts and admins do with listings: the review of a listing, and what it was approved with.

alter table car_listings
  -- The last decision of an admin. A rejection keeps its reason for the host; the listing stays pending until it is approved.
  add column reviewed_at timestamptz,
  add column reviewed_by uuid references accounts (id) on delete set null,
  add column rejection_reason text check (length(rejection_reason) between 1 and 500),
  -- What the admin saw when approving (make, model, year, license_plate ...), to show what has changed since.
  add column approved_with jsonb,
  add check (not is_approved or rejection_reason is null);

-- A host's own listings, newest first; and what waits for an admin, oldest first.
drop index car_listings_host_idx;
create index car_listings_host_idx on car_listings (host_id, created_at desc, id desc) where deleted_at is null;
create index car_listings_pending_idx on car_listings (created_at, id) where not is_approved and deleted_at is null;
