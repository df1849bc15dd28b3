// What a cancellation means for the host: the days, and the fee.
import {
  BLOCKS_DAYS,
  FREE_CANCELLATION_DAYS,
  HOST_CANCELLATION_REASONS,
  HOST_FEE_STEPS,
  MAX_HOST_FEE_CENTS,
  MIN_HOST_FEE_CENTS,
  type HostCancellationReason,
} from "../../../../domain/booking/host-cancellation/host-cancellation.ts";
import { formatUsdShort } from "../../../../domain/text/format.ts";
import type { EndpointOutput } from "../../../api/api-cache.ts";

export const isCause = (value: string): value is HostCancellationReason =>
  (HOST_CANCELLATION_REASONS as readonly string[]).includes(value);

/** What happens to the days; undefined if the host chooses. */
export function describeDays(cause: HostCancellationReason): string | undefined {
  switch (BLOCKS_DAYS[cause]) {
    case true:
      return "We'll block these days in your calendar. You can unblock them there.";
    case false:
      return "The days are free to book again.";
    case "ask":
      return undefined;
  }
}

/** From how many days before the pickup a cancellation costs something. */
const FEE_DAYS = HOST_FEE_STEPS[2].hours / 24;

const STILL_COUNTS = `This cancellation still counts, so a late one in the next ${FREE_CANCELLATION_DAYS} days won't be free.`;

type Fee = EndpointOutput<"GET /api/bookings/{id}/host-cancellation-fee">;

/** Why a host pays this, or nothing. */
export function explainFee({ free_because, percent }: Fee, renter: string): string {
  switch (free_because) {
    case "early":
      return `There's no fee more than ${FEE_DAYS} days before the pickup. ${STILL_COUNTS}`;
    case "first_in_year":
      return `Your first cancellation in ${FREE_CANCELLATION_DAYS} days is free.`;
    case "storm":
      return "There's no fee in a storm, and this cancellation doesn't count.";
    case "no_deposit":
      return "There's no fee, because the renter's card couldn't hold the deposit, and this cancellation doesn't count.";
    case "disputed":
      return `There's no fee, because the renter's bank has taken the payment back, or may still do so. ${STILL_COUNTS}`;
    case null:
      return `${percent}% of the rental, at least ${formatUsdShort(MIN_HOST_FEE_CENTS)} and at most ${formatUsdShort(MAX_HOST_FEE_CENTS)}. ${renter} gets it as credit, and we take it off your next payout. If you couldn't avoid cancelling, send us proof and we may waive the fee.`;
  }
}
