// SQL that finds the cars that can take the place of another one.
import { sql, type SqlBool } from "kysely";
import { REBOOK_CANDIDATES } from "../../../../domain/booking/host-cancellation/rebook-offers.ts";
import type { RentalPeriod } from "../../../../domain/booking/rental-period.ts";
import type { IslandId } from "../../../../domain/place/islands.ts";
import type { Db } from "../../../platform/database/database.ts";
import {
  BOOKABLE_COLUMNS,
  CARD_COLUMNS,
  publicListings,
  type CardRow,
} from "../listings.repository.ts";
import { CLOSES_CAR, isBookable, type RequestedAt } from "./listing-availability.repository.ts";

/** How many cars of the nearest daily prices are checked for free ones. */
const NEAREST_CALENDARS = 300;

/** A booking that was cancelled. */
export interface CancelledRental {
  carId: string;
  renterId: string;
  island: IslandId;
  seats: number;
  period: RentalPeriod;
  pricePerDayCents: number;
  totalCents: number;
}

/** The free ones of the NEAREST_CALENDARS cars whose daily price is nearest. */
export function findReplacements(
  db: Db,
  {
    carId,
    renterId,
    island,
    seats,
    pricePerDayCents,
    renterIsVerified,
  }: CancelledRental & { renterIsVerified: boolean },
  free: RequestedAt,
): Promise<CardRow[]> {
  const near = publicListings(db)
    .where("car.id", "!=", carId)
    .where("car.host_id", "!=", renterId)
    .where("car.island", "=", island)
    .where("car.seats", ">=", seats)
    .where("car.booking_mode", "=", "instant")
    .where(sql<SqlBool>`not exists (select from storms where ${CLOSES_CAR})`)
    .$if(!renterIsVerified, (query) => query.where("car.instant_for_verified", "=", false))
    .select(["car.id", ...BOOKABLE_COLUMNS])
    .select(sql<number>`abs(car.price_per_day_cents - ${pricePerDayCents})`.as("distance_cents"))
    .orderBy("distance_cents")
    .orderBy("car.id")
    .limit(NEAREST_CALENDARS);
  return db
    .with("near", () => near)
    .with("nearest", (query) =>
      query
        .selectFrom("near as car")
        .where(isBookable(free))
        .select("car.id")
        .orderBy("distance_cents")
        .orderBy("car.id")
        .limit(REBOOK_CANDIDATES),
    )
    .selectFrom("nearest")
    .innerJoin("car_listings as car", "car.id", "nearest.id")
    .leftJoin("profiles as host", "host.user_id", "car.host_id")
    .select(CARD_COLUMNS)
    .execute();
}
