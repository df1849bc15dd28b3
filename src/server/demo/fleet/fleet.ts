// The demo's fleet: 36 public cars and two hidden ones, in the order of the listings, newest first.
import type { DemoCar } from "./demo-car.ts";
import { EAST } from "./fleet-east.ts";
import { NOT_PUBLIC } from "./fleet-hidden.ts";
import { NASSAU } from "./fleet-nassau.ts";
import { NORTH } from "./fleet-north.ts";
import { SOUTH } from "./fleet-south.ts";

/** Takes from each list in turn, so that the islands mix on the first page. */
function interleave<T>(...lists: T[][]): T[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, row) =>
    lists.flatMap((list) => list.slice(row, row + 1)),
  ).flat();
}

export const PUBLIC_CARS: readonly DemoCar[] = interleave(EAST, NASSAU, NORTH, SOUTH);
export const DEMO_CARS: readonly DemoCar[] = [...PUBLIC_CARS, ...NOT_PUBLIC];
