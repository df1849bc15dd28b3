-- Bookings whose trip waits for the operations team: somebody's account was suspended, or a bank
-- charged a payment of the renter back.
create table trip_holds (
  id uuid not null default gen_random_uuid() constraint trip_holds_pkey primary key,
  booking_id uuid not null constraint trip_holds_booking_id_fkey references bookings (id),
  reason text not null constraint trip_holds_reason_known
    check (reason in ('renter_suspended', 'host_suspended', 'charged_back')),
  held_at timestamptz not null,
  released_at timestamptz,
  outcome text constraint trip_holds_outcome_known check (outcome in ('kept', 'cancelled', 'ended')),
  constraint trip_holds_outcome_once_released check ((released_at is null) = (outcome is null))
);
comment on table trip_holds is 'Trips that wait until the operations team keeps or cancels them.';
comment on column trip_holds.outcome is
  'kept or cancelled by an admin; ended with the booking, such as by the renter.';
create unique index trip_holds_open_idx on trip_holds (booking_id) where released_at is null;

-- Renters who can't book: they lost a dispute, and no admin has lifted the ban.
create table booking_bans (
  renter_id uuid not null constraint booking_bans_pkey primary key
    constraint booking_bans_renter_id_fkey references accounts (id),
  dispute_id text not null constraint booking_bans_dispute_id_fkey references disputes (id),
  banned_at timestamptz not null
);
comment on table booking_bans is
  'Renters who can''t book because a dispute of theirs was lost. Lifting a ban deletes its row.';
