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
comment on column car_meeting_places.place_id is 'The id of a place of the gazetteer. Its name and position are copied, so that no row loses them.';
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

-- Extras: what a host rents out with a car, each with a stock that is counted per day.
create table car_extras (
  car_id uuid not null constraint car_extras_car_fkey references car_listings (id) on delete cascade,
  extra_id text not null constraint car_extras_extra_id_length check (length(extra_id) between 1 and 40),
  position smallint not null constraint car_extras_at_most_twelve check (position between 1 and 12),
  kind text not null constraint car_extras_kind_known check (kind in (
    'rear_facing_seat', 'convertible_seat', 'booster_seat', 'cooler', 'beach_set', 'snorkel_set', 'board_rack',
    'phone_holder', 'prepaid_fuel', 'unlimited_distance', 'own')),
  words text constraint car_extras_words_length check (length(words) between 1 and 60),
  price_cents integer not null constraint car_extras_price_in_range check (price_cents between 0 and 20000),
  per text not null constraint car_extras_per_known check (per in ('trip', 'day')),
  stock smallint not null constraint car_extras_stock_in_range check (stock between 1 and 10),
  constraint car_extras_pkey primary key (car_id, extra_id),
  constraint car_extras_position_key unique (car_id, position),
  constraint car_extras_own_has_words check ((kind = 'own') = (words is not null))
);
comment on table car_extras is 'What a host rents out with a car, in the order of the host''s list.';
comment on column car_extras.extra_id is 'The kind; for the host''s own words, derived from them.';
comment on column car_extras.stock is 'How many there are. No day has more of them out.';

-- One row for each single extra on each day of a booking. It exists as long as the booking occupies
-- the car's calendar. Bookings that replace each other share a holder and may share units.
create table extra_days (
  booking_id uuid not null
    constraint extra_days_calendar_fkey references car_calendar (booking_id) on delete cascade,
  car_id uuid not null,
  extra_id text not null,
  day date not null,
  unit smallint not null,
  holder uuid not null,
  constraint extra_days_pkey primary key (booking_id, extra_id, day, unit),
  constraint extra_days_no_unit_twice exclude using gist
    (car_id with =, extra_id with =, day with =, unit with =, holder with <>)
);
comment on table extra_days is 'Which single extras are out with a booking on which day, return day included.';
comment on column extra_days.unit is 'One of 1 to the stock.';
comment on column extra_days.holder is 'The range of car_calendar with which the booking, or the hold it replaces, began.';

create function extra_days_must_be_in_stock() returns trigger language plpgsql as $$
begin
  if not exists (select from car_extras
      where car_id = new.car_id and extra_id = new.extra_id and new.unit between 1 and stock) then
    raise exception 'extra % of car % has no unit %', new.extra_id, new.car_id, new.unit
      using errcode = 'check_violation', constraint = 'extra_days_in_stock';
  end if;
  return new;
end $$;
create trigger extra_days_in_stock before insert or update on extra_days
  for each row execute function extra_days_must_be_in_stock();
