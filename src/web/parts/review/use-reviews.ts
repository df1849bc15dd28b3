// Reads the reviews of a booking, and what the two sides can do with them.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { BookingReviews } from "../../../contract/people/reviews.ts";
import type { Scores } from "../../../domain/booking/review.ts";
import { api, isSessionOver } from "../../api/api.ts";
import { dropKeptText } from "../../forms/kept-text.ts";
import { sentenceFor } from "../../api/problem-sentences.ts";
import { queryKeys, signedIn } from "../../api/query.tsx";
import { toast } from "../../ui/overlay/toast.ts";

export const useBookingReviews = (id: string) =>
  useQuery({
    queryKey: queryKeys.bookingReviews(id),
    queryFn: ({ signal }) =>
      signedIn(
        (options) => api("GET /api/bookings/{id}/reviews", { params: { id } }, options),
        signal,
      ),
  });

/** The names under which typed text outlives the dialog (forms/kept-text.ts). */
export const reviewKeptAs = (bookingId: string) => `review.${bookingId}`;
export const answerKeptAs = (reviewId: string) => `answer.${reviewId}`;

function useSaid(fallback: string) {
  return (error: Error) => {
    if (isSessionOver(error)) return;
    toast({ title: "Error", description: sentenceFor(error, fallback), variant: "destructive" });
  };
}

export interface Written {
  stars: number;
  scores?: Scores;
  body: string;
}

export function useWriteReview(bookingId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Written) =>
      signedIn((options) =>
        api("POST /api/bookings/{id}/reviews", { params: { id: bookingId }, body }, options),
      ),
    onSuccess: (reviews: BookingReviews) => {
      client.setQueryData(queryKeys.bookingReviews(bookingId), reviews);
      dropKeptText(reviewKeptAs(bookingId));
      toast({
        title: "Review sent",
        description:
          reviews.state === "published"
            ? "Both reviews are now published."
            : `It stays private until ${reviews.other_name} has left one too.`,
      });
    },
    onError: useSaid("We couldn't send your review. What you wrote is still here."),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.bookings }),
  });
}

export function useAnswerReview(bookingId: string, reviewId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: string) =>
      signedIn((options) =>
        api("POST /api/reviews/{id}/answer", { params: { id: reviewId }, body: { body } }, options),
      ),
    onSuccess: () => {
      dropKeptText(answerKeptAs(reviewId));
      toast({ title: "Response posted" });
    },
    onError: useSaid("We couldn't post your response. What you wrote is still here."),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.bookingReviews(bookingId) }),
  });
}
