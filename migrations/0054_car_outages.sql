-- Times in which a car is out of service. Unlike a block, an outage may contain bookings: its days
-- that no booking or block occupies are in car_calendar, and a cancelled booking's days join them.
create table car_outages (
  id uuid not null default gen_random_uuid() constraint car_outages_pkey primary key,
  car_id uuid not null constraint car_outages_car_id_fkey references car_listings (id),
  during daterange not null
    constraint car_outages_during_half_open check (not isempty(during) and lower_inc(during)
      and not upper_inc(during) and not lower_inf(during) and not upper_inf(during)),
  reason text not null
    constraint car_outages_reason_known check (reason in ('mechanic', 'accident', 'other')),
  note text constraint car_outages_note_length check (length(note) between 1 and 200),
  created_at timestamptz not null,
  constraint car_outages_no_overlap exclude using gist (car_id with =, during with &&)
);
comment on table car_outages is 'Times in which a car is out of service. They may contain bookings.';

alter table car_calendar drop constraint car_calendar_kind_known;
-- Not validated, which would read the whole table under the lock: older rows obeyed a stricter rule.
alter table car_calendar add constraint car_calendar_kind_known
  check (kind in ('booking', 'block', 'import', 'outage')) not valid;
