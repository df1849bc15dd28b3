-- A saved car keeps the dates that the person chose, and what these cost (decision 38).
alter table favourites
  add column told_week_cents integer,
  add column start_date date,
  add column end_date date,
  add column pickup_time time,
  add column return_time time,
  add column saved_total_cents integer,
  add column told_total_cents integer,
  add constraint favourites_dates_with_totals
    check (num_nulls(start_date, end_date, saved_total_cents, told_total_cents) in (0, 4)),
  add constraint favourites_dates_in_order check (start_date < end_date),
  add constraint favourites_times_paired check ((pickup_time is null) = (return_time is null)),
  add constraint favourites_times_with_dates check (pickup_time is null or start_date is not null),
  add constraint favourites_totals_positive check (saved_total_cents > 0 and told_total_cents > 0),
  add constraint favourites_told_week_cents_positive check (told_week_cents > 0);
update favourites set told_week_cents = div((7 * known.cents
    + coalesce(car.weekend_price_cents - known.cents, 0) * cardinality(car.weekend_days))
    * (100 - greatest(car.discount_3_days, car.discount_7_days)) + 50, 100)
  from car_listings car, favourites saved,
    lateral (select least(saved.told_price_cents, car.price_per_day_cents) as cents) known
  where car.id = saved.car_id
    and favourites.user_id = saved.user_id and favourites.car_id = saved.car_id;
comment on column favourites.told_week_cents is 'The lowest price of seven days without custom prices that the person was notified of or saw; null if the car was saved before this column existed.';
comment on column favourites.start_date is 'The start of the dates chosen when the car was saved. Without any, all four columns of dates and times are null.';
comment on column favourites.pickup_time is 'In Nassau; null, like return_time, if the person chose none.';
comment on column favourites.saved_total_cents is 'What these dates cost then, without fees.';
comment on column favourites.told_total_cents is 'The lowest total of these dates that the person was notified of.';
-- The job compares all cars that were saved with the same dates at once.
create index favourites_dates_idx on favourites (start_date, end_date) where start_date is not null;

alter table car_listings add column price_calendar_changed_at timestamptz;
comment on column car_listings.price_calendar_changed_at is 'When the price or the minimum of a date last changed; null if never. Not updated_at, because that would refuse an open form of the listing.';
