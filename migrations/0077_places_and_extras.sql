-- Meeting places: where a host hands over a car besides its own location, for a fee.
create table car_meeting_places (
  car_id uuid not null constraint car_meeting_places_car_fkey references car_listings (id) on delete cascade,
  place_id text not null constraint car_meeting_places_place_id_length check (length(place_id) between 1 and 100),
  position smallint not null constraint car_meeting_places_at_most_ten check (position between 1 and 10),
  name text not null constraint car_meeting_places_name_length check (length(name) between 1 and 150),
  latitude double precision not null,
  longitude double precision not null,
  fee_cents integer not null constraint car_meeting_places_fee_in_range check (fee_cents between 0 and 20000),
  constraint car_meeting_places_pkey primary key (car_id, place_id),
  constraint car_meeting_places_position_key unique (car_id, position)
);
comment on table car_meeting_places is 'Where a host hands over a car besides its own location, in the order of the host''s list.';
comment on column car_meeting_places.place_id is 'The id of a place of the gazetteer. Its name and coordinates are copied, so that a row stays complete if the gazetteer drops the place.';
comment on column car_meeting_places.fee_cents is 'Charged once, for pickup and return together.';

alter table bookings
  add column meeting_place_id text,
  add column meeting_place_name text,
  add column meeting_place_latitude double precision,
  add column meeting_place_longitude double precision,
  add constraint bookings_meeting_place_whole check (
    num_nulls(meeting_place_id, meeting_place_name, meeting_place_latitude, meeting_place_longitude) in (0, 4)),
  -- The host also earns a part of the fees of meeting places, which total_cents leaves out.
  drop constraint bookings_host_share_within_total,
  add constraint bookings_host_share_within_amount_due
    check (host_share_cents >= 0 and host_share_cents <= amount_due_cents);
comment on column bookings.meeting_place_id is 'Where the car is handed over; null for its own location.';

alter table booking_lines
  drop constraint booking_lines_code_known,
  add constraint booking_lines_code_known
    check (code in ('rental', 'discount', 'meeting_place', 'extra', 'service_fee', 'processing_fee'));

-- Extras: what a host rents out with a car. Those with a stock are counted per day.
create table car_extras (
  car_id uuid not null constraint car_extras_car_fkey references car_listings (id) on delete cascade,
  extra_id text not null constraint car_extras_extra_id_length check (length(extra_id) between 1 and 40),
  position smallint not null constraint car_extras_at_most_twelve check (position between 1 and 12),
  kind text not null constraint car_extras_kind_known check (kind in (
    'rear_facing_seat', 'convertible_seat', 'booster_seat', 'cooler', 'beach_set', 'snorkel_set', 'board_rack',
    'phone_holder', 'prepaid_fuel', 'custom')),
  description text constraint car_extras_description_length check (length(description) between 1 and 60),
  price_cents integer not null constraint car_extras_price_in_range check (price_cents between 0 and 20000),
  per text not null constraint car_extras_per_known check (per in ('trip', 'day')),
  stock smallint constraint car_extras_stock_in_range check (stock between 1 and 10),
  constraint car_extras_pkey primary key (car_id, extra_id),
  constraint car_extras_position_key unique (car_id, position),
  constraint car_extras_custom_has_description check ((kind = 'custom') = (description is not null)),
  constraint car_extras_stock_by_kind check ((kind = 'prepaid_fuel') = (stock is null))
);
comment on table car_extras is 'What a host rents out with a car, in the order of the host''s list.';
comment on column car_extras.extra_id is 'The kind; random for a custom extra, which keeps it when its description changes.';
comment on column car_extras.stock is 'How many items there are: the most that can be booked on one day from now on.';

create table booking_extras (
  booking_id uuid not null constraint booking_extras_booking_fkey references bookings (id) on delete cascade,
  extra_id text not null,
  name text not null constraint booking_extras_name_length check (length(name) between 1 and 150),
  quantity smallint not null constraint booking_extras_quantity_in_range check (quantity between 1 and 10),
  constraint booking_extras_pkey primary key (booking_id, extra_id)
);
comment on table booking_extras is 'The extras that a booking includes. What they cost is in booking_lines.';

-- A row exists as long as its booking occupies the car's calendar. A checkout and the one that it
-- replaces share a holder, so they may have the same item.
create table extra_days (
  booking_id uuid not null
    constraint extra_days_calendar_fkey references car_calendar (booking_id) on delete cascade,
  car_id uuid not null,
  extra_id text not null,
  day date not null,
  item smallint not null constraint extra_days_item_positive check (item >= 1),
  holder uuid not null,
  constraint extra_days_pkey primary key (booking_id, extra_id, day, item),
  constraint extra_days_no_item_twice exclude using gist
    (car_id with =, extra_id with =, day with =, item with =, holder with <>)
);
create index extra_days_of_car on extra_days (car_id, day);
comment on table extra_days is 'One row for each item of an extra, booking and day, the return day included.';
comment on column extra_days.item is 'From 1 on. Lowering the stock leaves the rows of bookings as they are.';
comment on column extra_days.holder is 'The id of the first car_calendar range in the chain of checkouts that replace each other.';

-- Items that others booked before the stock was lowered count as well. Those of a checkout that the
-- booking replaces do not: they become free with it.
create function extra_days_must_be_in_stock() returns trigger language plpgsql as $$
declare
  short record;
begin
  select days.extra_id, days.car_id, days.day into short
    from extra_days as days
    join (select distinct car_id, extra_id, day, booking_id, holder from added) as changed
      using (car_id, extra_id, day)
    left join car_extras as extra on extra.car_id = days.car_id and extra.extra_id = days.extra_id
    where days.booking_id = changed.booking_id or days.holder <> changed.holder
    group by days.car_id, days.extra_id, days.day, changed.booking_id, extra.stock
    having count(distinct days.item) > coalesce(extra.stock, 0)
    limit 1;
  if found then
    raise exception 'too many items of extra % of car % on %', short.extra_id, short.car_id, short.day
      using errcode = 'check_violation', constraint = 'extra_days_in_stock';
  end if;
  return null;
end $$;
create trigger extra_days_in_stock after insert on extra_days
  referencing new table as added
  for each statement execute function extra_days_must_be_in_stock();
create trigger extra_days_never_updated before update on extra_days
  for each row execute function refuse_change();
