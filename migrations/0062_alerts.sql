-- Alerts on the phone: text messages and web push, besides the bell and email.

create table alerts (
  id uuid constraint alerts_pkey primary key default gen_random_uuid(),
  user_id uuid not null constraint alerts_user_id_fkey references accounts (id) on delete cascade,
  kind text not null
    constraint alerts_kind_known check (kind in ('request', 'today', 'cancellation', 'message')),
  -- Names the event, as in notifications: an alert is sent once for each.
  event_key text not null
    constraint alerts_event_key_length check (char_length(event_key) between 1 and 200),
  title text not null constraint alerts_title_length check (char_length(title) between 1 and 200),
  body text not null constraint alerts_body_length check (char_length(body) <= 500),
  path text not null
    constraint alerts_path_on_site check (path ~ '^/[^/\\]' and char_length(path) <= 500),
  -- About a trip so near that quiet hours need not hold it back.
  is_urgent boolean not null,
  -- The alert is outdated once its booking has another status than this.
  booking_id uuid constraint alerts_booking_id_fkey references bookings (id) on delete cascade,
  booking_status text,
  -- The alert is outdated once its recipient has read this message.
  conversation_id uuid
    constraint alerts_conversation_id_fkey references conversations (id) on delete cascade,
  message_seq integer,
  created_at timestamptz not null,
  -- When its texts and pushes were queued, or when it was dropped.
  handled_at timestamptz,
  text_sent_at timestamptz,
  constraint alerts_once unique (user_id, event_key),
  constraint alerts_booking_complete check ((booking_id is null) = (booking_status is null)),
  constraint alerts_message_complete check ((conversation_id is null) = (message_seq is null))
);
comment on table alerts is 'What people are told on their phones, for a week.';
create index alerts_created_idx on alerts (created_at);
create index alerts_booking_idx on alerts (booking_id) where booking_id is not null;
create index alerts_conversation_idx on alerts (conversation_id) where conversation_id is not null;

create table alert_choices (
  user_id uuid not null
    constraint alert_choices_user_id_fkey references accounts (id) on delete cascade,
  kind text not null
    constraint alert_choices_kind_known check (kind in ('request', 'today', 'cancellation', 'message')),
  channel text not null constraint alert_choices_channel_known check (channel in ('text', 'push')),
  wanted boolean not null,
  chosen_at timestamptz not null,
  constraint alert_choices_pkey primary key (user_id, kind, channel)
);
comment on table alert_choices is 'Alerts that a person has switched on or off; the others follow the defaults.';

create table alert_settings (
  user_id uuid constraint alert_settings_pkey primary key
    constraint alert_settings_user_id_fkey references accounts (id) on delete cascade,
  is_quiet boolean not null,
  -- Full hours in Nassau; the quiet hours may extend past midnight.
  quiet_from smallint not null
    constraint alert_settings_quiet_from_hour check (quiet_from between 0 and 23),
  quiet_until smallint not null
    constraint alert_settings_quiet_until_hour check (quiet_until between 0 and 23),
  urgent_anyway boolean not null,
  -- The number whose owner has replied STOP to a text.
  stopped_phone text
    constraint alert_settings_stopped_phone_length check (char_length(stopped_phone) <= 20),
  constraint alert_settings_quiet_hours_differ check (quiet_from <> quiet_until)
);
comment on table alert_settings is 'Quiet hours of people who have changed them, and numbers that want no texts.';

create table push_subscriptions (
  -- A device receives alerts only while it is signed in.
  session_id uuid constraint push_subscriptions_pkey primary key
    constraint push_subscriptions_session_id_fkey references sessions (id) on delete cascade,
  user_id uuid not null
    constraint push_subscriptions_user_id_fkey references accounts (id) on delete cascade,
  -- The address at the push service of the browser's vendor.
  endpoint text not null constraint push_subscriptions_endpoint_key unique
    constraint push_subscriptions_endpoint_length check (char_length(endpoint) <= 1000),
  -- With which the payload is encrypted for the browser (RFC 8291), in base64url.
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
comment on table push_subscriptions is 'Browsers that receive alerts by web push.';
create index push_subscriptions_user_idx on push_subscriptions (user_id, created_at desc);

create table push_keys (
  id smallint constraint push_keys_pkey primary key default 1
    constraint push_keys_single check (id = 1),
  public_key text not null,
  sealed bytea not null,
  key_id text not null constraint push_keys_key_id_format check (key_id ~ '^[0-9a-f]{16}$'),
  created_at timestamptz not null
);
comment on table push_keys is 'The key pair that identifies this marketplace to push services (VAPID).';
