// A car of the demo's fleet.
import type {
  BookingMode,
  Feature,
  FuelType,
  SeatOption,
  Transmission,
} from "../../../domain/listing/listing.ts";
import type { CarPrices } from "../../../domain/listing/prices.ts";
import type { DistanceLimit } from "../../../domain/tariff/usage-terms.ts";
import type { CarPicture } from "../../../../demo/art/index.mjs";
import type { HostKey } from "../people.ts";

export interface DemoCar extends Pick<CarPrices, "pricePerDayCents"> {
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
  transmission: Transmission;
  fuel: FuelType;
  seats: SeatOption;
  mode: BookingMode;
  features: Feature[];
  /** Without one, the distance is unlimited. */
  distance?: DistanceLimit;
  /** Without a size, missing fuel is not charged. */
  tankGallons?: number;
  pickup: string;
  description: string;
  art: Required<Pick<CarPicture, "body" | "colour" | "scene" | "steering">>;
  hidden?: "unapproved" | "unavailable";
}
