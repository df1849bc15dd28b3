-- Cases after a trip: a host's claim, the renter's answer, decisions and appeals (product.md, Cases; decision 52).

create table trip_cases (
  id uuid constraint trip_cases_pkey primary key,
  number integer generated always as identity (start with 1001) constraint trip_cases_number_key unique,
  booking_id uuid not null constraint trip_cases_booking_id_fkey references bookings (id),
  kind text not null constraint trip_cases_kind_known check (kind in ('cleaning', 'smoking', 'lost_key', 'ticket', 'damage')),
  claimed_cents bigint not null constraint trip_cases_claim_chargeable check (claimed_cents >= 50),
  state text not null constraint trip_cases_state_known check (state in ('answering', 'deciding', 'decided', 'appealed', 'closed')),
  opened_at timestamptz not null,
  answer_due_at timestamptz not null,
  statements_open_at timestamptz,
  decision_due_at timestamptz,
  decided_cents bigint constraint trip_cases_decided_within_claim check (decided_cents between 0 and claimed_cents),
  decided_at timestamptz,
  appeal_due_at timestamptz,
  appealed_by text[] not null default '{}' constraint trip_cases_appealed_by_sides check (
    appealed_by in ('{}', '{renter}', '{host}', '{renter,host}', '{host,renter}')),
  closed_at timestamptz,
  outcome text constraint trip_cases_outcome_known check (outcome in ('accepted', 'decided', 'withdrawn')),
  final_cents bigint,
  deposit_cents bigint not null default 0,
  reminded_of timestamptz,
  file jsonb,
  file_sha256 text constraint trip_cases_file_sha256_format check (file_sha256 ~ '^[0-9a-f]{64}$'),
  constraint trip_cases_opened_by_state check ((statements_open_at is null) = (state = 'answering')),
  constraint trip_cases_decision_due_by_state check ((decision_due_at is not null) = (state in ('deciding', 'appealed'))),
  constraint trip_cases_decided_whole check (num_nonnulls(decided_cents, decided_at, appeal_due_at) in (0, 3)
    and (state not in ('decided', 'appealed') or decided_at is not null)
    and (state not in ('answering', 'deciding') or decided_at is null)),
  constraint trip_cases_closed_whole check (num_nonnulls(closed_at, outcome, final_cents, file, file_sha256) = case state when 'closed' then 5 else 0 end),
  constraint trip_cases_final_by_outcome check (final_cents = case outcome when 'accepted' then claimed_cents when 'withdrawn' then 0 else decided_cents end),
  constraint trip_cases_deposit_within_final check (deposit_cents between 0 and coalesce(final_cents, 0))
);
create index trip_cases_booking on trip_cases (booking_id, opened_at);
create index trip_cases_open on trip_cases (state, coalesce(decision_due_at, appeal_due_at, answer_due_at)) where state <> 'closed';
create index trip_cases_closed on trip_cases (closed_at) where state = 'closed';

comment on table trip_cases is 'What hosts claim after a trip. The claim never changes; a case that is closed never changes either.';
comment on column trip_cases.statements_open_at is 'When the renter answered, or the time to answer was over. From then on, each side can read the other''s statement.';
comment on column trip_cases.decided_cents is 'The latest decision.';
comment on column trip_cases.final_cents is 'What the renter owes in the end: from the deposit first, the rest as a later charge.';
comment on column trip_cases.deposit_cents is 'How much of final_cents comes from the deposit.';
comment on column trip_cases.reminded_of is 'The deadline that the last reminder was about.';
comment on column trip_cases.file is 'The text of the case file at the moment when the case was closed. The PDF is made from it.';

create function refuse_changed_case() returns trigger language plpgsql as $$
begin
  raise exception 'case % can''t change', old.id using errcode = 'restrict_violation';
end $$;
create trigger trip_cases_fixed before update on trip_cases for each row when (
  old.state = 'closed'
  or (old.id, old.number, old.booking_id, old.kind, old.claimed_cents, old.opened_at, old.answer_due_at)
    is distinct from (new.id, new.number, new.booking_id, new.kind, new.claimed_cents, new.opened_at, new.answer_due_at)
  or old.statements_open_at is not null and old.statements_open_at is distinct from new.statements_open_at
  or not old.appealed_by <@ new.appealed_by)
  execute function refuse_changed_case();
create trigger trip_cases_stay before delete on trip_cases for each row execute function refuse_changed_case();

