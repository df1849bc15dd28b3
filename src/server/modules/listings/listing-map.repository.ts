// SQL for the cars on a map.
import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { RULE_COLUMNS } from "./listings.repository.ts";
import { isBookable } from "./search/listing-availability.repository.ts";
import { KEEP_SUBQUERY, matching, type ListingSearch } from "./search/listing-search.repository.ts";

/** The cars in one cell of a grid. With a single car, `id` is its id. */
export interface CellRow {
  cars: number;
  lowestPriceCents: number;
  id: string;
  latitude: number;
  longitude: number;
  west: number;
  south: number;
  east: number;
  north: number;
}

/** The matching cars that have a position, counted by cells of `size` degrees. */
export async function findCells(
  db: Db,
  { free, ...search }: ListingSearch,
  size: number,
): Promise<CellRow[]> {
  const cars = matching(db, search).where("car.latitude", "is not", null);
  const columns = ["car.id", "car.latitude", "car.longitude", "car.price_per_day_cents"] as const;
  const found = free
    ? db
        .selectFrom(
          cars
            .select([...columns, ...RULE_COLUMNS])
            .modifyEnd(KEEP_SUBQUERY)
            .as("car"),
        )
        .where(isBookable(free))
        .select(columns)
    : cars.select(columns);
  return db
    .selectFrom(found.as("car"))
    .groupBy([
      sql`floor(car.latitude / ${size}::float8)`,
      sql`floor(car.longitude / ${size}::float8)`,
    ])
    .select([
      sql<number>`count(*)`.as("cars"),
      sql<number>`min(car.price_per_day_cents)`.as("lowestPriceCents"),
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
