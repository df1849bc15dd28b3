-- What the rules say of a row, said to the database as well.

alter table car_listings add check (features <@ array['Air Conditioning', 'Bluetooth', 'GPS Navigation', 'Backup Camera', 'USB Charging',
  'Aux Input', 'Heated Seats', 'Sunroof', 'Cruise Control', 'Power Windows', 'Power Steering', 'Remote Start']);

-- The states that the table of transitions (domain/booking.ts) leads to.
alter table bookings add constraint bookings_state_check check ((status, payment_status) in (
  ('pending', 'unpaid'), ('pending', 'authorized'), ('approved', 'paid'), ('rejected', 'voided'), ('completed', 'paid'),
  ('cancelled', 'expired'), ('cancelled', 'voided'), ('cancelled', 'failed'), ('cancelled', 'paid'), ('cancelled', 'refunded')));
alter table bookings add check (total_amount = (end_date - start_date) * price_per_day);

-- When the provider first refused for good what is wanted of it; admins are told once.
alter table payments add column refused_at timestamptz;

-- An event is kept as it came, to the byte.
alter table payment_events alter column payload type text using payload::text;
alter table payment_events add check (provider in ('sandbox', 'stripe'));

alter table sandbox_checkouts drop column card_behaviour;
alter table sandbox_checkouts add check (currency = 'usd');
