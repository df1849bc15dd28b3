// The errors about changes to a booking.
import type { ChangeQuoteDetails } from "./change-quote.ts";

type None = Record<string, never>;

/** Each code with its details. */
export interface ChangeErrorDetails {
  /** Only an approved booking whose trip is not over can change. */
  change_not_possible: { status: string };
  /** The booking has an open request already. */
  change_already_open: { change_id: string };
  /** The request was answered, withdrawn or has expired. */
  change_closed: { state: string };
  /** The id of an existing request was sent again with different content. */
  change_id_taken: None;
  /** The request changes nothing. */
  change_empty: None;
  /** Only the return can change once the car was picked up, or the pickup time has passed. */
  change_after_pickup: { pickup_at: string };
  /** The part of the trip to be changed has already begun. */
  change_in_past: None;
  /** The new dates don't overlap with the booked ones. */
  change_without_overlap: None;
  /** Extras that change the terms of later charges can only be chosen when booking. */
  change_extra_fixed: { extra_ids: string[] };
  /** The amount is below or above what a card can be charged. */
  change_amount_out_of_range: { min_cents: number; max_cents: number };
  /** What the change costs or gives back differs from what the page showed. */
  change_price_changed: { quote: ChangeQuoteDetails };
  /** The host can give back between zero and `max_cents`. */
  agreed_refund_out_of_range: { max_cents: number };
}
