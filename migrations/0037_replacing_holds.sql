-- A checkout that changes dates takes the new days before it releases the old ones, and unpaid holds have limits
-- (product.md, Booking and payment 1).

-- The hold that this checkout replaces. The checkout waits, and nobody is given its address, until that hold has ended.
alter table bookings
  add column replaces uuid constraint bookings_replaces_fkey references bookings (id),
  add constraint bookings_replaces_other_check check (replaces <> id),
  -- When the hold ended without a payment; null where its checkout never opened, which is not the renter's doing.
  add column hold_ended_at timestamptz;
create unique index bookings_replaces_key on bookings (replaces) where replaces is not null;

-- Two ranges may share days only where they belong to one hold: an unpaid booking and the one that is about to replace
-- it, which names the range that the hold began with. A booking that is paid names none, so its days are its own alone.
alter table car_calendar
  add column hold_id uuid,
  add constraint car_calendar_hold_id_check check (hold_id is null or kind = 'booking'),
  drop constraint car_calendar_no_overlap,
  add constraint car_calendar_no_overlap
    exclude using gist (car_id with =, during with &&, coalesce(hold_id, id) with <>);
