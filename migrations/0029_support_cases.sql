-- What people ask support becomes a numbered case: a conversation of kind support in which something was written. The form's messages
-- begin one, too, whether or not their sender has an account.

-- Who writes in the form may have no account; the form takes 5,000 characters.
alter table conversations alter column renter_id drop not null;
alter table conversations add check (renter_id is not null or kind = 'support');
alter table messages alter column sender_id drop not null;
alter table messages add check (sender_id is not null or side = 'renter');
alter table messages drop constraint messages_body_check;
alter table messages add constraint messages_body_check check (char_length(body) between 1 and 5000);

-- A person may have several cases; of those in which nothing is written yet one is enough.
drop index conversations_support_key;
create unique index conversations_unbegun_key on conversations (renter_id) where kind = 'support' and last_seq = 0;
create index conversations_cases_idx on conversations (renter_id, created_at desc) where kind = 'support';

create table support_cases (
  id uuid primary key references conversations (id) on delete cascade,
  -- What people quote, behind "CD-".
  number integer not null generated always as identity (start with 1001) unique,
  -- An answer to the form is mailed at once, as its sender may have no other way to read it.
  origin text not null check (origin in ('form', 'chat')),
  -- As they stood in the form, or in the profile when the chat began.
  name text not null check (char_length(name) between 1 and 161),
  email text not null check (char_length(email) <= 254),
  category text check (category in ('booking', 'payment', 'vehicle', 'account', 'host', 'other')),
  -- The first message, which the search reads.
  opening text not null check (char_length(opening) between 1 and 5000),
  -- open: it is the admins' turn; waiting: it is the person's.
  state text not null check (state in ('open', 'waiting', 'closed')),
  assignee_id uuid references profiles (user_id),
  -- Counts the changes: who changes a case says which one they saw.
  version integer not null default 1,
  -- The last message that the operator was mailed about.
  mailed_seq integer not null default 0,
  created_at timestamptz not null,
  -- Of the newest message.
  written_at timestamptz not null
);
create index support_cases_newest_idx on support_cases (written_at desc, id desc);
create index support_cases_state_idx on support_cases (state, written_at desc, id desc);
create index support_cases_assignee_idx on support_cases (assignee_id, written_at desc, id desc) where state <> 'closed';
create index support_cases_text_idx on support_cases using gin (lower(' ' || name || ' ' || email || ' ' || opening) gin_trgm_ops);

-- What was written so far, numbered in its order.
insert into conversations (id, kind, renter_id, created_at, last_seq, last_message_at, host_read_seq)
  select note.id, 'support', person.user_id, note.created_at, 1, note.created_at, (note.answered_at is not null)::int
  from support_messages note left join profiles person on person.user_id = note.account_id;
insert into messages (id, conversation_id, seq, sender_id, side, body, created_at)
  select gen_random_uuid(), note.id, 1, person.user_id, 'renter', note.message, note.created_at
  from support_messages note left join profiles person on person.user_id = note.account_id;
insert into support_cases (id, origin, name, email, category, opening, state, mailed_seq, created_at, written_at)
  select id, origin, name, email, category, opening, state, mailed_seq, created_at, written_at from (
    select id, 'form' as origin, name, email, category, message as opening,
      case when answered_at is null then 'open' else 'closed' end as state, 1 as mailed_seq, created_at, created_at as written_at
    from support_messages
    union all
    select talk.id, 'chat', person.first_name || ' ' || person.last_name, person.email, null, first.body,
      case last.side when 'support' then 'waiting' else 'open' end, talk.last_seq, first.created_at, last.created_at
    from conversations talk
      join profiles person on person.user_id = talk.renter_id
      join messages first on first.conversation_id = talk.id and first.seq = 1
      join messages last on last.conversation_id = talk.id and last.seq = talk.last_seq
    where talk.kind = 'support' and talk.id not in (select id from support_messages)
  ) as written
  order by created_at, id;
drop table support_messages;
