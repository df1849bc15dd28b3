// Reported reviews, page by page, and an admin's decision about one.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReviewDecision } from "../../../../domain/booking/review.ts";
import { api, isSessionOver } from "../../../api/api.ts";
import { usePages } from "../../../api/use-pages.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { queryKeys, signedIn, type ReportFilter } from "../../../api/query.tsx";
import { toast } from "../../../ui/overlay/toast.ts";

export const useReviewReports = (filter: ReportFilter, search: string) =>
  usePages(queryKeys.reviewReports(filter, search), (at, options) =>
    api(
      "GET /api/admin/reviews/reports",
      { query: { filter, ...(search && { search }), ...at } },
      options,
    ),
  );

/** `onDecided` runs when the list on screen is up to date. */
export function useDecision(id: string, onDecided: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { decision: ReviewDecision; reason: string }) =>
      signedIn((options) =>
        api("POST /api/admin/reviews/{id}/decision", { params: { id }, body }, options),
      ),
    onSuccess: async ({ is_hidden }) => {
      toast({ title: is_hidden ? "Review hidden" : "Review kept" });
      await Promise.all(
        [queryKeys.reviews, queryKeys.audits].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
      onDecided();
    },
    onError: (error) => {
      if (isSessionOver(error)) return;
      const description = sentenceFor(
        error,
        "The review wasn't changed. Please try again in a moment.",
      );
      toast({ title: "Error", description, variant: "destructive" });
    },
  });
}
