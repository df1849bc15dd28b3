// The way from a booking to its reviews: what the URL names is opened over the list (features/reviews).
import { Star } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import type { Booking } from "../../../contract/bookings/bookings.ts";
import { Button } from "../../ui/button.tsx";

/** The parameter that names the booking whose reviews are open. */
export const REVIEW_PARAMETER = "review";
/** The state of the entry in the history that opening them made. */
export const OPENED = "review-opened";

/** Nothing where there is nothing to write or to read. */
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
      <Link to={{ search: `?${search}` }} state={OPENED} preventScrollReset aria-label={`${label}, ${about}`}>
        <Star aria-hidden="true" size={16} strokeWidth={2} />
        {label}
      </Link>
    </Button>
  );
}
