-- A charge is a list of lines, and amounts are integer cents (product.md, Money).

-- Amounts in dollars become cents.
alter table car_listings drop constraint car_listings_price_per_day_check;
alter table car_listings alter column price_per_day type bigint using (price_per_day * 100)::bigint;
alter table car_listings rename column price_per_day to price_per_day_cents;
alter table car_listings add constraint car_listings_price_in_range check (price_per_day_cents between 100 and 10000000);

drop trigger bookings_totals_insert on bookings;
drop trigger bookings_totals_update on bookings;
drop trigger bookings_totals_delete on bookings;

create table booking_lines (
  booking_id uuid not null constraint booking_lines_booking_fkey references bookings (id),
  position smallint not null,
  code text not null constraint booking_lines_code_known check (code in ('rental', 'service_fee', 'processing_fee')),
  label text not null constraint booking_lines_label_length check (length(label) between 1 and 200),
  quantity integer not null constraint booking_lines_quantity_positive check (quantity > 0),
  unit text not null constraint booking_lines_unit_known check (unit in ('day', 'booking')),
  amount_cents bigint not null,
  earner text not null constraint booking_lines_earner_known check (earner in ('host', 'platform')),
  constraint booking_lines_pkey primary key (booking_id, position)
);
insert into booking_lines (booking_id, position, code, label, quantity, unit, amount_cents, earner)
select id, 1, 'rental',
  (end_date - start_date) || case when end_date - start_date = 1 then ' day' else ' days' end || ' × $' || trim(to_char(price_per_day, '999,999,990.00')),
  end_date - start_date, 'day', (total_amount * 100)::bigint, 'host'
from bookings
union all
select id, 2, 'service_fee', 'Service fee (' || trim_scale(service_fee_basis_points / 100.0) || '%)', 1, 'booking', service_fee_cents, 'platform' from bookings
union all
select id, 3, 'processing_fee', 'Processing fee', 1, 'booking', processing_fee_cents, 'platform' from bookings;

-- The columns that the lines replace go, and with them the checks that name them.
alter table bookings drop column service_fee_cents, drop column processing_fee_cents;
alter table bookings drop constraint bookings_total_amount_check, drop constraint bookings_price_per_day_check;
alter table bookings drop constraint bookings_check2, drop constraint bookings_check4,
  drop constraint bookings_host_share_cents_check;
alter table bookings alter column total_amount type bigint using (total_amount * 100)::bigint;
alter table bookings rename column total_amount to total_cents;
alter table bookings alter column price_per_day type bigint using (price_per_day * 100)::bigint;
alter table bookings rename column price_per_day to price_per_day_cents;
alter table bookings
  add constraint bookings_price_positive check (price_per_day_cents > 0),
  add constraint bookings_total_is_days_times_price check (total_cents = (end_date - start_date) * price_per_day_cents),
  add constraint bookings_host_share_within_total check (host_share_cents between 0 and total_cents);

-- Every booking's lines add up to what its card is charged, and the rental to its total.
create function booking_lines_must_add_up() returns trigger language plpgsql as $$
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
    select sum(amount_cents) as due, sum(amount_cents) filter (where code = 'rental') as rental
    from booking_lines where booking_id = booking
  ) lines
  where b.id = booking and (lines.due, lines.rental) is distinct from (b.amount_due_cents, b.total_cents);
  if found then
    raise exception 'the lines of booking % do not add up to its charge', booking using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger booking_lines_add_up after insert or update or delete on booking_lines
  deferrable initially deferred for each row execute function booking_lines_must_add_up();
create constraint trigger bookings_lines_add_up after insert or update of amount_due_cents, total_cents on bookings
  deferrable initially deferred for each row execute function booking_lines_must_add_up();

-- The platform's totals count cents, too.
alter table booking_totals alter column completed_amount type bigint using (completed_amount * 100)::bigint;
alter table booking_totals rename column completed_amount to completed_cents;
create or replace function add_to_booking_totals() returns trigger language plpgsql as $$
declare
  more bigint := 0;
  cents bigint := 0;
begin
  if tg_op <> 'DELETE' then
    select count(*) filter (where counts), coalesce(sum(total_cents) filter (where status = 'completed'), 0)
      into more, cents from after_rows;
  end if;
  if tg_op <> 'INSERT' then
    select more - count(*) filter (where counts), cents - coalesce(sum(total_cents) filter (where status = 'completed'), 0)
      into more, cents from before_rows;
  end if;
  if more <> 0 or cents <> 0 then
    insert into booking_totals (bookings, completed_cents) values (more, cents);
  end if;
  return null;
end $$;
create trigger bookings_totals_insert after insert on bookings referencing new table as after_rows
  for each statement execute function add_to_booking_totals();
create trigger bookings_totals_update after update on bookings referencing old table as before_rows new table as after_rows
  for each statement execute function add_to_booking_totals();
create trigger bookings_totals_delete after delete on bookings referencing old table as before_rows
  for each statement execute function add_to_booking_totals();
