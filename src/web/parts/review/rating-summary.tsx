// The average of some reviews, and of what they rate in particular.
import { SCORES, type Rating, type Scores } from "../../../domain/review/review.ts";
import { formatRating } from "../../../domain/text/format.ts";
import { Stars, STARS } from "../../ui/stars.tsx";
import { countReviews, SCORE_LABELS } from "./review-text.ts";

export function RatingSummary({ rating, scores }: { rating: Rating; scores: Scores }) {
  return (
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
              <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-surface-3">
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
  );
}
