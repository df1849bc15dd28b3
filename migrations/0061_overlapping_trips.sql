-- Finds the requested and approved trips of a renter that overlap another (flags of drivers).
create index bookings_trips_idx on bookings (renter_id, start_date, end_date)
  where status in ('pending', 'approved');
