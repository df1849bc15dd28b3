-- Handing a car over with a lockbox, without the host (product.md, Trips; decision 48).
create table car_lockboxes (
  car_id uuid not null constraint car_lockboxes_pkey primary key
    constraint car_lockboxes_car_id_fkey references car_listings (id) on delete cascade,
  sealed bytea not null,
  key_id text not null constraint car_lockboxes_key_id_format check (key_id ~ '^[0-9a-f]{16}$'),
  updated_at timestamptz not null
);
comment on table car_lockboxes is 'The lockboxes of cars. The code and where the box is are encrypted, bound to the car.';

alter table trip_entries
  drop constraint trip_entries_kind_known,
  add constraint trip_entries_kind_known check (kind in (
    'photo', 'reading', 'mark', 'licence_check', 'return_notice', 'confirmation', 'flight_delay', 'signature',
    'lockbox_opening', 'lockbox_acceptance', 'lockbox_contest'));
create unique index trip_entries_lockbox_answer_key on trip_entries (booking_id, handover)
  where kind in ('lockbox_acceptance', 'lockbox_contest');

alter table payment_incidents
  drop constraint payment_incidents_kind_known,
  add constraint payment_incidents_kind_known check (kind in (
    'webhook_refused', 'event_unknown', 'record_differs', 'checkout_refused', 'dispute', 'ledger_fault', 'trip_record_changed',
    'car_overdue', 'handover_contested'));

-- Both sides agree on a reading if the renter enters the host's code, or if the host accepts what
-- the renter confirmed alone with the lockbox.
create function agreed_reading(booking uuid, which text, out confirmation_id uuid, out reading_id uuid)
  returns setof record language sql stable as $$
    select id, (content ->> 'reading_id')::uuid from trip_entries
    where booking_id = booking and handover = which and kind = 'confirmation'
      and (content ->> 'by' = 'code' or content ->> 'by' = 'lockbox' and exists (
        select from trip_entries answer
        where answer.booking_id = booking and answer.handover = which and answer.kind = 'lockbox_acceptance'))
  $$;

create or replace function check_later_charge() returns trigger language plpgsql as $$
declare
  confirmed uuid;
begin
  if not exists (select from bookings where id = new.booking_id and ceiling_cents is not null) then
    raise exception 'booking % has no tariff', new.booking_id
      using errcode = 'check_violation', constraint = 'later_charges_booking_has_tariff';
  end if;
  select reading_id into confirmed from agreed_reading(new.booking_id, 'return') where confirmation_id = new.return_id;
  if not found or new.origin = 'readings' and (
    confirmed is distinct from new.return_reading_id
    or not exists (select from agreed_reading(new.booking_id, 'pickup') where reading_id = new.pickup_reading_id)) then
    raise exception 'later charge % has no origin', new.id
      using errcode = 'check_violation', constraint = 'later_charges_origin_exists';
  end if;
  return new;
end $$;
