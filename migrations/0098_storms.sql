-- Storms that admins declare for islands and days (decision 53).
create table storms (
  id uuid constraint storms_pkey primary key,
  name text not null constraint storms_name_length check (length(name) between 1 and 60),
  islands text[] not null
    constraint storms_islands_known check (islands <@ array['new-providence', 'grand-bahama', 'abacos', 'bimini', 'berry-islands', 'andros', 'eleuthera', 'harbour-island', 'spanish-wells', 'exumas', 'cat-island', 'long-island', 'san-salvador', 'rum-cay', 'crooked-island', 'acklins', 'mayaguana', 'inagua', 'ragged-island'])
    constraint storms_islands_named check (cardinality(islands) > 0),
  first_day date not null,
  last_day date not null,
  message text not null constraint storms_message_length check (length(message) between 1 and 1000),
  declared_by uuid not null constraint storms_declared_by_fkey references accounts (id),
  declared_at timestamptz not null,
  ended_by uuid constraint storms_ended_by_fkey references accounts (id),
  ended_at timestamptz,
  summary text constraint storms_summary_length check (length(summary) between 1 and 1000),
  refunds text not null default 'none' constraint storms_refunds_known check (refunds in ('none', 'running', 'stopped', 'done')),
  refunds_by uuid constraint storms_refunds_by_fkey references accounts (id),
  refunds_after uuid,
  refunds_failed integer not null default 0 constraint storms_refunds_failed_not_negative check (refunds_failed >= 0),
  constraint storms_days_in_order check (last_day >= first_day),
  constraint storms_at_most_a_year check (last_day - first_day < 365),
  constraint storms_end_whole check (num_nulls(ended_by, ended_at, summary) in (0, 3)),
  constraint storms_refunds_by_somebody check ((refunds = 'none') = (refunds_by is null)),
  constraint storms_refunds_over_at_end check (ended_at is null or refunds <> 'running')
);
create index storms_on_idx on storms (declared_at) where ended_at is null;
create index storms_ended_idx on storms (ended_at);

comment on table storms is 'Storms that admins declared. A storm is on until an admin ends it.';
comment on column storms.message is 'The message to everyone on the islands.';
comment on column storms.summary is 'What the islands'' pages show after its end.';
comment on column storms.refunds is 'The state of the batch that cancels the trips that have not begun.';
comment on column storms.refunds_by is 'The admin who last started or stopped the batch.';
comment on column storms.refunds_after is 'The last booking that the batch processed, in the order of ids.';
comment on column storms.refunds_failed is 'Bookings that the batch could not cancel.';

create table storm_cars (
  storm_id uuid not null constraint storm_cars_storm_id_fkey references storms (id),
  car_id uuid not null constraint storm_cars_car_id_fkey references car_listings (id),
  photos text[] not null default '{}',
  note text constraint storm_cars_note_length check (length(note) between 1 and 1000),
  inspected_by uuid constraint storm_cars_inspected_by_fkey references accounts (id),
  inspected_at timestamptz,
  constraint storm_cars_pkey primary key (storm_id, car_id),
  constraint storm_cars_inspection_whole check ((inspected_at is null) = (inspected_by is null)),
  constraint storm_cars_inspected_with_photos check ((inspected_at is null) = (cardinality(photos) = 0)),
  constraint storm_cars_note_of_inspection check (note is null or inspected_at is not null)
);
create index storm_cars_waiting_idx on storm_cars (car_id) where inspected_at is null;

comment on table storm_cars is 'The cars on a storm''s islands. Each can be booked again once it is inspected.';
comment on column storm_cars.photos is 'The URLs of the photos of the inspection, uploaded like those of a listing.';

alter table bookings add column storm_id uuid constraint bookings_storm_id_fkey references storms (id);
alter table bookings add constraint bookings_storm_ended_it check (storm_id is null or status in ('cancelled', 'rejected'));
create index bookings_storm_idx on bookings (storm_id) where storm_id is not null;
comment on column bookings.storm_id is 'The storm because of which it was cancelled or declined, so that this counts against nobody.';
