-- Bookings made before they had numbers, in the order in which they were made. New ones already
-- take their numbers from the same sequence.
update bookings set number = numbered.number
from (
  select id, (10000000 + nextval('booking_numbers') * 61803397 % 90000000)::integer as number
  from (select id from bookings where number is null order by created_at, id) unnumbered
) numbered
where bookings.id = numbered.id;
alter table bookings
  alter column number set not null,
  add constraint bookings_number_key unique (number),
  add constraint bookings_number_in_range check (number between 10000000 and 99999999);
