-- Replaced phones still get warnings about the bank details, like a replaced email address.
alter table profiles
  add column previous_phones text[] not null default '{}',
  add column phone_changed_at timestamptz,
  add constraint profiles_previous_phones_dated
    check (previous_phones = '{}' or phone_changed_at is not null);
comment on column profiles.previous_phones is
  'The verified phones before recent changes. Forgotten some days after the last.';

-- The booking that a support case is about.
alter table support_cases
  add column booking_id uuid,
  add constraint support_cases_booking_id_fkey foreign key (booking_id) references bookings (id);
create index support_cases_booking_idx on support_cases (booking_id) where booking_id is not null;
