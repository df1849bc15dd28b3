// Small phrases that several screens share.
import type { BodyType, BookingMode } from "../../../domain/listing/listing.ts";

export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** A car's name: "2020 Toyota RAV4". */
export const carName = ({
  year,
  make,
  model,
}: {
  year: number;
  make: string;
  model: string;
}): string => `${year} ${make} ${model}`;

export const BOOKING_MODE_LABELS: Record<BookingMode, string> = {
  instant: "Instant book",
  approval: "Approval required",
};

export const describeBookingMode = (car: {
  booking_mode: BookingMode;
  instant_for_verified: boolean;
}): string =>
  car.booking_mode === "instant" && car.instant_for_verified
    ? "Instant book for verified renters"
    : BOOKING_MODE_LABELS[car.booking_mode];

/** The body types as pages name them. */
export const BODY_TYPE_LABELS: Record<BodyType, string> = {
  saloon: "Saloon",
  hatchback: "Hatchback",
  suv: "SUV",
  jeep: "Jeep",
  van: "Van",
  pickup_truck: "Pickup truck",
  convertible: "Convertible",
  golf_cart: "Golf cart",
};

/** A host's full name, or a fallback if the profile is gone (specification section 2). */
export const hostName = (host: { first_name: string; last_name: string } | null): string =>
  host ? `${host.first_name} ${host.last_name}` : "Unknown Host";