create function refuse_case_step() returns trigger language plpgsql as $$
begin
  raise exception 'case % can''t go from % to %', old.id, old.state, new.state
    using errcode = 'check_violation', constraint = 'trip_cases_step_known';
end $$;
create trigger trip_cases_steps before update of state on trip_cases for each row when (
  old.state <> new.state and (old.state, new.state) not in (
    ('answering', 'deciding'), ('answering', 'closed'), ('deciding', 'decided'), ('deciding', 'closed'),
    ('decided', 'appealed'), ('decided', 'closed'), ('appealed', 'decided'), ('appealed', 'closed')))
  execute function refuse_case_step();

-- The cases of a booking never add up to more than its ceiling. An open case counts with its claim.
create function check_case_ceiling() returns trigger language plpgsql as $$
declare
  ceiling bigint;
begin
  select ceiling_cents into ceiling from bookings where id = new.booking_id for no key update;
  if ceiling is null or ceiling < new.claimed_cents
    + (select coalesce(sum(coalesce(final_cents, claimed_cents)), 0) from trip_cases where booking_id = new.booking_id) then
    raise exception 'case % exceeds the ceiling of booking %', new.id, new.booking_id
      using errcode = 'check_violation', constraint = 'trip_cases_within_ceiling';
  end if;
  return new;
end $$;
create trigger trip_cases_checked before insert on trip_cases for each row execute function check_case_ceiling();

-- What sides and admins say. Nothing is changed or removed.
create table case_statements (
  id uuid constraint case_statements_pkey primary key,
  case_id uuid not null constraint case_statements_case_id_fkey references trip_cases (id),
  kind text not null constraint case_statements_kind_known check (kind in ('claim', 'answer', 'appeal', 'decision')),
  side text not null constraint case_statements_side_known check (side in ('renter', 'host', 'admin')),
  author_id uuid not null constraint case_statements_author_id_fkey references accounts (id),
  words text not null constraint case_statements_words_length check (length(words) between 1 and 2000),
  amount_cents bigint,
  at timestamptz not null,
  constraint case_statements_side_of_kind check (
    case kind when 'claim' then side = 'host' when 'answer' then side = 'renter' when 'decision' then side = 'admin' else side <> 'admin' end),
  constraint case_statements_decision_has_amount check ((amount_cents is not null) = (kind = 'decision'))
);
create index case_statements_case on case_statements (case_id, at);
create index case_statements_author on case_statements (author_id);
create unique index case_statements_once on case_statements (case_id, kind) where kind in ('claim', 'answer');
create unique index case_statements_one_appeal on case_statements (case_id, side) where kind = 'appeal';

comment on table case_statements is 'The claim, the answer, appeals and decisions with their reasons. Append-only.';

-- The evidence for a statement or decision: marks and photos of the trip, and uploaded files.
create table case_evidence (
  statement_id uuid not null constraint case_evidence_statement_id_fkey references case_statements (id),
  position smallint not null,
  entry_id uuid constraint case_evidence_entry_id_fkey references trip_entries (id),
  file_id uuid,
  sha256 text constraint case_evidence_sha256_format check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint case_evidence_pkey primary key (statement_id, position),
  constraint case_evidence_one_thing check (num_nonnulls(entry_id, file_id) = 1 and (sha256 is not null) = (file_id is not null))
);
create index case_evidence_file on case_evidence (file_id) where file_id is not null;
comment on table case_evidence is 'The evidence for statements. The hash of a file stays when the file is deleted.';

create function check_case_statement() returns trigger language plpgsql as $$
begin
  perform from trip_cases where id = new.case_id and case new.kind
    when 'claim' then state = 'answering'
    when 'answer' then state = 'answering'
    when 'decision' then state in ('deciding', 'appealed') and new.amount_cents between 0 and claimed_cents
    else state in ('decided', 'appealed') end;
  if not found then
    raise exception 'case % takes no %', new.case_id, new.kind
      using errcode = 'check_violation', constraint = 'case_statements_in_state';
  end if;
  return new;
end $$;
create trigger case_statements_checked before insert on case_statements for each row execute function check_case_statement();
create function refuse_changed_statement() returns trigger language plpgsql as $$
begin
  raise exception 'statements of cases are only added' using errcode = 'restrict_violation';
end $$;
create trigger case_statements_append_only before update or delete on case_statements for each row execute function refuse_changed_statement();
create trigger case_evidence_append_only before update or delete on case_evidence for each row execute function refuse_changed_statement();

