-- Internal notes of admins about people and bookings.
create table admin_notes (
  id uuid constraint admin_notes_pkey primary key default gen_random_uuid(),
  account_id uuid constraint admin_notes_account_id_fkey references accounts (id)
    on delete cascade,
  booking_id uuid constraint admin_notes_booking_id_fkey references bookings (id),
  author_id uuid not null constraint admin_notes_author_id_fkey references accounts (id),
  body text not null
    constraint admin_notes_body_length check (char_length(body) between 1 and 2000),
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  constraint admin_notes_one_subject check (num_nonnulls(account_id, booking_id) = 1)
);
comment on table admin_notes is
  'Internal notes of admins about people and bookings. They never change, but can be withdrawn.';
comment on column admin_notes.withdrawn_at is
  'When its author withdrew it. It stays, and is shown as withdrawn.';
create index admin_notes_account_idx on admin_notes (account_id, created_at desc, id desc)
  where account_id is not null;
create index admin_notes_booking_idx on admin_notes (booking_id, created_at desc, id desc)
  where booking_id is not null;

create function only_withdraw_note() returns trigger language plpgsql as $$
begin
  if old.withdrawn_at is not null
    or (to_jsonb(new) - 'withdrawn_at') is distinct from (to_jsonb(old) - 'withdrawn_at') then
    raise exception 'admin_notes can only be withdrawn' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger admin_notes_only_withdrawn before update on admin_notes
  for each row execute function only_withdraw_note();
