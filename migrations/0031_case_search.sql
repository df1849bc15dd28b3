-- Admins search everything that was written in a case, not its first message alone.

-- Of a conversation of support; what renters and hosts write to each other is in no search of admins, nor in its index.
alter table messages add column is_support boolean not null default false;
update messages set is_support = true from conversations talk where talk.id = messages.conversation_id and talk.kind = 'support';
alter table messages alter column is_support drop default;
create index messages_support_text_idx on messages using gin (lower(' ' || body) gin_trgm_ops) where is_support;

drop index support_cases_text_idx;
alter table support_cases drop column opening;
create index support_cases_text_idx on support_cases using gin (lower(' ' || name || ' ' || email) gin_trgm_ops);
