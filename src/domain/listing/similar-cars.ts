// Which cars are shown beside a car, to somebody whom it does not suit: near it, at about its price, with about its seats.

const SIMILAR_CARS = 4;
/** Of so many that stand nearest, the most similar are taken. */
export const SIMILAR_CANDIDATES = 40;
/** What is farther away, or on another island, is no choice for a person who has landed here. */
const NEARBY_KM = 50;

/** A seat more or fewer counts as much as a price that differs by so much (0.1 is a tenth). */
const SEAT = 0.1;
/** As do so many kilometres. */
const KM_PER_SEAT = 10;

export interface ComparableCar {
  pricePerDayCents: number;
  seats: number;
  /** The group of islands; null where it is not known. */
  island: string | null;
  /** Kilometres from the car that it is compared to. */
  km: number;
}

const difference = (car: Omit<ComparableCar, "km">, other: ComparableCar): number =>
  Math.abs(Math.log(other.pricePerDayCents / car.pricePerDayCents)) +
  Math.abs(other.seats - car.seats) * SEAT +
  (other.km / KM_PER_SEAT) * SEAT;

/** The most similar first; equal ones stay in their order. */
export const mostSimilar = <C extends ComparableCar>(car: Omit<ComparableCar, "km">, others: readonly C[]): C[] =>
  others
    .filter((other) => other.km <= NEARBY_KM && (car.island ?? other.island) === (other.island ?? car.island))
    .toSorted((a, b) => difference(car, a) - difference(car, b))
    .slice(0, SIMILAR_CARS);
