// A host's reviews in one place: those to write, the averages, and what renters wrote, for all cars
// or one.
import { Link, useSearchParams } from "react-router";
import type { Api } from "../../../../contract/index.ts";
import { fromWireRange, todayInNassau } from "../../../../domain/calendar/dates.ts";
import { REVIEW_DAYS } from "../../../../domain/review/review.ts";
import {
  formatCount,
  formatDeadline,
  formatMonthDay,
  formatShortRange,
} from "../../../../domain/text/format.ts";
import { useApi, useApiPages } from "../../../api/use-api.ts";
import { BookingNumber } from "../../../parts/booking/booking-number.tsx";
import { PagedList } from "../../../parts/list/paged-list.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { RatingSummary } from "../../../parts/review/rating-summary.tsx";
import { ReportButton } from "../../../parts/review/report-button.tsx";
import { ReviewCard, reviewId } from "../../../parts/review/review-card.tsx";
import { OPENED, REVIEW_PARAMETER } from "../../../parts/review/review-link.tsx";
import { countReviews, reviewerName } from "../../../parts/review/review-text.ts";
import { TripReviews } from "../../../parts/review/trip-reviews.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyArt } from "../../../ui/empty-art.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { Field } from "../../../ui/form/field.tsx";
import { Select } from "../../../ui/form/controls.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

export const meta = () => pageMeta("Reviews");

type Summary = Api["GET /api/host/reviews/summary"]["output"];
type OwnReview = Api["GET /api/host/reviews"]["output"]["reviews"][number];

const CAR = "car";

export default function HostReviewsPage() {
  const [params, setParams] = useSearchParams();
  const car_id = params.get(CAR) ?? "";
  const { data: summary } = useApi("GET /api/host/reviews/summary", { query: { car_id } });
  const filterBy = (car: string) =>
    setParams(car === "" ? {} : { [CAR]: car }, { preventScrollReset: true });
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h1 className="text-2xl">Reviews</h1>
        {summary && summary.cars.length > 1 && (
          <Field label="Car" className="w-full sm:w-72">
            <Select value={car_id} onChange={(event) => filterBy(event.target.value)}>
              <option value="">All cars</option>
              {summary.cars.map(({ id, title, reviews }) => (
                <option key={id} value={id}>
                  {title} ({reviews})
                </option>
              ))}
            </Select>
          </Field>
        )}
      </div>
      {summary && summary.due.length > 0 && <Due trips={summary.due} />}
      {summary?.rating && summary.scores && (
        <Panel as="section" aria-label="Averages" className="grid gap-6">
          <RatingSummary rating={summary.rating} scores={summary.scores} />
          <Distribution stars={summary.stars} />
        </Panel>
      )}
      <Received carId={car_id} />
      <TripReviews />
    </>
  );
}

/** Keeps the filter and opens the reviews of a booking over the page. */
function useReviewLink() {
  const [params] = useSearchParams();
  return (bookingId: string) => {
    const search = new URLSearchParams(params);
    search.set(REVIEW_PARAMETER, bookingId);
    return { to: { search: `?${search}` }, state: OPENED, preventScrollReset: true };
  };
}

function Due({ trips }: { trips: Summary["due"] }) {
  const linkTo = useReviewLink();
  const today = todayInNassau(new Date());
  return (
    <Panel as="section" aria-labelledby="due">
      <h2 id="due" className="mb-2 text-xl">
        Reviews to write
      </h2>
      <ul className="divide-y divide-border">
        {trips.map((trip) => (
          <li
            key={trip.booking_id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3"
          >
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">
                {trip.renter_name}, {trip.car.title}
              </p>
              <p className="text-sm text-muted-foreground">
                {formatShortRange(fromWireRange(trip), today)} &middot;{" "}
                <BookingNumber number={trip.booking_number} />. Until{" "}
                {formatDeadline(new Date(trip.ends_at), today)}.
                {trip.renter_wrote &&
                  ` ${trip.renter_name} left you a review: write yours to see it.`}
              </p>
            </div>
            <Button asChild size="small">
              <Link
                {...linkTo(trip.booking_id)}
                aria-label={`Leave a Review, ${trip.renter_name}, ${formatMonthDay(trip.start_date, today)}`}
              >
                Leave a Review
              </Link>
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** How many reviews gave how many stars, the most stars first. */
function Distribution({ stars }: { stars: readonly number[] }) {
  const total = stars.reduce((sum, count) => sum + count, 0);
  return (
    <dl className="grid max-w-[40rem] gap-2 border-t border-border pt-5 text-sm tabular-nums">
      {stars
        .map((count, index) => ({ count, value: index + 1 }))
        .toReversed()
        .map(({ count, value }) => (
          <div
            key={value}
            className="grid grid-cols-[4rem_minmax(3rem,1fr)_2.25rem] items-center gap-3"
          >
            <dt>{value === 1 ? "1 star" : `${value} stars`}</dt>
            <dd className="contents">
              <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-surface-3">
                <span
                  className="block h-full rounded-full bg-primary"
                  style={{ width: `${(count / Math.max(total, 1)) * 100}%` }}
                />
              </span>
              <span className="text-right font-medium">{formatCount(count)}</span>
            </dd>
          </div>
        ))}
    </dl>
  );
}

function Received({ carId }: { carId: string }) {
  const list = useApiPages("GET /api/host/reviews", { query: { car_id: carId } });
  const focus = useFocusAfterwards();
  const linkTo = useReviewLink();
  const count = list.data?.pages.reduce((sum, { reviews }) => sum + reviews.length, 0) ?? 0;
  return (
    <section aria-labelledby="received" className="grid gap-4">
      <h2 id="received" className="text-xl">
        From renters
      </h2>
      <PagedList
        list={list}
        getItems={({ reviews }) => reviews}
        failed={{ toast: "Failed to load reviews", title: "Your reviews didn't load." }}
        status={list.data ? `${countReviews(count)} shown` : "Loading the reviews"}
        skeleton={<Skeleton className="h-80 rounded-lg" />}
        empty={<NoReviews />}
        elementId={({ id }) => reviewId(id)}
        focus={focus}
      >
        {(reviews: readonly OwnReview[]) => (
          <Panel>
            <ul className="grid gap-8">
              {reviews.map((review) => (
                <li key={review.id}>
                  <ReviewCard review={review} withCar>
                    <div className="flex flex-wrap items-center gap-x-5">
                      <Link
                        {...linkTo(review.booking_id)}
                        aria-label={`${review.answer ? "See both reviews" : "Respond"}, ${reviewerName(review.author)}`}
                        className="link mt-2 inline-flex min-h-6 items-center text-sm"
                      >
                        {review.answer ? "See both reviews" : "Respond"}
                      </Link>
                      <ReportButton review={review} />
                    </div>
                  </ReviewCard>
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </PagedList>
    </section>
  );
}

const NoReviews = () => (
  <EmptyState
    art={<EmptyArt of="plans" />}
    level={3}
    title="No reviews yet"
    text={`A renter's review appears here once you've both written one, or ${REVIEW_DAYS} days after the trip.`}
  />
);
