// The renter's reviews from hosts: the average, and the reviews on request.
import { useState } from "react";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { DetailsSection } from "../../../parts/list/details-dialog.tsx";
import { useApiPages } from "../../../api/use-api.ts";
import { ReportButton } from "../../../parts/review/report-button.tsx";
import { ReviewCard } from "../../../parts/review/review-card.tsx";
import { countReviews } from "../../../parts/review/review-text.ts";
import { Button } from "../../../ui/button.tsx";
import { RatingMark } from "../../../ui/stars.tsx";

export function RenterRating({ booking }: { booking: Booking }) {
  const [open, setOpen] = useState(false);
  const { rating } = booking.renter;
  return (
    <DetailsSection title="Reviews from hosts">
      {rating ? (
        <div className="flex flex-wrap items-center gap-3">
          <RatingMark {...rating} />
          <Button
            variant="outline"
            size="small"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {open ? "Hide" : `Read ${countReviews(rating.count)}`}
          </Button>
        </div>
      ) : (
        <p>No reviews yet.</p>
      )}
      {rating && open && <RenterReviews bookingId={booking.id} />}
    </DetailsSection>
  );
}

function RenterReviews({ bookingId: id }: { bookingId: string }) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useApiPages(
    "GET /api/bookings/{id}/renter-reviews",
    { params: { id }, query: {} },
  );
  if (!data)
    return (
      <p role="status">
        {error ? "The reviews didn't load. Close them and try again." : "Loading..."}
      </p>
    );
  return (
    <div className="mt-4 grid gap-6">
      {data.pages
        .flatMap(({ reviews }) => reviews)
        .map((review) => (
          <ReviewCard key={review.id} review={review}>
            <ReportButton review={review} />
          </ReviewCard>
        ))}
      {hasNextPage && (
        <Button
          variant="outline"
          size="small"
          busy={isFetchingNextPage}
          busyLabel="Loading..."
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </div>
  );
}
