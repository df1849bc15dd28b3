-- A search with dates asks of each car whether a date requires a longer rental. Few dates do.

create index car_dates_min_days_idx on car_dates (car_id, day) include (min_days)
  where min_days is not null;
