-- Cars in a piece of the map: those of a band of latitudes are read, with their longitudes, from the index alone. The islands lie
-- one above the other far more than side by side, so a band is seldom much wider than what is looked for.
create index car_listings_area_idx on car_listings (latitude, longitude) include (created_at, id, price_per_day, location, island, seats, transmission, fuel_type, booking_mode, features)
  where is_approved and is_available and deleted_at is null;
