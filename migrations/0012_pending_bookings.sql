-- The few bookings of a host that are not approved yet, which the calendar of a fleet shows as holds.
create index bookings_host_pending_idx on bookings (host_id) where status = 'pending';
