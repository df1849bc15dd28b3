// What a car listing may say (the enumerations of specification section 3) and when the public sees it.

export const FEATURES = [
  "Air Conditioning",
  "Bluetooth",
  "GPS Navigation",
  "Backup Camera",
  "USB Charging",
  "Aux Input",
  "Heated Seats",
  "Sunroof",
  "Cruise Control",
  "Power Windows",
  "Power Steering",
  "Remote Start",
] as const;
export type Feature = (typeof FEATURES)[number];

export const TRANSMISSIONS = ["automatic", "manual"] as const;
export type Transmission = (typeof TRANSMISSIONS)[number];

export const FUEL_TYPES = ["gasoline", "diesel", "electric", "hybrid"] as const;
export type FuelType = (typeof FUEL_TYPES)[number];

export const SEAT_OPTIONS = [2, 4, 5, 6, 7, 8] as const;
export type SeatOption = (typeof SEAT_OPTIONS)[number];

/** instant: the host's standing approval, the default. approval: the host answers each request (product.md, Booking and payment, 2). */
export const BOOKING_MODES = ["instant", "approval"] as const;
export type BookingMode = (typeof BOOKING_MODES)[number];

/** Feature badges on a card; the rest become "+N more" (specification section 9). */
export const FEATURE_BADGES_PER_CARD = 3;

/** Whether the public sees a listing and may book it: approved by an admin and switched on by its host (specification section 4). */
export function isPubliclyVisible(listing: { isApproved: boolean; isAvailable: boolean }): boolean {
  return listing.isApproved && listing.isAvailable;
}