-- Estimates, bills, tickets and photos. The encrypted file is in the object store.
create table case_files (
  id uuid constraint case_files_pkey primary key,
  booking_id uuid not null constraint case_files_booking_id_fkey references bookings (id),
  author_id uuid not null constraint case_files_author_id_fkey references accounts (id),
  type text not null constraint case_files_type_known check (type in ('image/jpeg', 'application/pdf')),
  bytes integer not null constraint case_files_bytes_positive check (bytes > 0),
  sha256 text not null constraint case_files_sha256_format check (sha256 ~ '^[0-9a-f]{64}$'),
  key_id text not null,
  created_at timestamptz not null,
  stored_at timestamptz
);
create index case_files_booking on case_files (booking_id);
create index case_files_author on case_files (author_id);
comment on table case_files is 'Evidence that a side uploads before it sends the statement that names it. Deleted unused after a day.';
comment on column case_files.stored_at is 'When the object store had the file. A statement can name it from then on.';

-- Claims, decisions and the last day to act also alert people on the phone.
alter table alerts drop constraint alerts_kind_known,
  add constraint alerts_kind_known check (kind in ('request', 'today', 'cancellation', 'case', 'message'));
alter table alert_choices drop constraint alert_choices_kind_known,
  add constraint alert_choices_kind_known check (kind in ('request', 'today', 'cancellation', 'case', 'message'));

-- A closed case is an origin of a later charge.
alter table later_charges
  add column case_id uuid constraint later_charges_case_id_fkey references trip_cases (id)
    constraint later_charges_case_id_key unique,
  drop constraint later_charges_kind_known,
  drop constraint later_charges_origin_known,
  drop constraint later_charges_origin_named,
  drop constraint later_charges_origin_of_kind;
alter table later_charges
  add constraint later_charges_kind_known check (
    kind in ('late_return', 'distance', 'fuel', 'charging', 'change', 'cleaning', 'smoking', 'lost_key', 'ticket', 'damage')),
  add constraint later_charges_origin_known check (origin in ('return', 'readings', 'change', 'case')),
  add constraint later_charges_origin_named check (
    (change_id is not null) = (origin = 'change') and (case_id is not null) = (origin = 'case')
    and (return_id is not null) = (origin in ('return', 'readings'))
    and num_nonnulls(pickup_reading_id, return_reading_id) = case origin when 'readings' then 2 else 0 end),
  add constraint later_charges_origin_of_kind check (
    origin = case
      when kind = 'late_return' then 'return'
      when kind = 'change' then 'change'
      when kind in ('cleaning', 'smoking', 'lost_key', 'ticket', 'damage') then 'case'
      else 'readings' end);
comment on column later_charges.has_tax_documents is 'False if it was paid before such charges had tax documents, and for cases, which compensate a loss.';
comment on column later_charges.case_id is 'The closed case that it follows from.';
drop index later_charges_once;
create unique index later_charges_once on later_charges (booking_id, kind) where origin in ('return', 'readings');

create function check_case_charge() returns trigger language plpgsql as $$
begin
  perform from trip_cases where id = new.case_id and booking_id = new.booking_id and kind = new.kind and state = 'closed'
    and final_cents - deposit_cents = new.amount_cents;
  if not found then
    raise exception 'later charge % has no origin', new.id
      using errcode = 'check_violation', constraint = 'later_charges_case_exists';
  end if;
  return new;
end $$;
create trigger later_charges_of_cases_checked before insert on later_charges for each row when (new.origin = 'case')
  execute function check_case_charge();
drop trigger later_charges_checked on later_charges;
create trigger later_charges_checked before insert on later_charges for each row when (new.origin in ('return', 'readings'))
  execute function check_later_charge();
drop trigger later_charges_fixed on later_charges;
create trigger later_charges_fixed before update on later_charges for each row when (
  (old.id, old.booking_id, old.kind, old.origin, old.return_id, old.pickup_reading_id, old.return_reading_id, old.case_id, old.quantity,
    old.unit, old.explanation, old.amount_cents, old.host_share_cents, old.announced_at, old.due_at)
  is distinct from
  (new.id, new.booking_id, new.kind, new.origin, new.return_id, new.pickup_reading_id, new.return_reading_id, new.case_id, new.quantity,
    new.unit, new.explanation, new.amount_cents, new.host_share_cents, new.announced_at, new.due_at)
  or old.declined is not null and (old.declined, old.outstanding_since) is distinct from (new.declined, new.outstanding_since))
  execute function refuse_changed_charge();
