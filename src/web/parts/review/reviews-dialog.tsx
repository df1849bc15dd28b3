// The reviews of one booking, for one of its sides, in every state.
import { useId, type ReactNode } from "react";
import type { BookingReviews } from "../../../contract/people/reviews.ts";
import { formatInstant } from "../../../domain/text/format.ts";
import { isRefused } from "../../api/api.ts";
import { formatTripDates } from "../booking/booking-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { FailedState } from "../../ui/failed-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { BothReviews } from "./both-reviews.tsx";
import { useBookingReviews, useWriteReview } from "./use-reviews.ts";
import { WriteForm } from "./write-form.tsx";

export default function ReviewsDialog({
  bookingId,
  onClose,
}: {
  bookingId: string;
  onClose: () => void;
}) {
  const formId = useId();
  const query = useBookingReviews(bookingId);
  const writing = useWriteReview(bookingId);
  const { data: reviews } = query;
  const isOpen = reviews?.state === "open";
  const frame = (props: {
    title: string;
    description?: ReactNode;
    actions: ReactNode;
    children: ReactNode;
  }) => (
    <Dialog
      open
      onOpenChange={() => !writing.isPending && onClose()}
      className="md:w-[min(38rem,100%)]"
      {...props}
    />
  );
  const close = (
    <Button variant="outline" disabled={writing.isPending} onClick={onClose}>
      {isOpen ? "Not Now" : "Close"}
    </Button>
  );
  if (isOpen) {
    const { side, other_name, other_wrote } = reviews;
    return frame({
      title: side === "renter" ? "Review your trip" : `Review ${other_name}`,
      description: (
        <>
          <span className="mb-2 block text-muted-foreground">{tripText(reviews)}</span>
          {other_wrote && (
            <b className="mb-2 block">{other_name} left you a review. Write yours to see it.</b>
          )}
          {hiddenText(reviews)}
        </>
      ),
      actions: (
        <>
          {close}
          <Button type="submit" form={formId} busy={writing.isPending} busyLabel="Sending...">
            Send Review
          </Button>
        </>
      ),
      children: (
        <WriteForm
          formId={formId}
          bookingId={bookingId}
          side={side}
          onSend={(written) => !writing.isPending && writing.mutate(written)}
        />
      ),
    });
  }
  return frame({
    title: "Reviews of this trip",
    description: reviews && <span className="text-muted-foreground">{tripText(reviews)}</span>,
    actions: close,
    children: <Reviews query={query} />,
  });
}

/** Both sides' reviews, or why they are not shown. */
function Reviews({ query }: { query: ReturnType<typeof useBookingReviews> }) {
  const { data, error, isFetching, refetch } = query;
  if (data) return <BothReviews reviews={data} />;
  if (isRefused(error)) return <p>We can&rsquo;t find this booking in your account.</p>;
  if (error)
    return (
      <FailedState
        title="We couldn't load the reviews."
        text="Check your connection and try again."
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return (
    <>
      <p role="status" className="sr-only">
        Loading
      </p>
      <Skeleton className="h-11 w-60" />
      <Skeleton className="h-11 w-60" />
      <Skeleton className="h-32 rounded-md" />
    </>
  );
}

const tripText = (reviews: BookingReviews): string =>
  `${reviews.car.title}, ${formatTripDates(reviews)}`;

/** Explains until when a new review stays hidden, and who can read it afterwards. */
function hiddenText({ side, other_name, other_wrote, ends_at }: BookingReviews): string {
  const readers =
    side === "renter" ? "public" : `visible to hosts ${other_name} requests a car from`;
  if (other_wrote) return `Your review will be ${readers} and can’t be edited after you post it.`;
  return `Your review will be ${readers} once ${other_name} has left one too, or on ${formatInstant(new Date(ends_at))} at the latest. It can’t be edited after you post it.`;
}
