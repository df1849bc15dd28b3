-- Bookings get a pickup and a return time, and car_calendar ranges of instants instead of days
-- (decision 37). What exists keeps its days, from 00:00 to 00:00 in Nassau. The migration compares
-- the calendar before and after, and fails if anything has moved.

alter table car_listings
  add column pickup_from time not null default '08:00',
  add column pickup_until time not null default '20:00',
  add column turnaround_hours smallint not null default 0,
  add column advance_notice_hours smallint not null default 0,
  add column min_days smallint not null default 1,
  add column max_days smallint not null default 90,
  add constraint car_listings_handover_hours_in_order check (pickup_from < pickup_until),
  add constraint car_listings_handover_hours_on_grid check (
    extract(epoch from pickup_from) % 1800 = 0 and extract(epoch from pickup_until) % 1800 = 0),
  add constraint car_listings_turnaround_in_range check (turnaround_hours between 0 and 24),
  add constraint car_listings_advance_notice_in_range check (advance_notice_hours between 0 and 72),
  add constraint car_listings_rental_length_in_range
    check (min_days >= 1 and min_days <= max_days and max_days <= 90);
comment on column car_listings.pickup_from is
  'The first time of the day, in Nassau, for pickups and returns.';
comment on column car_listings.pickup_until is
  'The last time of the day for pickups and returns. 00:00 to 24:00 means any time.';
comment on column car_listings.turnaround_hours is
  'How long the car stays taken after a return.';

create temporary table days_before on commit drop as
  select kind, count(*) as ranges,
    sum(lower(during) - date '2000-01-01') as first_days,
    sum(upper(during) - date '2000-01-01') as last_days,
    count(*) filter (where lower(during) = earlier_end) as adjacent,
    count(*) filter (where lower(during) < earlier_end) as overlapping,
    count(*) filter (where is_elsewhere) as elsewhere
  from (
    select taken.kind, taken.during,
      booking.id is not null
        and taken.during <> daterange(booking.start_date, booking.end_date) as is_elsewhere,
      max(upper(taken.during)) over (partition by taken.car_id
        order by lower(taken.during), upper(taken.during), taken.id
        rows between unbounded preceding and 1 preceding) as earlier_end
    from car_calendar as taken left join bookings as booking on booking.id = taken.booking_id
  ) as taken
  group by kind;

-- One rewrite of the table: an expression fills the days, and is dropped afterwards.
alter table bookings
  drop constraint bookings_total_is_days_times_price,
  drop constraint bookings_days_in_range,
  add column pickup_time time,
  add column return_time time,
  add column days integer not null generated always as (end_date - start_date) stored,
  add column pickup_at timestamptz not null generated always as (
    (start_date + coalesce(pickup_time, time '00:00')) at time zone 'America/Nassau') stored,
  add column return_at timestamptz not null generated always as (
    (end_date + coalesce(return_time, time '00:00')) at time zone 'America/Nassau') stored;
alter table bookings
  alter column days drop expression,
  add constraint bookings_days_in_range check (start_date < end_date and days between 1 and 90),
  -- 24-hour units on the clocks of Nassau, rounded up after an hour of grace.
  add constraint bookings_days_match_times check (days = greatest(1, ceil((extract(epoch from
    (end_date + coalesce(return_time, time '00:00')) - (start_date + coalesce(pickup_time, time '00:00')))
    - 3600) / 86400))),
  add constraint bookings_times_paired check ((pickup_time is null) = (return_time is null)),
  add constraint bookings_times_on_grid check (
    pickup_time < time '24:00' and extract(epoch from pickup_time) % 1800 = 0
    and return_time < time '24:00' and extract(epoch from return_time) % 1800 = 0),
  add constraint bookings_total_is_days_times_price
    check (total_cents = days * price_per_day_cents);
comment on column bookings.pickup_time is
  'In Nassau; null, like return_time, only for bookings made before there were times.';
comment on column bookings.days is 'Rental days: 24-hour units, rounded up after an hour of grace.';
comment on column bookings.pickup_at is 'Without a time, 00:00 in Nassau.';

-- The exclusion constraint, the check and the index are rebuilt with the table.
alter table car_calendar
  alter column during type tstzrange using tstzrange(
    lower(during)::timestamp at time zone 'America/Nassau',
    upper(during)::timestamp at time zone 'America/Nassau');
alter table car_calendar
  add constraint car_calendar_block_of_whole_days check (kind <> 'block' or (
    (lower(during) at time zone 'America/Nassau')::time = '00:00'
    and (upper(during) at time zone 'America/Nassau')::time = '00:00'));
comment on table car_calendar is
  'When a car is taken, as half-open ranges of instants that never overlap.';
comment on column car_calendar.during is
  'A booking: from pickup_at to return_at and the turnaround. Anything else: whole days in Nassau, without what a booking takes of them.';

create temporary table days_after on commit drop as
  select kind, count(*) as ranges,
    sum((lower(during) at time zone 'America/Nassau')::date - date '2000-01-01') as first_days,
    sum((upper(during) at time zone 'America/Nassau')::date - date '2000-01-01') as last_days,
    count(*) filter (where lower(during) = earlier_end) as adjacent,
    count(*) filter (where lower(during) < earlier_end) as overlapping,
    count(*) filter (where is_elsewhere) as elsewhere
  from (
    select taken.kind, taken.during,
      booking.id is not null
        and taken.during <> tstzrange(booking.pickup_at, booking.return_at) as is_elsewhere,
      max(upper(taken.during)) over (partition by taken.car_id
        order by lower(taken.during), upper(taken.during), taken.id
        rows between unbounded preceding and 1 preceding) as earlier_end
    from car_calendar as taken left join bookings as booking on booking.id = taken.booking_id
  ) as taken
  group by kind;

do $$
declare
  difference text;
begin
  select string_agg(changed::text, ', ') into difference from (
    (select * from days_before except select * from days_after)
    union all
    (select * from days_after except select * from days_before)) as changed;
  if difference is not null then
    raise exception 'the calendar changed when its days became instants: %', difference;
  end if;
  if exists (
    select from car_calendar where kind = 'booking'
      and ((lower(during) at time zone 'America/Nassau')::time <> '00:00'
        or (upper(during) at time zone 'America/Nassau')::time <> '00:00')
  ) then
    raise exception 'a booking does not begin and end at 00:00 in Nassau';
  end if;
end
$$;
