-- The number that people quote for a booking. Multiplying a sequence by a number that has no
-- factor in common with 90,000,000 visits every number of eight digits once before any repeats.
-- So numbers never collide, and two of them don't show how many bookings lie between.
alter table bookings add column number integer;
create sequence booking_numbers maxvalue 89999999 owned by bookings.number;
alter table bookings alter column number
  set default (10000000 + nextval('booking_numbers') * 61803397 % 90000000)::integer;
comment on column bookings.number is 'What people quote, after "BK-".';

-- Admins search for phones by their last digits, and for bookings by the card's last four.
create index profiles_phone_idx on profiles (reverse(phone) text_pattern_ops) where phone is not null;
create index payments_card_idx on payments (card_last4, created_at desc) where card_last4 is not null;
