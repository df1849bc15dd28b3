// SQL for the cars on a map.
import { sql } from "kysely";
import type { RentalPeriod } from "../../../domain/booking/rental-period.ts";
import type { Db } from "../../platform/database/database.ts";
import { BOOKABLE_COLUMNS } from "./listings.repository.ts";
import { isBookable } from "./search/listing-availability.repository.ts";
import {
  KEEP_SUBQUERY,
  matching,
  matchesInOrder,
  type ListingSearch,
  type SearchPlan,
} from "./search/listing-search.repository.ts";
import { rentalTotal } from "./search/rental-total.ts";

/** The cars in one cell of a grid. With a single car, `id` is its id. */
export interface CellRow {
  cars: number;
  lowestPriceCents: number;
  /** The lowest total of the plan's days; null if the plan prices none. */
  lowestTotalCents: number | null;
  id: string;
  latitude: number;
  longitude: number;
  west: number;
  south: number;
  east: number;
  north: number;
}

/** What the days of a rental cost for each of these cars, in integer cents. */
export async function findRentalTotals(
  db: Db,
  carIds: readonly string[],
  period: RentalPeriod,
): Promise<Map<string, number>> {
  if (carIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("car_listings as car")
    .where("car.id", "in", carIds)
    .select(["car.id", rentalTotal(period).as("total")])
    .execute();
  return new Map(rows.map(({ id, total }) => [id, total]));
}

/** The cars of a search, regardless of their calendars. */
const findCars = (db: Db, search: ListingSearch, { cars, priced }: SearchPlan) =>
  priced && cars
    ? db
        .selectFrom(cars.modifyEnd(KEEP_SUBQUERY).as("car"))
        .where(matchesInOrder(search, priced))
        .select(rentalTotal(priced).as("total_cents"))
    : matching(db, search).select(sql<number | null>`null::bigint`.as("total_cents"));

/** The matching cars that have a position, counted by cells of `size` degrees. */
export async function findCells(
  db: Db,
  { free, ...search }: ListingSearch,
  plan: SearchPlan,
  size: number,
): Promise<CellRow[]> {
  const columns = ["car.id", "car.latitude", "car.longitude", "car.price_per_day_cents"] as const;
  const cars = findCars(db, search, plan).where("car.latitude", "is not", null).select(columns);
  const found = free
    ? db
        .selectFrom(cars.select(BOOKABLE_COLUMNS).modifyEnd(KEEP_SUBQUERY).as("car"))
        .where(isBookable(free))
        .select([...columns, "car.total_cents"])
    : cars;
  return db
    .selectFrom(found.as("car"))
    .groupBy([
      sql`floor(car.latitude / ${size}::float8)`,
      sql`floor(car.longitude / ${size}::float8)`,
    ])
    .select([
      sql<number>`count(*)`.as("cars"),
      sql<number>`min(car.price_per_day_cents)`.as("lowestPriceCents"),
      sql<number | null>`min(car.total_cents)`.as("lowestTotalCents"),
      sql<string>`min(car.id::text)`.as("id"),
      sql<number>`avg(car.latitude)`.as("latitude"),
      sql<number>`avg(car.longitude)`.as("longitude"),
      sql<number>`min(car.longitude)`.as("west"),
      sql<number>`min(car.latitude)`.as("south"),
      sql<number>`max(car.longitude)`.as("east"),
      sql<number>`max(car.latitude)`.as("north"),
    ])
    .execute();
}
