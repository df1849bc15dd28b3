-- The number that people quote for a booking. Multiplying a sequence by a number that has no
-- factor in common with 90,000,000 visits every number of eight digits once before any repeats.
-- So numbers never collide, and do not count up. Whoever knows the factor can still tell from two
-- of them how many bookings lie between.
alter table bookings add column number integer;
create sequence booking_numbers maxvalue 89999999 owned by bookings.number;
alter table bookings alter column number
  set default (10000000 + nextval('booking_numbers') * 61803397 % 90000000)::integer;
comment on column bookings.number is 'What people quote, after "BK-".';
