-- Admins sort bookings by trip and by amount, within a status or over all of them. The indexes that
-- begin with the status replace three partial ones over the same days. The other day at the end of
-- an index spares a list of some days the rows outside of them.
create index bookings_starts_idx on bookings (start_date, id, end_date) where counts;
create index bookings_ends_idx on bookings (end_date, id, start_date) where counts;
create index bookings_amount_idx on bookings (amount_due_cents, id) where counts;
create index bookings_status_starts_idx on bookings (status, start_date, id, end_date);
create index bookings_status_ends_idx on bookings (status, end_date, id, start_date);
-- "Trips with a day in this week", however long they are.
create index bookings_days_idx on bookings using gist (daterange(start_date, end_date, '[]')) where counts;
drop index bookings_starting_idx;
drop index bookings_running_idx;
drop index bookings_completed_idx;
