// Prices that differ by day, for a tenth of the cars of a benchmark.
import type pg from "pg";

/** A weekend price, discounts, and a price of their own for 30 dates. */
export async function addPriceRules(client: pg.Client, today: string): Promise<void> {
  await client.query(
    `update car_listings set weekend_price_cents = price_per_day_cents + 1000, discount_3_days = 5, discount_7_days = 20
     where abs(hashtext(id::text)) % 10 = 0`,
  );
  await client.query(
    `insert into car_dates (car_id, day, price_cents)
     select id, $1::date + 10 + day, price_per_day_cents + 2500
     from car_listings, generate_series(0, 29) day where weekend_price_cents is not null`,
    [today],
  );
  await client.query("analyze car_dates");
}
