-- Helpers of a host, with rights per car, links for one handover without an account, and message
-- templates.
create table helpers (
  id uuid default gen_random_uuid() constraint helpers_pkey primary key,
  host_id uuid not null constraint helpers_host_id_fkey references accounts (id),
  email text not null constraint helpers_email_length check (length(email) between 3 and 254),
  user_id uuid constraint helpers_user_id_fkey references accounts (id),
  token_hash bytea constraint helpers_token_hash_key unique,
  expires_at timestamptz,
  created_at timestamptz not null,
  accepted_at timestamptz,
  constraint helpers_email_once unique (host_id, email),
  constraint helpers_user_once unique (host_id, user_id),
  constraint helpers_not_the_host check (user_id <> host_id),
  constraint helpers_invited_or_accepted check (
    (user_id is null) = (accepted_at is null) and (user_id is null) = (token_hash is not null)
    and (token_hash is null) = (expires_at is null))
);
create index helpers_of_user on helpers (user_id) where user_id is not null;
create index helpers_of_email on helpers (email) where user_id is null;
comment on table helpers is 'People whom a host has invited to help with some cars. A row is deleted when the host removes them, or they decline or leave.';
comment on column helpers.email is 'The address that the host entered, in lower case. Only an account with it may accept.';
comment on column helpers.token_hash is 'SHA-256 of the token in the emailed link, until somebody accepts.';

create table helper_rights (
  helper_id uuid not null constraint helper_rights_helper_id_fkey references helpers (id) on delete cascade,
  car_id uuid not null constraint helper_rights_car_id_fkey references car_listings (id) on delete cascade,
  kind text not null constraint helper_rights_kind_known check (kind in ('calendar', 'messages', 'handovers')),
  constraint helper_rights_pkey primary key (helper_id, car_id, kind)
);
create index helper_rights_of_car on helper_rights (car_id, kind);
comment on table helper_rights is 'What a helper may do with a car, once the invitation is accepted.';

create table runner_links (
  id uuid constraint runner_links_pkey primary key,
  booking_id uuid not null constraint runner_links_booking_id_fkey references bookings (id),
  handover text not null constraint runner_links_handover_known check (handover in ('pickup', 'return')),
  name text not null constraint runner_links_name_length check (length(name) between 1 and 40),
  secret_hash bytea not null constraint runner_links_secret_hash_key unique,
  created_by uuid not null constraint runner_links_created_by_fkey references accounts (id),
  created_at timestamptz not null,
  revoked_at timestamptz,
  opened_at timestamptz
);
create index runner_links_of_booking on runner_links (booking_id);
create index runner_links_of_creator on runner_links (created_by);
comment on table runner_links is 'Links with which somebody without an account records one handover of one trip. A link is used up once that handover is confirmed.';
comment on column runner_links.name is 'What the host calls the runner.';
comment on column runner_links.secret_hash is 'SHA-256 of the secret in the link. The secret itself is not stored.';
comment on column runner_links.opened_at is 'When it was first opened. The audit log has every use.';

alter table audit_events
  drop constraint audit_events_actor_kind_known,
  add constraint audit_events_actor_kind_known check (actor_kind in (
    'anonymous', 'renter', 'host', 'helper', 'runner', 'admin', 'system', 'provider', 'operator'));

-- Messages in a host's words, sent by hand or at a moment of each booking.
create table message_templates (
  id uuid default gen_random_uuid() constraint message_templates_pkey primary key,
  host_id uuid not null constraint message_templates_host_id_fkey references accounts (id),
  name text not null constraint message_templates_name_length check (length(name) between 1 and 60),
  body text not null constraint message_templates_body_length check (length(body) between 1 and 2000),
  moment text constraint message_templates_moment_known
    check (moment in ('approved', 'day_before', 'check_in', 'before_return', 'after_return')),
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index message_templates_of_host on message_templates (host_id);
comment on table message_templates is 'A host''s messages with variables, sent by hand or at a moment of each booking.';
comment on column message_templates.moment is 'When it is sent automatically; null for a template that is only sent by hand.';
comment on column message_templates.changed_at is 'When it was last changed. Moments before this send nothing.';

create table template_messages (
  template_id uuid not null constraint template_messages_template_id_fkey references message_templates (id) on delete cascade,
  booking_id uuid not null constraint template_messages_booking_id_fkey references bookings (id),
  message_id uuid not null constraint template_messages_message_id_fkey references messages (id) on delete cascade,
  constraint template_messages_pkey primary key (template_id, booking_id)
);
create index template_messages_of_message on template_messages (message_id);
comment on table template_messages is 'The messages that were sent automatically, so that each template is sent once per booking.';
