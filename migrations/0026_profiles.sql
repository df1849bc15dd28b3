-- What people say of themselves, and their photo.

alter table profiles
  add column about text check (char_length(about) between 1 and 1000),
  -- Its files lie beside the photos of cars, named by it; a new photo has a new one, so that what is cached stays right.
  add column photo_id uuid unique;
