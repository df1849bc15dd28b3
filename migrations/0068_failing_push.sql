-- A push service that keeps failing is given up.
alter table push_subscriptions add column failing_since timestamptz;
comment on column push_subscriptions.failing_since is 'Since when every push to it has failed; null if the last one worked.';
