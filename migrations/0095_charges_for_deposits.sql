-- If a deposit can no longer be captured, the card is charged for what cases should take from it
-- (docs/decisions/0052).
alter table later_charges
  add column replaces_deposit boolean not null default false,
  drop constraint later_charges_case_id_key,
  add constraint later_charges_once_per_case unique (case_id, replaces_deposit),
  add constraint later_charges_replaces_deposit_of_case check (not replaces_deposit or origin = 'case');
comment on column later_charges.replaces_deposit is 'Whether it is the part of the case that the deposit should have paid.';

create or replace function check_case_charge() returns trigger language plpgsql as $$
begin
  perform from trip_cases where id = new.case_id and booking_id = new.booking_id and kind = new.kind and state = 'closed'
    and case when new.replaces_deposit then deposit_cents else final_cents - deposit_cents end = new.amount_cents
    and (not new.replaces_deposit or exists (
      select from deposits where deposits.booking_id = new.booking_id and deposits.state = 'lapsed'));
  if not found then
    raise exception 'later charge % has no origin', new.id
      using errcode = 'check_violation', constraint = 'later_charges_case_exists';
  end if;
  return new;
end $$;
drop trigger later_charges_fixed on later_charges;
create trigger later_charges_fixed before update on later_charges for each row when (
  (old.id, old.booking_id, old.kind, old.origin, old.return_id, old.pickup_reading_id, old.return_reading_id, old.case_id,
    old.replaces_deposit, old.quantity, old.unit, old.explanation, old.amount_cents, old.host_share_cents, old.announced_at, old.due_at)
  is distinct from
  (new.id, new.booking_id, new.kind, new.origin, new.return_id, new.pickup_reading_id, new.return_reading_id, new.case_id,
    new.replaces_deposit, new.quantity, new.unit, new.explanation, new.amount_cents, new.host_share_cents, new.announced_at, new.due_at)
  or old.declined is not null and (old.declined, old.outstanding_since) is distinct from (new.declined, new.outstanding_since))
  execute function refuse_changed_charge();
