// SQL for the distance between cars and a point, which car_listings_near_idx serves.
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Point } from "../../../../domain/place/bahamas.ts";
import { MILES_PER_DEGREE } from "../../../../domain/place/distance.ts";

/** The length of a degree of longitude in degrees of latitude, as in the index. */
const LONGITUDE_SCALE = 0.9063;

const CAR = sql.raw(`point(car.longitude * ${LONGITUDE_SCALE}, car.latitude)`);
const toSql = ({ latitude, longitude }: Point) =>
  sql`point(${longitude * LONGITUDE_SCALE}::float8, ${latitude}::float8)`;

/** In degrees of latitude; null for a car without a position. */
export const distanceFrom = (point: Point): RawBuilder<number | null> =>
  sql`${CAR} <-> ${toSql(point)}`;

/** The cars within some miles of a point. */
export interface Surroundings {
  point: Point;
  miles: number;
}

export const isNear = ({ point, miles }: Surroundings): RawBuilder<SqlBool> =>
  sql`${CAR} <@ circle(${toSql(point)}, ${sql.lit(miles / MILES_PER_DEGREE)})`;

/** To the hundredth of a mile. */
export const degreesToMiles = (degrees: number): number =>
  Math.round(degrees * MILES_PER_DEGREE * 100) / 100;
