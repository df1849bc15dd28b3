// Reads the reviews of a booking, and lets the two sides write and answer them.
import { useQueryClient } from "@tanstack/react-query";
import type { Scores } from "../../../domain/review/review.ts";
import { setApiData } from "../../api/api-cache.ts";
import { BOOKINGS, REVIEWS } from "../../api/endpoint-groups.ts";
import { useApi, useApiMutation } from "../../api/use-api.ts";
import { clearStoredText } from "../../forms/stored-text.ts";
import { toast } from "../../ui/overlay/toast.ts";

const BOOKING_REVIEWS = "GET /api/bookings/{id}/reviews";

export const useBookingReviews = (id: string) => useApi(BOOKING_REVIEWS, { params: { id } });

/** The names under which typed text outlives the dialog (forms/stored-text.ts). */
export const reviewStorageName = (bookingId: string) => `review.${bookingId}`;
export const answerStorageName = (reviewId: string) => `answer.${reviewId}`;

export interface Written {
  stars: number;
  scores?: Scores;
  body: string;
}

export function useWriteReview(bookingId: string) {
  const client = useQueryClient();
  const params = { id: bookingId };
  return useApiMutation("POST /api/bookings/{id}/reviews", {
    call: (body: Written) => ({ params, body }),
    invalidates: [...BOOKINGS, ...REVIEWS],
    failed: "We couldn't send your review. What you wrote is still here.",
    onSuccess: (reviews) => {
      setApiData(client, BOOKING_REVIEWS, { params }, reviews);
      clearStoredText(reviewStorageName(bookingId));
      toast({
        title: "Review sent",
        description:
          reviews.state === "published"
            ? "Both reviews are now published."
            : `It stays private until ${reviews.other_name} has left one too.`,
      });
    },
  });
}

export const useAnswerReview = (reviewId: string) =>
  useApiMutation("POST /api/reviews/{id}/answer", {
    call: (body: string) => ({ params: { id: reviewId }, body: { body } }),
    invalidates: REVIEWS,
    failed: "We couldn't post your response. What you wrote is still here.",
    onSuccess: () => {
      clearStoredText(answerStorageName(reviewId));
      toast({ title: "Response posted" });
    },
  });
