-- What a search asks of a hundred thousand cars or a million, answered from indexes alone.

-- The first range of a car that ends after a day; the search with dates looks there once a car. The index of the exclusion
-- constraint knows it too, at four times the price.
create index car_calendar_end_idx on car_calendar (car_id, upper(during)) include (during);

-- With created_at in it, the few cars below a low price are put in order of age without reading their rows.
drop index car_listings_price_idx;
create index car_listings_price_idx on car_listings (price_per_day, id) include (location, created_at) where is_approved and is_available and deleted_at is null;
