-- The turnaround of a booking, so that a host's calendar can show the hours after its return.
alter table car_calendar
  add column turnaround_hours smallint not null default 0,
  add constraint car_calendar_turnaround_in_range check (turnaround_hours between 0 and 24),
  add constraint car_calendar_turnaround_of_booking check (kind = 'booking' or turnaround_hours = 0);
comment on column car_calendar.turnaround_hours is
  'Of a booking: the hours after its return that `during` includes.';

update car_calendar as taken
  set turnaround_hours = extract(epoch from upper(taken.during) - booking.return_at) / 3600
  from bookings as booking
  where booking.id = taken.booking_id and upper(taken.during) > booking.return_at;
