-- The tariff: what can be charged after a booking (decision 43). A host may limit the distance, and
-- a booking freezes the terms with which it was made.
alter table car_listings
  add column included_miles_per_day smallint,
  add column price_per_mile_cents smallint,
  add column tank_gallons smallint,
  add constraint car_listings_distance_paired check (num_nulls(included_miles_per_day, price_per_mile_cents) in (0, 2)),
  add constraint car_listings_included_miles_in_range check (included_miles_per_day between 100 and 1000),
  add constraint car_listings_mile_price_in_range check (price_per_mile_cents between 5 and 50),
  add constraint car_listings_tank_in_range check (tank_gallons between 1 and 60),
  add constraint car_listings_electric_has_no_tank check (fuel_type <> 'electric' or tank_gallons is null);
comment on column car_listings.included_miles_per_day is 'Miles that each rental day includes; null for unlimited distance.';
comment on column car_listings.price_per_mile_cents is 'For each further mile.';
comment on column car_listings.tank_gallons is 'The size of the tank in US gallons; null if the host has not entered it. Missing fuel is not charged then.';

alter table car_extras
  drop constraint car_extras_kind_known,
  drop constraint car_extras_stock_by_kind,
  add constraint car_extras_kind_known check (kind in (
    'rear_facing_seat', 'convertible_seat', 'booster_seat', 'cooler', 'beach_set', 'snorkel_set', 'board_rack',
    'phone_holder', 'prepaid_fuel', 'unlimited_distance', 'custom')),
  add constraint car_extras_stock_by_kind
    check ((kind in ('prepaid_fuel', 'unlimited_distance')) = (stock is null));

create table pump_prices (
  island text not null constraint pump_prices_pkey primary key,
  cents_per_gallon smallint not null constraint pump_prices_in_range check (cents_per_gallon between 100 and 2000)
);
comment on table pump_prices is 'What a US gallon of fuel costs on each island. Owners maintain it; a booking keeps the price from its checkout.';
insert into pump_prices (island, cents_per_gallon) values
  ('new-providence', 560), ('grand-bahama', 570), ('abacos', 610), ('bimini', 620), ('berry-islands', 630),
  ('andros', 620), ('eleuthera', 610), ('harbour-island', 640), ('spanish-wells', 610), ('exumas', 620),
  ('cat-island', 650), ('long-island', 650), ('san-salvador', 660), ('rum-cay', 690), ('crooked-island', 690),
  ('acklins', 690), ('mayaguana', 690), ('inagua', 680), ('ragged-island', 690);

alter table marketplace_settings
  add column damage_excess_cents integer not null default 50000,
  add constraint marketplace_settings_excess_in_range check (damage_excess_cents between 0 and 500000);
comment on column marketplace_settings.damage_excess_cents is 'The most that damage can cost a renter. New bookings freeze it in their ceiling.';

alter table bookings
  add column tariff_version smallint,
  add column ceiling_cents integer,
  add column included_miles_per_day smallint,
  add column price_per_mile_cents smallint,
  add column level_charge text,
  add column tank_gallons smallint,
  add column pump_price_cents smallint,
  add constraint bookings_tariff_version_known check (tariff_version = 1),
  -- Lost key, smoking and the higher cleaning fee are $520; the excess is at most $5,000.
  add constraint bookings_ceiling_in_range check (ceiling_cents between 52000 and 552000),
  add constraint bookings_tariff_has_ceiling check ((tariff_version is null) = (ceiling_cents is null)),
  add constraint bookings_distance_paired check (num_nulls(included_miles_per_day, price_per_mile_cents) in (0, 2)),
  add constraint bookings_included_miles_in_range check (included_miles_per_day between 100 and 1000),
  add constraint bookings_mile_price_in_range check (price_per_mile_cents between 5 and 50),
  add constraint bookings_level_charge_known check (level_charge in ('fuel', 'charging')),
  add constraint bookings_fuel_has_tank_and_price check (
    num_nulls(tank_gallons, pump_price_cents) = case when level_charge = 'fuel' then 0 else 2 end),
  add constraint bookings_tank_in_range check (tank_gallons between 1 and 60),
  add constraint bookings_pump_price_in_range check (pump_price_cents between 100 and 2000),
  add constraint bookings_terms_have_tariff check (
    tariff_version is not null or num_nonnulls(included_miles_per_day, level_charge) = 0);
comment on column bookings.tariff_version is 'The version of the tariff (src/domain/tariff/tariff.ts); null for older bookings, for which nothing can be charged later.';
comment on column bookings.ceiling_cents is 'The most that all cases of the booking can add up to.';
comment on column bookings.included_miles_per_day is 'Null for unlimited distance.';
comment on column bookings.level_charge is 'How a lower level at the return is charged; null if it is not, as with prepaid fuel.';
comment on column bookings.pump_price_cents is 'What a US gallon cost on the car''s island when the booking was made.';

-- The terms are frozen at checkout.
create function refuse_new_terms() returns trigger language plpgsql as $$
begin
  raise exception 'the terms of booking % are frozen', old.id using errcode = 'restrict_violation';
end $$;
create trigger bookings_terms_frozen before update on bookings for each row when (
  (old.tariff_version, old.ceiling_cents, old.included_miles_per_day, old.price_per_mile_cents, old.level_charge,
    old.tank_gallons, old.pump_price_cents)
  is distinct from
  (new.tariff_version, new.ceiling_cents, new.included_miles_per_day, new.price_per_mile_cents, new.level_charge,
    new.tank_gallons, new.pump_price_cents))
  execute function refuse_new_terms();
