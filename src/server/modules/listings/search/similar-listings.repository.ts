// SQL that finds the cars near another car.
import { sql, type SqlBool } from "kysely";
import type { Db } from "../../../platform/database/database.ts";
import { distanceFrom } from "./listing-distance.ts";
import { isBookable, type RequestedAt } from "./listing-availability.repository.ts";
import {
  CARD_COLUMNS,
  publicListings,
  BOOKABLE_COLUMNS,
  type CardRow,
  type DetailRow,
} from "../listings.repository.ts";

/** How many of the nearest cars are checked for free ones. */
const NEAREST_CALENDARS = 300;

/**
 * The other public cars nearest to this one, or the newest with the same location name if it has no
 * position. With `free`, only those that are free, among the nearest NEAREST_CALENDARS.
 */
export function findNearest(
  db: Db,
  {
    id,
    latitude,
    longitude,
    location,
  }: Pick<DetailRow, "id" | "latitude" | "longitude" | "location">,
  limit: number,
  free?: RequestedAt,
): Promise<CardRow[]> {
  const others = publicListings(db)
    .where("car.id", "!=", id)
    .select(["car.id", ...BOOKABLE_COLUMNS])
    .limit(free ? NEAREST_CALENDARS : limit);
  const nearest =
    latitude === null || longitude === null
      ? others
          .where(sql<SqlBool>`lower(car.location) = lower(${location})`)
          .orderBy("car.created_at", "desc")
          .orderBy("car.id", "desc")
      : others.where("car.latitude", "is not", null).orderBy(distanceFrom({ latitude, longitude }));
  return db
    .with("near", () => nearest)
    .with("nearest", (query) =>
      query
        .selectFrom("near as car")
        .where(free ? isBookable(free) : sql<SqlBool>`true`)
        .select("car.id")
        .limit(limit),
    )
    .selectFrom("nearest")
    .innerJoin("car_listings as car", "car.id", "nearest.id")
    .leftJoin("profiles as host", "host.user_id", "car.host_id")
    .select(CARD_COLUMNS)
    .orderBy("car.created_at", "desc")
    .orderBy("car.id", "desc")
    .execute();
}
