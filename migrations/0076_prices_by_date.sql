-- A day has its own price: the custom price of the date, else the weekend price, else the price per
-- day (decision 38).
alter table car_listings
  add column weekend_price_cents bigint,
  add column weekend_days text[] not null default '{friday,saturday}',
  add column discount_3_days smallint not null default 0,
  add column discount_7_days smallint not null default 0,
  add column discount_28_days smallint not null default 0,
  add constraint car_listings_weekend_price_in_range check (weekend_price_cents between 100 and 10000000),
  add constraint car_listings_weekend_days_known check (
    cardinality(weekend_days) between 1 and 7
    and weekend_days <@ array['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']),
  add constraint car_listings_discounts_in_range check (
    discount_3_days between 0 and 60 and discount_7_days between 0 and 60 and discount_28_days between 0 and 60);
comment on column car_listings.weekend_price_cents is 'The price of weekend_days; null if they cost the same.';
comment on column car_listings.discount_3_days is 'Percent off the whole rental from this many days on.';

create table car_dates (
  car_id uuid not null constraint car_dates_car_fkey references car_listings (id) on delete cascade,
  day date not null,
  price_cents bigint constraint car_dates_price_in_range check (price_cents between 100 and 1000000),
  min_days smallint constraint car_dates_min_days_in_range check (min_days between 1 and 90),
  constraint car_dates_pkey primary key (car_id, day),
  constraint car_dates_not_empty check (price_cents is not null or min_days is not null)
);
comment on table car_dates is 'What a host has set for single dates of a car: a custom price, or how long a rental must be.';
comment on column car_dates.min_days is 'The shortest rental that includes this date, in days.';

-- A booking's lines prove its total now. The price of each day is stored where days differ.
alter table bookings
  drop constraint bookings_total_is_days_times_price,
  add column day_prices_cents integer[],
  add constraint bookings_day_prices_match_days check (cardinality(day_prices_cents) = days);
comment on column bookings.total_cents is 'The rental less its discount, without fees.';
comment on column bookings.price_per_day_cents is 'The car''s standard price per day.';
comment on column bookings.day_prices_cents is 'The price of each day before the discount; null if all cost price_per_day_cents.';

alter table booking_lines
  drop constraint booking_lines_code_known,
  add constraint booking_lines_code_known
    check (code in ('rental', 'discount', 'service_fee', 'processing_fee')),
  add constraint booking_lines_only_discounts_negative check ((code = 'discount') = (amount_cents < 0));

-- A booking's lines add up to what its card is charged, and the rental and its discount to its total.
-- The rental is the sum of its days' prices, one for each rental day.
create or replace function booking_lines_must_add_up() returns trigger language plpgsql as $$
declare
  booking uuid;
begin
  if tg_table_name = 'bookings' then
    booking := new.id;
  elsif tg_op = 'DELETE' then
    booking := old.booking_id;
  else
    booking := new.booking_id;
  end if;
  perform from bookings b, (
    select sum(amount_cents) as due,
      sum(amount_cents) filter (where code in ('rental', 'discount')) as total,
      sum(amount_cents) filter (where code = 'rental') as rental,
      sum(quantity) filter (where code = 'rental') as days
    from booking_lines where booking_id = booking
  ) lines
  where b.id = booking and (lines.due, lines.total, lines.rental, lines.days) is distinct from (
    b.amount_due_cents, b.total_cents,
    coalesce((select sum(price) from unnest(b.day_prices_cents) price), b.price_per_day_cents * b.days),
    b.days);
  if found then
    raise exception 'the lines of booking % do not add up to its charge', booking using errcode = 'check_violation';
  end if;
  return null;
end $$;
drop trigger bookings_lines_add_up on bookings;
create constraint trigger bookings_lines_add_up
  after insert or update of amount_due_cents, total_cents, price_per_day_cents, day_prices_cents, days
    on bookings
  deferrable initially deferred for each row execute function booking_lines_must_add_up();
