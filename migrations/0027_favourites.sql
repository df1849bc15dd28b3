-- Cars that people have saved, and the prices that they know of.

create table favourites (
  user_id uuid not null references accounts (id) on delete cascade,
  car_id uuid not null references car_listings (id) on delete cascade,
  -- A day's price when the car was saved, and the lowest that the person was told of since.
  saved_price_cents integer not null check (saved_price_cents > 0),
  told_price_cents integer not null check (told_price_cents > 0),
  created_at timestamptz not null,
  primary key (user_id, car_id)
);
create index favourites_newest_idx on favourites (user_id, created_at desc, car_id desc);
create index favourites_car_idx on favourites (car_id);
