// SQL for the sitemaps: public cars, their hosts, and islands with cars.
import { sql } from "kysely";
import { ISLAND_IDS, type IslandId } from "../../../../domain/place/islands.ts";
import type { Db } from "../../../platform/database/database.ts";
import { publicListings } from "../listings.repository.ts";

export async function countPublic(db: Db): Promise<number> {
  const { count } = await publicListings(db)
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export async function countHosts(db: Db): Promise<number> {
  const { count } = await publicListings(db)
    .select((row) => row.fn.count<number>("car.host_id").distinct().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Hosts with public cars, and the time of the latest change of one of those cars. */
export const findHostSlice = (db: Db, { offset, limit }: { offset: number; limit: number }) =>
  publicListings(db)
    .select((row) => ["car.host_id as id", row.fn.max("car.updated_at").as("updated_at")])
    .groupBy("car.host_id")
    .orderBy("car.host_id")
    .offset(offset)
    .limit(limit)
    .execute();

/** Oldest first, so that a new car changes only the last slice. */
export const findPublicSlice = (db: Db, { offset, limit }: { offset: number; limit: number }) =>
  publicListings(db)
    .select(["car.id", "car.updated_at"])
    .orderBy("car.created_at")
    .orderBy("car.id")
    .offset(offset)
    .limit(limit)
    .execute();

/** Needs one index lookup per island. */
export async function findIslandsWithCars(db: Db): Promise<IslandId[]> {
  const { rows } = await sql<{ island: IslandId }>`
    select island from unnest(${ISLAND_IDS}::text[]) with ordinality as each (island, place)
    where exists (select from car_listings as car
      where car.island = each.island and car.is_approved and car.is_available and car.deleted_at is null)
    order by place`.execute(db);
  return rows.map(({ island }) => island);
}
