// Renters' reviews of a car: the averages, and the reviews themselves.
import type { Output } from "../../../../contract/endpoint.ts";
import type { listCarReviews } from "../../../../contract/people/reviews.ts";
import { api } from "../../../api/api.ts";
import { RatingSummary } from "../../../parts/review/rating-summary.tsx";
import { ReviewList } from "../../../parts/review/review-list.tsx";

type CarReviewsData = Output<typeof listCarReviews>;

/** The URL fragment of this section. */
const REVIEWS_PART = "reviews";

export function CarReviews({ carId, found }: { carId: string; found: CarReviewsData }) {
  const { rating, scores } = found;
  return (
    <section
      id={REVIEWS_PART}
      aria-labelledby="reviews-title"
      className="grid gap-6 border-t border-border pt-8"
    >
      <h2 id="reviews-title" className="text-xl">
        Reviews
      </h2>
      {rating && scores ? (
        <>
          <RatingSummary rating={rating} scores={scores} />
          <ReviewList
            first={found}
            load={(cursor) =>
              api("GET /api/listings/{id}/reviews", { params: { id: carId }, query: { cursor } })
            }
          />
        </>
      ) : (
        <p className="text-muted-foreground">
          No reviews yet. Only renters who've completed a trip can leave one.
        </p>
      )}
    </section>
  );
}
