-- Who has left are few among many: the figures take them off the count of all.
create index accounts_departed_idx on accounts (id) where deleted_at is not null;
