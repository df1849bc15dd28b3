-- A change of dates that is broken off leaves the renter one of the two holds (docs/decisions/0002).

-- When a process began to end the hold that this checkout replaces. While it is set, that hold may end at any moment, so
-- nothing but its end or the same process decides about this checkout. Null before that, and again after a refusal.
alter table bookings
  add column replacing_since timestamptz,
  add constraint bookings_replacing_since_check check (replacing_since is null or replaces is not null);
