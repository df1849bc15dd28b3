-- A replaced phone still gets warnings about the bank details, like a replaced email address.
alter table profiles
  add column previous_phone text,
  add column phone_changed_at timestamptz,
  add constraint profiles_previous_phone_format check (previous_phone ~ '^\+[1-9][0-9]{6,14}$'),
  add constraint profiles_previous_phone_dated
    check (previous_phone is null or phone_changed_at is not null);
comment on column profiles.previous_phone is
  'The verified phone before a change. Forgotten some days after it.';

-- The booking that a support case is about.
alter table support_cases
  add column booking_id uuid,
  add constraint support_cases_booking_id_fkey foreign key (booking_id) references bookings (id);
create index support_cases_booking_idx on support_cases (booking_id) where booking_id is not null;
