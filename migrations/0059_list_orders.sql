-- The audit log is listed by its time, which its dates limit.
create index audit_events_time_idx on audit_events (at, id);
create index audit_events_type_time_idx on audit_events (subject_type, at, id);
create index audit_events_admin_time_idx on audit_events (at, id) where actor_kind = 'admin';
drop index audit_events_type_idx;
drop index audit_events_admin_idx;

-- Admins list the cars of an island in any state. On the plain column, public searches would read
-- this index instead of their own.
create index car_listings_any_island_idx on car_listings (lower(island), created_at, id)
  where deleted_at is null;

-- Where a person was reached before their email changed, so that a thief who changes it first can't
-- keep a change of the bank details from them.
alter table accounts add column previous_email text, add column email_changed_at timestamptz;
alter table accounts add constraint accounts_previous_email_dated
  check (previous_email is null or email_changed_at is not null);
comment on column accounts.previous_email is 'Forgotten some days after the change.';
