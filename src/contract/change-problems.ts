// How the error codes about changes to a booking are sent (problem.ts).
import type { ChangeErrorDetails } from "../domain/booking/changes/errors.ts";

export const CHANGE_PROBLEMS: Record<keyof ChangeErrorDetails, { status: number; title: string }> =
  {
    change_not_possible: { status: 409, title: "The booking can't be changed in its state." },
    change_already_open: { status: 409, title: "The booking already has an open request." },
    change_closed: { status: 409, title: "The request is no longer open." },
    change_id_taken: { status: 409, title: "The id belongs to another request." },
    change_empty: { status: 422, title: "Nothing would change." },
    change_after_pickup: { status: 409, title: "Only the return can change." },
    change_in_past: { status: 422, title: "The part of the trip to be changed has begun." },
    change_without_overlap: {
      status: 422,
      title: "The new dates don't overlap with the booked ones.",
    },
    change_extra_fixed: { status: 422, title: "The extra can only be chosen when booking." },
    change_amount_out_of_range: { status: 422, title: "A card can't be charged this amount." },
    change_price_changed: { status: 409, title: "The price differs from the one that was sent." },
    agreed_refund_out_of_range: { status: 422, title: "The amount is out of range." },
  };
