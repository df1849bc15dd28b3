// The link from a booking to its reviews. The booking named in the URL opens over the list
// (trip-reviews.tsx).
import { Link, useSearchParams } from "react-router";
import type { Booking } from "../../../contract/bookings/bookings.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";

/** The parameter with the id of the booking whose reviews are open. */
export const REVIEW_PARAMETER = "review";
/** The state of the history entry that was made by opening them. */
export const OPENED = "review-opened";

/** Renders nothing if there is nothing to write or read. */
export function ReviewButton({ booking, about }: { booking: Booking; about: string }) {
  const [params] = useSearchParams();
  const { state, other_wrote } = booking.review;
  if (state === "none" || (state === "missed" && !other_wrote)) return null;
  const label = state === "open" ? "Leave a Review" : "Reviews";
  const search = new URLSearchParams(params);
  search.delete("booking");
  search.set(REVIEW_PARAMETER, booking.id);
  return (
    <Button asChild variant={state === "open" ? "default" : "outline"} size="small">
      <Link
        to={{ search: `?${search}` }}
        state={OPENED}
        preventScrollReset
        aria-label={`${label}, ${about}`}
      >
        <Icon name="star" size={16} />
        {label}
      </Link>
    </Button>
  );
}
