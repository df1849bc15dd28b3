// What a storm would affect, shown before it is declared (design kit, "What it touches").
import type { IslandId } from "../place/islands.ts";

/** A requested or approved booking that shares a day with the storm. */
export interface AffectedBooking {
  island: IslandId;
  carId: string;
  renterId: string;
  state: "request" | "starting" | "under_way";
  /** What a cancellation would refund; 0 for a request. In integer cents. */
  refundableCents: number;
}

/** `refundCents` is the cost of refunding every trip that has not begun. */
export interface IslandEffects {
  requests: number;
  starting: number;
  underWay: number;
  carsToInspect: number;
  refundCents: number;
}

export interface StormEffects extends IslandEffects {
  /** Approved bookings, whether they have begun or not, with their renters and cars. */
  bookings: number;
  people: number;
  cars: number;
  islands: (IslandEffects & { island: IslandId })[];
}

/** @param carsOn the number of cars on each island of the storm */
export function stormEffects(
  islands: readonly IslandId[],
  affected: readonly AffectedBooking[],
  carsOn: ReadonlyMap<IslandId, number>,
): StormEffects {
  const rows = islands.map((island) => ({
    island,
    ...countEffects(
      affected.filter((each) => each.island === island),
      carsOn.get(island) ?? 0,
    ),
  }));
  const approved = affected.filter(({ state }) => state !== "request");
  return {
    bookings: approved.length,
    people: new Set(approved.map(({ renterId }) => renterId)).size,
    cars: new Set(approved.map(({ carId }) => carId)).size,
    ...countEffects(
      affected,
      rows.reduce((sum, { carsToInspect }) => sum + carsToInspect, 0),
    ),
    islands: rows,
  };
}

function countEffects(affected: readonly AffectedBooking[], carsToInspect: number): IslandEffects {
  const count = (state: AffectedBooking["state"]) =>
    affected.filter((each) => each.state === state).length;
  return {
    requests: count("request"),
    starting: count("starting"),
    underWay: count("under_way"),
    carsToInspect,
    refundCents: affected.reduce(
      (sum, { state, refundableCents }) => (state === "starting" ? sum + refundableCents : sum),
      0,
    ),
  };
}
