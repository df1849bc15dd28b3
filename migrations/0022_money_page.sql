-- What the admin's page about money reads, so that it stays quick with millions of entries.

-- The ledger's sums by day (Nassau), kind and account. Entries are never changed or deleted, and are always booked at the moment that they
-- are written: nothing comes to a day that has been over for more than a day, so its sums are worked out once and kept. What is after the
-- newest kept day is summed from the entries. The ledger never waits for this table, nor is refused anything by it; ledger:check holds both
-- against each other.
create table ledger_days (
  day date not null,
  kind text not null,
  account text not null,
  cents bigint not null,
  primary key (day, kind, account)
);

create index payments_authorized_idx on payments (booking_id) include (amount_cents) where state = 'authorized';
-- Open ones first, then the newest.
create index disputes_newest_idx on disputes ((closed_at is null) desc, opened_at desc, id desc);
