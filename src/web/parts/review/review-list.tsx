// Reviews on a public page: the first page is included, more load on request. Each can be reported.
import { useState } from "react";
import type { Review } from "../../../contract/people/reviews.ts";
import { Button } from "../../ui/button.tsx";
import { useEarlyPress } from "../../ui/early-press.tsx";
import { toast } from "../../ui/overlay/toast.ts";
import { ReportButton } from "./report-button.tsx";
import { ReviewCard, reviewId } from "./review-card.tsx";

export interface ReviewPage {
  reviews: readonly Review[];
  next_cursor: string | null;
}

export interface ReviewListProps {
  first: ReviewPage;
  load: (cursor: string) => Promise<ReviewPage>;
  withCar?: boolean;
}

export function ReviewList({ first, load, withCar = false }: ReviewListProps) {
  const [shown, setShown] = useState(first);
  const [busy, setBusy] = useState(false);
  const showMore = async (cursor: string) => {
    setBusy(true);
    try {
      const next = await load(cursor);
      const known = new Set(shown.reviews.map(({ id }) => id));
      const fresh = next.reviews.filter(({ id }) => !known.has(id));
      setShown({ reviews: [...shown.reviews, ...fresh], next_cursor: next.next_cursor });
      const [firstNew] = fresh;
      if (firstNew)
        requestAnimationFrame(() => document.getElementById(reviewId(firstNew.id))?.focus());
    } catch {
      toast({ title: "Error", description: "Failed to load more reviews", variant: "destructive" });
    }
    setBusy(false);
  };
  const press = useEarlyPress(() => {
    if (shown.next_cursor !== null) void showMore(shown.next_cursor);
  });
  return (
    <>
      <ul className="grid max-w-[46rem] gap-8">
        {shown.reviews.map((review) => (
          <li key={review.id}>
            <ReviewCard review={review} withCar={withCar}>
              <ReportButton review={review} />
            </ReviewCard>
          </li>
        ))}
      </ul>
      {shown.next_cursor !== null && (
        <div className="flex noscript:hidden">
          <Button variant="outline" busy={busy} busyLabel="Loading..." {...press}>
            Show more reviews
          </Button>
        </div>
      )}
    </>
  );
}
