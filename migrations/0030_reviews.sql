-- What renter and host write of each other after a trip, sealed until both have written or the time is over; and what is kept of it by
-- car and person, so that no average is ever made of all rows.

create table reviews (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings (id),
  -- Who wrote it: the renter of the car and its host, the host of the renter.
  side text not null check (side in ('renter', 'host')),
  author_id uuid not null references profiles (user_id),
  subject_id uuid not null references profiles (user_id),
  car_id uuid not null references car_listings (id),
  stars integer not null check (stars between 1 and 5),
  cleanliness integer check (cleanliness between 1 and 5),
  condition integer check (condition between 1 and 5),
  communication integer check (communication between 1 and 5),
  value integer check (value between 1 and 5),
  body text not null check (char_length(body) between 1 and 2000),
  created_at timestamptz not null,
  -- The end of the time in which the two may write.
  sealed_until timestamptz not null,
  published_at timestamptz,
  answer text check (char_length(answer) between 1 and 1000),
  answered_at timestamptz,
  hidden_at timestamptz,
  unique (booking_id, side),
  check (author_id <> subject_id),
  check (num_nonnulls(cleanliness, condition, communication, value) = case side when 'renter' then 4 else 0 end),
  check ((answer is null) = (answered_at is null)),
  check (answer is null or (side = 'renter' and published_at is not null)),
  check (hidden_at is null or published_at is not null)
);
create index reviews_sealed_idx on reviews (sealed_until) where published_at is null;
create index reviews_car_idx on reviews (car_id, created_at desc, id desc) where side = 'renter' and published_at is not null and hidden_at is null;
create index reviews_subject_idx on reviews (subject_id, side, created_at desc, id desc) where published_at is not null and hidden_at is null;
create index reviews_author_idx on reviews (author_id);

-- What people tell the admins of a review.
create table review_reports (
  id uuid primary key default gen_random_uuid(),
  review_id uuid not null references reviews (id),
  reporter_id uuid not null references profiles (user_id),
  reason text not null check (char_length(reason) between 1 and 500),
  created_at timestamptz not null,
  decision text check (decision in ('hide', 'keep')),
  decided_at timestamptz,
  decided_by uuid references profiles (user_id),
  unique (review_id, reporter_id),
  check ((decision is null) = (decided_at is null) and (decision is null) = (decided_by is null))
);
create index review_reports_newest_idx on review_reports (created_at desc, id desc);
create index review_reports_open_idx on review_reports (created_at desc, id desc) where decided_at is null;
create index review_reports_reporter_idx on review_reports (reporter_id);

-- Counts and sums of what everybody may read.
alter table car_listings
  add column review_count integer not null default 0,
  add column star_sum integer not null default 0,
  add column cleanliness_sum integer not null default 0,
  add column condition_sum integer not null default 0,
  add column communication_sum integer not null default 0,
  add column value_sum integer not null default 0;
-- The order by rating: hundredths of the average, then how many reviews there are; 0 without any.
alter table car_listings add column rating_rank integer not null generated always as (
  case when review_count > 0 then round(star_sum * 100.0 / review_count)::integer * 1000000 + least(review_count, 999999) else 0 end) stored;
alter table profiles
  add column host_review_count integer not null default 0,
  add column host_star_sum integer not null default 0,
  add column renter_review_count integer not null default 0,
  add column renter_star_sum integer not null default 0;
create index car_listings_rating_idx on car_listings (rating_rank desc, id desc)
  include (location, price_per_day, island, seats, transmission, fuel_type, booking_mode, features)
  where is_approved and is_available and deleted_at is null;

-- Whatever publishes or hides a review has it counted in the same transaction.
create function count_review() returns trigger language plpgsql as $$
declare
  step integer := (new.published_at is not null and new.hidden_at is null)::integer;
begin
  if tg_op = 'UPDATE' then
    step := step - (old.published_at is not null and old.hidden_at is null)::integer;
  end if;
  if step = 0 then
    return null;
  end if;
  if new.side = 'renter' then
    update car_listings set
      review_count = review_count + step,
      star_sum = star_sum + step * new.stars,
      cleanliness_sum = cleanliness_sum + step * new.cleanliness,
      condition_sum = condition_sum + step * new.condition,
      communication_sum = communication_sum + step * new.communication,
      value_sum = value_sum + step * new.value
    where id = new.car_id;
    update profiles set host_review_count = host_review_count + step, host_star_sum = host_star_sum + step * new.stars
    where user_id = new.subject_id;
  else
    update profiles set renter_review_count = renter_review_count + step, renter_star_sum = renter_star_sum + step * new.stars
    where user_id = new.subject_id;
  end if;
  return null;
end
$$;
create trigger count_review after insert or update on reviews for each row execute function count_review();

-- Trips whose two sides may still write.
create index bookings_completed_idx on bookings (end_date) where status = 'completed';
