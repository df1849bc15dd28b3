-- What people say of themselves, and their photo.

alter table profiles
  add column about text check (char_length(about) between 1 and 1000),
  -- Its files lie beside the photos of cars, named by it; a new photo has a new one, so that what is cached stays right.
  add column photo_id uuid unique;

-- The copy of everything about somebody, the newest of each person. Its file lies sealed in the object store, named by the id.
create table data_copies (
  user_id uuid primary key references accounts (id) on delete cascade,
  id uuid not null unique,
  asked_at timestamptz not null,
  ready_at timestamptz,
  failed_at timestamptz,
  bytes bigint check (bytes > 0),
  check ((ready_at is null) = (bytes is null))
);

-- Who has left: the rows stay for what refers to them, without the person.
alter table accounts add column deleted_at timestamptz;
