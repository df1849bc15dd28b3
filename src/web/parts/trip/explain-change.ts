// The message for each error code about changes to a booking. They are not in
// api/problem-sentences.ts, because public pages load that.
import type { ChangeErrorDetails } from "../../../domain/booking/changes/errors.ts";
import { formatUsd } from "../../../domain/text/format.ts";
import { ApiError } from "../../api/api.ts";
import { sentenceFor } from "../../api/problem-sentences.ts";

type Sentences = {
  [C in keyof ChangeErrorDetails]: (details: ChangeErrorDetails[C]) => string;
} & { outstanding_balance: () => string };

const SENTENCES: Sentences = {
  change_not_possible: ({ status }) =>
    status === "over"
      ? "This trip is over, so it can't be changed."
      : status === "on_hold"
        ? "Our team is looking into this trip. It can't be changed until they're done."
        : "Only a confirmed booking can be changed.",
  outstanding_balance: () =>
    "There's a balance from an earlier trip. Pay it on that trip's page first, then add days.",
  change_already_open: () =>
    "There's already an open request for this trip. Answer or withdraw it first.",
  change_closed: ({ state }) =>
    state === "accepted"
      ? "This change is already agreed."
      : state === "declined"
        ? "This request was declined."
        : state === "withdrawn"
          ? "This request was withdrawn."
          : state === "expired"
            ? "This request has expired. You can ask again."
            : state === "awaiting_payment"
              ? "We're charging the card for this change right now. Check again in a minute."
              : "This request has changed in the meantime.",
  change_id_taken: () => "Something went wrong while sending. Please try again.",
  change_empty: () => "That's what's already booked. Change something first.",
  change_after_pickup: () =>
    "The trip has begun, or the pickup time has passed. You can still change the return. If your flight is late, tell your host on the trip's page.",
  change_in_past: () => "It's too late for this change. Choose a later time.",
  change_without_overlap: () =>
    "The new dates don't overlap with your trip. Cancel and book again for completely different dates.",
  change_extra_fixed: () => "This extra can only be added when booking.",
  change_amount_out_of_range: ({ min_cents, max_cents }) =>
    `We can charge a card from ${formatUsd(min_cents)} to ${formatUsd(max_cents)}.`,
  change_price_changed: () => "What you saw has changed. Please check it and confirm again.",
  agreed_refund_out_of_range: ({ max_cents }) => `You can give back up to ${formatUsd(max_cents)}.`,
};

/** The message for a failure about changes; `otherwise` covers failures without a code. */
export function explainChange(error: unknown, otherwise: string): string {
  if (error instanceof ApiError && error.code in SENTENCES) {
    const code = error.code as keyof Sentences;
    return (SENTENCES[code] as (details: unknown) => string)(error.details);
  }
  return sentenceFor(error, otherwise);
}
