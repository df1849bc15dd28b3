// Selects the alternatives shown beside a car: nearby, of the same shape, at a similar price and
// with a similar number of seats.

import type { BodyType } from "./listing.ts";

const SIMILAR_CARS = 4;
/** The most similar cars are chosen from this many of the nearest. */
export const SIMILAR_CANDIDATES = 40;
/** Cars farther away, or on another island, are no alternative. */
const NEARBY_KM = 50;

/** One seat more or fewer counts as much as this relative price difference (0.1 is a tenth). */
const SEAT = 0.1;
/** What a different body type counts, if both are known. */
const BODY_TYPE = 0.3;
/** The distance that counts as much as one seat. */
const KM_PER_SEAT = 10;

export interface ComparableCar {
  /** Of the requested dates on average, if there are any. */
  pricePerDayCents: number;
  seats: number;
  /** Null if not stated. */
  bodyType: BodyType | null;
  /** The group of islands; null if unknown. */
  island: string | null;
  /** Kilometres from the car that it is compared with. */
  km: number;
}

const difference = (car: Omit<ComparableCar, "km">, other: ComparableCar): number =>
  Math.abs(Math.log(other.pricePerDayCents / car.pricePerDayCents)) +
  Math.abs(other.seats - car.seats) * SEAT +
  (car.bodyType && other.bodyType && car.bodyType !== other.bodyType ? BODY_TYPE : 0) +
  (other.km / KM_PER_SEAT) * SEAT;

/** The most similar cars first; equal ones keep their order. */
export const mostSimilar = <C extends ComparableCar>(
  car: Omit<ComparableCar, "km">,
  others: readonly C[],
): C[] =>
  others
    .filter(
      (other) =>
        other.km <= NEARBY_KM && (car.island ?? other.island) === (other.island ?? car.island),
    )
    .toSorted((a, b) => difference(car, a) - difference(car, b))
    .slice(0, SIMILAR_CARS);
