// Renters' reviews of a car: the averages, and the reviews themselves.
import { formatRating } from "../../../../domain/text/format.ts";
import type { Output } from "../../../../contract/endpoint.ts";
import type { listCarReviews } from "../../../../contract/people/reviews.ts";
import { SCORES } from "../../../../domain/booking/review.ts";
import { api } from "../../../api/api.ts";
import { ReviewList } from "../../../parts/review/review-list.tsx";
import { countReviews, SCORE_LABELS } from "../../../parts/review/review-text.ts";
import { Stars, STARS } from "../../../ui/stars.tsx";

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
          <div className="grid items-center gap-x-10 gap-y-5 sm:grid-cols-[auto_minmax(0,1fr)]">
            <div className="grid justify-items-start gap-1">
              <p
                aria-hidden="true"
                className="font-display text-3xl leading-none font-(--weight-display) tabular-nums"
              >
                {formatRating(rating.average)}
              </p>
              <Stars value={rating.average} />
              <p className="text-sm text-muted-foreground">{countReviews(rating.count)}</p>
            </div>
            <dl className="grid gap-x-8 gap-y-2 text-sm md:grid-cols-2">
              {SCORES.map((name) => (
                <div
                  key={name}
                  className="grid grid-cols-[7.5rem_minmax(3rem,1fr)_2.25rem] items-center gap-3"
                >
                  <dt>{SCORE_LABELS[name]}</dt>
                  <dd className="contents">
                    <span
                      aria-hidden="true"
                      className="h-1.5 overflow-hidden rounded-full bg-surface-3"
                    >
                      <span
                        className="block h-full rounded-full bg-primary"
                        style={{ width: `${(scores[name] / STARS) * 100}%` }}
                      />
                    </span>
                    <span className="text-right font-medium tabular-nums">
                      {formatRating(scores[name])}
                    </span>
                  </dd>
                </div>
              ))}
            </dl>
          </div>
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
