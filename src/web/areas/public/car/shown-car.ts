// The car as its page and its host's preview show it.
import type { ListingDetail } from "../../../../contract/listings/listings.ts";

/** The displayed fields; host fields are absent if the host is unknown. */
export type ShownCar = Omit<
  ListingDetail,
  | "host"
  | "host_id"
  | "rating"
  | "created_at"
  | "island"
  | "is_host_verified"
  | "verified_drivers_only"
  | "instant_for_verified"
  | "host_photo_id"
  | "custom_prices"
  | "meeting_places"
  | "extras"
  | "usage_terms"
> & {
  host?: ListingDetail["host"];
  is_host_verified?: boolean;
  /** Set if the host has a public page. */
  host_id?: string;
  host_photo_id?: string | null;
  rating?: ListingDetail["rating"];
};
