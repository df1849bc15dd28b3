-- When a trip really began and ended, copied to the booking so that lists and payouts can use indexes.
alter table bookings
  add column picked_up_at timestamptz,
  add column returned_at timestamptz,
  add column return_noticed_at timestamptz,
  add column delayed_pickup_at timestamptz;
alter table bookings
  add column ended_on date generated always as (
    case
      when returned_at is not null then (returned_at at time zone 'America/Nassau')::date
      when picked_up_at is null then end_date
    end
  ) stored;
comment on column bookings.picked_up_at is 'When the pickup was confirmed. Copied from trip_entries, like the columns below.';
comment on column bookings.return_noticed_at is 'When the renter said that the car is back. If the host does not answer, this is the time of the return.';
comment on column bookings.delayed_pickup_at is 'When the renter expects to pick the car up, after reporting a delayed flight.';
comment on column bookings.ended_on is 'The day in Nassau of the return; the booked one if nobody recorded the trip; null while the car is out.';

alter table trip_entries
  drop constraint trip_entries_kind_known,
  add constraint trip_entries_kind_known check (kind in (
    'photo', 'reading', 'mark', 'licence_check', 'return_notice', 'confirmation', 'flight_delay', 'signature'));

create function copy_trip_times() returns trigger language plpgsql as $$
begin
  if new.kind = 'confirmation' and new.handover = 'pickup' then
    update bookings set picked_up_at = least(new.made_at, new.received_at) where id = new.booking_id;
  elsif new.kind = 'return_notice' then
    update bookings set return_noticed_at = least(new.made_at, new.received_at) where id = new.booking_id;
  elsif new.kind = 'confirmation' then
    update bookings set returned_at = case
        when new.content ->> 'by' = 'renter' then coalesce(return_noticed_at, least(new.made_at, new.received_at))
        else least(new.made_at, new.received_at)
      end where id = new.booking_id;
  elsif new.kind = 'flight_delay' then
    -- Calendars take the file of a booking as changed by its time of change.
    update bookings set delayed_pickup_at = (new.content ->> 'pickup_at')::timestamptz, updated_at = new.received_at
      where id = new.booking_id;
  end if;
  return null;
end $$;
create trigger trip_entries_copy_times after insert on trip_entries
  for each row execute function copy_trip_times();

update bookings set
  picked_up_at = (select least(made_at, received_at) from trip_entries
    where booking_id = bookings.id and kind = 'confirmation' and handover = 'pickup'),
  return_noticed_at = (select least(made_at, received_at) from trip_entries
    where booking_id = bookings.id and kind = 'return_notice')
where exists (select from trip_entries where booking_id = bookings.id and kind in ('confirmation', 'return_notice'));
update bookings set
  returned_at = (select case when content ->> 'by' = 'renter' then coalesce(return_noticed_at, least(made_at, received_at))
      else least(made_at, received_at) end
    from trip_entries where booking_id = bookings.id and kind = 'confirmation' and handover = 'return')
where picked_up_at is not null;

create index bookings_out_idx on bookings (return_at) where picked_up_at is not null and returned_at is null;
create index bookings_ended_idx on bookings (status, ended_on);
