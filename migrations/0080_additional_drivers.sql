-- Additional drivers: people besides the renter who may drive the car of a booking.
create table booking_drivers (
  id uuid default gen_random_uuid() constraint booking_drivers_pkey primary key,
  booking_id uuid not null constraint booking_drivers_booking_fkey references bookings (id) on delete cascade,
  position smallint constraint booking_drivers_at_most_three check (position between 1 and 3),
  email text not null constraint booking_drivers_email_length check (email = '' or length(email) between 3 and 254),
  state text not null constraint booking_drivers_state_known
    check (state in ('named', 'invited', 'accepted', 'declined', 'removed')),
  user_id uuid constraint booking_drivers_user_fkey references accounts (id),
  token_hash bytea constraint booking_drivers_token_hash_key unique,
  expires_at timestamptz,
  invited_at timestamptz,
  answered_at timestamptz,
  created_at timestamptz not null,
  constraint booking_drivers_position_key unique (booking_id, position),
  constraint booking_drivers_position_by_state check ((position is null) = (state in ('declined', 'removed'))),
  constraint booking_drivers_invitation_by_state check (
    (state = 'invited') = (token_hash is not null) and (token_hash is null) = (expires_at is null)),
  constraint booking_drivers_user_by_state check (
    (state <> 'accepted' or user_id is not null) and (state not in ('named', 'invited') or user_id is null))
);
create unique index booking_drivers_email_once on booking_drivers (booking_id, email) where position is not null and email <> '';
create unique index booking_drivers_user_once on booking_drivers (booking_id, user_id) where position is not null;
create index booking_drivers_of_user on booking_drivers (user_id) where user_id is not null;
create index booking_drivers_of_email on booking_drivers (email);
comment on table booking_drivers is 'People besides the renter who may drive the car of a booking. Once the trip is over, only those who accepted are kept.';
comment on column booking_drivers.position is 'One of the three places for additional drivers; null once declined or removed.';
comment on column booking_drivers.email is 'The address that the renter entered, in lower case. Only an account with it may accept. Empty once that account is deleted.';
comment on column booking_drivers.state is 'named: in a checkout that is not paid yet, so not invited. An invitation past expires_at has expired.';
comment on column booking_drivers.invited_at is 'When the invitation was last emailed; null if the address had reached its limit.';
comment on column booking_drivers.user_id is 'Who accepted; kept if they decline later or are removed.';
comment on column booking_drivers.token_hash is 'SHA-256 of the token in the emailed link.';
