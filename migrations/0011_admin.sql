-- What admins ask of all users, listings and bookings at once, answered from indexes; and the figures of bookings without counting them.

-- What a search reads, in lower case and behind a blank: '% ro%' then finds the beginnings of words, by trigrams too.
create index profiles_text_idx on profiles using gin (lower(' ' || first_name || ' ' || last_name || ' ' || email) gin_trgm_ops);
create index car_listings_text_idx on car_listings using gin (lower(' ' || year::text || ' ' || make || ' ' || model || ' ' || title || ' ' || location || ' ' || coalesce(license_plate, '')) gin_trgm_ops) where deleted_at is null;

create index profiles_newest_idx on profiles (created_at desc, user_id desc);
create index user_roles_role_idx on user_roles (role, user_id) where role <> 'renter';
create index accounts_suspended_idx on accounts (id) where suspended_at is not null;

create index car_listings_all_idx on car_listings (created_at desc, id desc) include (is_approved, is_available, rejection_reason) where deleted_at is null;
-- Those without a decision come first.
drop index car_listings_pending_idx;
create index car_listings_pending_idx on car_listings ((rejection_reason is not null), created_at, id) where not is_approved and deleted_at is null;

-- An abandoned checkout counts in no list and no figure (isAbandonedCheckout in domain/booking-lists.ts).
alter table bookings add column counts boolean not null
  generated always as (not (status = 'pending' and payment_status = 'unpaid') and not (status = 'cancelled' and payment_status = 'expired')) stored;
create index bookings_newest_idx on bookings (created_at desc, id desc) where counts;
create index bookings_status_idx on bookings (status, created_at desc, id desc) where counts;
drop index bookings_car_idx;
create index bookings_car_idx on bookings (car_id, created_at desc);

create index audit_events_type_idx on audit_events (subject_type, id);
create index audit_events_admin_idx on audit_events (id) where actor_kind = 'admin';
create index audit_events_actor_idx on audit_events (actor_id, id) where actor_id is not null;

-- How many bookings count and what the completed ones come to, as a sum of changes: each statement adds its own, a job adds them up.
-- A single row of totals would have every booking wait for every other.
create table booking_totals (
  id bigint generated always as identity primary key,
  bookings bigint not null,
  completed_amount numeric(14, 2) not null
);

create function add_to_booking_totals() returns trigger language plpgsql as $$
declare
  more bigint := 0;
  amount numeric := 0;
begin
  if tg_op <> 'DELETE' then
    select count(*) filter (where counts), coalesce(sum(total_amount) filter (where status = 'completed'), 0)
      into more, amount from after_rows;
  end if;
  if tg_op <> 'INSERT' then
    select more - count(*) filter (where counts), amount - coalesce(sum(total_amount) filter (where status = 'completed'), 0)
      into more, amount from before_rows;
  end if;
  if more <> 0 or amount <> 0 then
    insert into booking_totals (bookings, completed_amount) values (more, amount);
  end if;
  return null;
end $$;
create trigger bookings_totals_insert after insert on bookings referencing new table as after_rows
  for each statement execute function add_to_booking_totals();
create trigger bookings_totals_update after update on bookings referencing old table as before_rows new table as after_rows
  for each statement execute function add_to_booking_totals();
create trigger bookings_totals_delete after delete on bookings referencing old table as before_rows
  for each statement execute function add_to_booking_totals();

insert into booking_totals (bookings, completed_amount)
select count(*) filter (where counts),
       coalesce(sum(total_amount) filter (where status = 'completed'), 0)
from bookings;
