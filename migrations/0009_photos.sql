-- Uploaded photos of cars. Their files lie in the object store under <id>/: a master, and the sizes that pages ask for.
create table photos (
  id uuid primary key,
  owner_id uuid not null references accounts (id),
  -- The name that it was uploaded under, and the end of its URL: a random name, perhaps in the folder of its owner.
  key text not null unique check (key ~ '^([0-9a-f-]{36}/)?[0-9a-f-]{36}\.(jpg|jpeg|png|webp|heic|heif)$'),
  -- Of the master: straightened, and at most 1600 pixels on its longer side.
  bytes integer not null check (bytes > 0),
  width integer not null check (width between 1 and 1600),
  height integer not null check (height between 1 and 1600),
  -- processing: the sizes are being made, and the master stands in for them; failed: they could not be made.
  state text not null check (state in ('processing', 'ready', 'failed')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index photos_owner_idx on photos (owner_id, key);
-- The daily search for photos that no car shows.
create index photos_created_idx on photos (created_at);
