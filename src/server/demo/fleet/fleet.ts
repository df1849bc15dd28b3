// The demo's fleet: 36 public cars and two hidden ones, in the order of the listings, newest first.
import type {
  BookingMode,
  Feature,
  FuelType,
  SeatOption,
  Transmission,
} from "../../../domain/listing/listing.ts";
import type { CarPicture } from "../../../../demo/art/index.mjs";
import { EAST } from "./fleet-east.ts";
import { NOT_PUBLIC } from "./fleet-hidden.ts";
import { NASSAU } from "./fleet-nassau.ts";
import { NORTH } from "./fleet-north.ts";
import { SOUTH } from "./fleet-south.ts";
import type { HostKey } from "../people.ts";

export interface DemoCar {
  /** Identifies the car: its id, photos and bookings are derived from it. */
  slug: string;
  host: HostKey;
  island: string;
  title: string;
  make: string;
  model: string;
  year: number;
  color: string;
  plate: string;
  location: string;
  /** Latitude and longitude. */
  at: readonly [number, number];
  priceCents: number;
  transmission: Transmission;
  fuel: FuelType;
  seats: SeatOption;
  mode: BookingMode;
  features: Feature[];
  pickup: string;
  description: string;
  art: Required<Pick<CarPicture, "body" | "colour" | "scene" | "steering">>;
  hidden?: "unapproved" | "unavailable";
}

/** Takes from each list in turn, so that the islands mix on the first page. */
function interleave<T>(...lists: T[][]): T[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, row) =>
    lists.flatMap((list) => list.slice(row, row + 1)),
  ).flat();
}

export const PUBLIC_CARS: readonly DemoCar[] = interleave(EAST, NASSAU, NORTH, SOUTH);
export const DEMO_CARS: readonly DemoCar[] = [...PUBLIC_CARS, ...NOT_PUBLIC];
