// A tenth of the cars of a benchmark have prices that differ by day, a meeting place and an extra.
import type pg from "pg";
import type { CalendarDate } from "../src/domain/calendar/dates.ts";
import { NO_ADD_ONS, toWireAddOns } from "../src/domain/listing/add-ons/add-ons.ts";
import { LISTED_EXTRAS } from "../src/domain/listing/add-ons/extras.ts";
import type { FuelType } from "../src/domain/listing/listing.ts";
import { PRICE_COLUMNS, toPrices, type PriceColumns } from "../src/domain/listing/prices.ts";
import { calculateCharge } from "../src/domain/money/charge.ts";
import { centsToDollars } from "../src/domain/money/money.ts";
import { UNLIMITED_TERMS } from "../test/priced-cars.ts";

const AIRPORT = {
  place_id: "lynden-pindling-international-airport",
  name: "Lynden Pindling International Airport",
  latitude: 25.039,
  longitude: -77.4662,
  fee_cents: 2_000,
};
const SEAT = {
  extra_id: "booster_seat",
  kind: "booster_seat",
  name: LISTED_EXTRAS.booster_seat,
  price_cents: 300,
  per: "day",
  stock: 2,
} as const;

/** Days after today from which 30 dates have prices of their own: in searches, and in bookings. */
const CUSTOM_PRICES_FROM = [10, 295];

/** A weekend price, discounts, custom prices, an airport and child seats. */
export async function addPriceRules(client: pg.Client, today: string): Promise<void> {
  await client.query(
    `update car_listings set weekend_price_cents = price_per_day_cents + 1000, discount_3_days = 5, discount_7_days = 20
     where abs(hashtext(id::text)) % 10 = 0`,
  );
  await client.query(
    `insert into car_dates (car_id, day, price_cents)
     select id, $1::date + start + day, price_per_day_cents + 2500
     from car_listings, unnest($2::integer[]) start, generate_series(0, 29) day where weekend_price_cents is not null`,
    [today, CUSTOM_PRICES_FROM],
  );
  await client.query(
    `insert into car_meeting_places (car_id, place_id, position, name, latitude, longitude, fee_cents)
     select id, $1, 1, $2, $3, $4, $5 from car_listings where weekend_price_cents is not null`,
    [AIRPORT.place_id, AIRPORT.name, AIRPORT.latitude, AIRPORT.longitude, AIRPORT.fee_cents],
  );
  await client.query(
    `insert into car_extras (car_id, extra_id, position, kind, price_cents, per, stock)
     select id, $1, 1, $1, $2, $3, $4 from car_listings where weekend_price_cents is not null`,
    [SEAT.extra_id, SEAT.price_cents, SEAT.per, SEAT.stock],
  );
  await client.query("analyze car_dates, car_meeting_places, car_extras");
}

/** A car with what its rentals are priced by. */
export interface BenchCar extends PriceColumns {
  id: string;
  host_id: string;
  fuel_type: FuelType;
  custom_prices: Record<CalendarDate, number> | null;
}

/** Without a cast, a bigint is read as a string. */
const COLUMNS = PRICE_COLUMNS.map((column) =>
  column.endsWith("_cents") ? `${column}::integer` : column,
);

/** Public cars, those with and without rules mixed. */
export async function findBookableCars(pool: pg.Pool, limit?: number): Promise<BenchCar[]> {
  const { rows } = await pool.query<BenchCar>(
    `select id, host_id, fuel_type, ${COLUMNS.join()},
       (select jsonb_object_agg(day, price_cents) from car_dates where car_id = car.id) as custom_prices
     from car_listings car where is_approved and is_available and deleted_at is null order by id limit $1`,
    [limit],
  );
  return rows;
}

/** What the car's page sends for a rental. Cars with rules meet at the airport and have a seat. */
export function toCheckoutRequest(
  car: BenchCar,
  { start_date, days }: { start_date: CalendarDate; days: number },
) {
  const terms = { ...toPrices(car), customPrices: car.custom_prices ?? {} };
  const hasRules = terms.weekendPriceCents !== null;
  const addOns = hasRules
    ? { meetingPlace: AIRPORT, extras: [{ extra: SEAT, quantity: 1 }] }
    : NO_ADD_ONS;
  const { totalCents, amountDueCents } = calculateCharge(terms, {
    start: start_date,
    days,
    addOns,
  });
  return {
    car_id: car.id,
    start_date,
    total_amount: centsToDollars(totalCents),
    amount_due_cents: amountDueCents,
    // The hosts of a benchmark limit no distance and enter no tank.
    usage_terms: {
      ...UNLIMITED_TERMS,
      level_charge: car.fuel_type === "electric" ? "charging" : null,
    },
    ...toWireAddOns(addOns),
  };
}
