-- Finds the flags of drivers: requested and approved trips of a renter that overlap, people whose
-- verification was rejected, and charges that a bank has disputed.
create index bookings_trips_idx on bookings (renter_id, start_date, end_date)
  where status in ('pending', 'approved');
create index identities_rejected_idx on identities (user_id) where state = 'rejected';
create index disputes_flagged_idx on disputes (booking_id) where state in ('open', 'lost');
