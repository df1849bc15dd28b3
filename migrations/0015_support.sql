-- What people write to support. The message is mailed as well; here it stays until somebody has answered it, and after.

create table support_messages (
  id uuid primary key default gen_random_uuid(),
  -- Who was signed in; the name and the address are what was written in the form.
  account_id uuid references accounts (id) on delete set null,
  name text not null check (char_length(name) between 1 and 161),
  email text not null check (char_length(email) <= 254),
  category text check (category in ('booking', 'payment', 'vehicle', 'account', 'host', 'other')),
  message text not null check (char_length(message) between 1 and 5000),
  answered_at timestamptz,
  answered_by uuid references accounts (id) on delete set null,
  created_at timestamptz not null,
  check (answered_by is null or answered_at is not null)
);
create index support_messages_newest_idx on support_messages (created_at desc, id desc);
create index support_messages_open_idx on support_messages (created_at desc, id desc) where answered_at is null;
create index support_messages_text_idx on support_messages using gin (lower(' ' || name || ' ' || email || ' ' || message) gin_trgm_ops);

-- Whom an answer to a mail goes to, where it is not the sender.
alter table dev_mails add column reply_to text;
