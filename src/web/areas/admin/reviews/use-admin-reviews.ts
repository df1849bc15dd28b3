// Reported reviews, page by page, and an admin's decision about one.
import type { ReviewDecision } from "../../../../domain/review/review.ts";
import type { EndpointCall } from "../../../api/api-cache.ts";
import { REVIEWS } from "../../../api/endpoint-groups.ts";
import { useApiMutation, useApiPages } from "../../../api/use-api.ts";
import { toast } from "../../../ui/overlay/toast.ts";

export const useReviewReports = (query: EndpointCall<"GET /api/admin/reviews/reports">["query"]) =>
  useApiPages("GET /api/admin/reviews/reports", { query });

/** `onDecided` runs when the list on screen is up to date. */
export const useReviewDecision = (id: string, onDecided: () => void) =>
  useApiMutation("POST /api/admin/reviews/{id}/decision", {
    call: (body: { decision: ReviewDecision; reason: string }) => ({ params: { id }, body }),
    invalidates: [...REVIEWS, "GET /api/admin/audit"],
    failed: "The review wasn't changed. Please try again in a moment.",
    onSuccess: ({ is_hidden }) => toast({ title: is_hidden ? "Review hidden" : "Review kept" }),
    onSettled: (_decided, error) => {
      if (!error) onDecided();
    },
  });
