// The errors about what a car's host offers, and what a renter adds to a rental.
import type { ChargeDetails } from "../../money/charge-line.ts";

/** The codes that refuse a host's list of meeting places. */
export const PLACE_LIST_ERRORS = [
  "too_many_meeting_places",
  "meeting_place_unknown",
  "meeting_place_twice",
  "meeting_fee_out_of_range",
] as const satisfies (keyof AddOnErrorDetails)[];
/** The codes that refuse a host's list of extras. */
export const EXTRA_LIST_ERRORS = [
  "too_many_extras",
  "extra_twice",
  "extra_description_missing",
  "extra_is_listed",
  "extra_price_out_of_range",
  "extra_stock_out_of_range",
] as const satisfies (keyof AddOnErrorDetails)[];

/** Each code with its details. */
export interface AddOnErrorDetails {
  // A host's list
  too_many_meeting_places: { max: number };
  /** A place that is not in the gazetteer, or where cars are not handed over. */
  meeting_place_unknown: { place_id: string };
  meeting_place_twice: { place_id: string };
  meeting_fee_out_of_range: { min_cents: number; max_cents: number };
  too_many_extras: { max: number };
  extra_twice: { name: string };
  /** A custom extra has no description. */
  extra_description_missing: Record<string, never>;
  /** A custom extra has the name of one from the list. */
  extra_is_listed: { name: string };
  extra_price_out_of_range: { min_cents: number; max_cents: number };
  extra_stock_out_of_range: { min: number; max: number };
  // A renter's choice. A change to a booking is refused without a quote, which its page asks for.
  /**
   * The car is not offered at this place. `extra_ids` are the requested extras that it doesn't
   * have; it may be empty. The quote leaves both out.
   */
  meeting_place_not_offered: { extra_ids: string[]; quote?: ChargeDetails };
  /** The car doesn't have these extras (any more). The quote is without them. */
  extra_not_offered: { extra_ids: string[]; quote?: ChargeDetails };
  /** Fewer items of these extras are left on the dates. The quote has those. */
  extra_out_of_stock: {
    extras: { extra_id: string; name: string; left: number }[];
    quote?: ChargeDetails;
  };
}
