-- Trips: what renter and host record at the pickup and the return of a car.
create table trip_entries (
  booking_id uuid not null constraint trip_entries_booking_id_fkey references bookings (id),
  position integer not null constraint trip_entries_position_positive check (position >= 1),
  id uuid not null,
  handover text not null constraint trip_entries_handover_known check (handover in ('pickup', 'return')),
  kind text not null constraint trip_entries_kind_known
    check (kind in ('photo', 'reading', 'mark', 'licence_check', 'return_notice', 'confirmation')),
  side text not null constraint trip_entries_side_known check (side in ('renter', 'host', 'admin')),
  author_id uuid not null constraint trip_entries_author_id_fkey references profiles (user_id),
  content jsonb not null,
  made_at timestamptz not null,
  received_at timestamptz not null,
  previous_hash bytea constraint trip_entries_previous_hash_length check (length(previous_hash) = 32),
  key_id text not null constraint trip_entries_key_id_format check (key_id ~ '^[0-9a-f]{16}$'),
  hash bytea not null constraint trip_entries_hash_length check (length(hash) = 32),
  constraint trip_entries_pkey primary key (booking_id, position),
  constraint trip_entries_id_key unique (id),
  constraint trip_entries_first_has_no_previous check ((position = 1) = (previous_hash is null))
);
create unique index trip_entries_confirmation_key on trip_entries (booking_id, handover) where kind = 'confirmation';
create index trip_entries_author_id_idx on trip_entries (author_id);
create trigger trip_entries_append_only before update or delete or truncate on trip_entries
  for each statement execute function refuse_change();
comment on table trip_entries is 'What renter and host recorded about a trip, append-only. The entries of a booking are a chain: each has the hash of the one before it.';
comment on column trip_entries.id is 'Made on the phone, so that an entry sent twice is stored once.';
comment on column trip_entries.made_at is 'By the phone''s clock.';
comment on column trip_entries.hash is 'HMAC-SHA-256 over the previous hash and every other column, with the encryption key of key_id (modules/trips/chain.ts).';

create table trip_photos (
  id uuid not null constraint trip_photos_pkey primary key,
  entry_id uuid not null constraint trip_photos_entry_id_key unique
    constraint trip_photos_entry_id_fkey references trip_entries (id),
  booking_id uuid not null constraint trip_photos_booking_id_fkey references bookings (id),
  bytes integer not null constraint trip_photos_bytes_positive check (bytes > 0),
  key_id text not null constraint trip_photos_key_id_format check (key_id ~ '^[0-9a-f]{16}$'),
  created_at timestamptz not null
);
create index trip_photos_booking_idx on trip_photos (booking_id);
comment on table trip_photos is 'The encrypted files of photos. Deleting one leaves its entry, which has its hash.';

create table handover_codes (
  booking_id uuid not null constraint handover_codes_pkey primary key
    constraint handover_codes_booking_id_fkey references bookings (id),
  handover text not null constraint handover_codes_handover_known check (handover in ('pickup', 'return')),
  reading_id uuid not null constraint handover_codes_reading_id_fkey references trip_entries (id),
  code_hash bytea not null,
  tries smallint not null,
  expires_at timestamptz not null
);
comment on table handover_codes is 'The host''s current code of a trip, as a keyed hash.';
comment on column handover_codes.reading_id is 'The reading that the code agrees on.';

alter table payment_incidents
  drop constraint payment_incidents_kind_known,
  add constraint payment_incidents_kind_known check (kind in (
    'webhook_refused', 'event_unknown', 'record_differs', 'checkout_refused', 'dispute', 'ledger_fault', 'trip_record_changed', 'car_overdue'));
