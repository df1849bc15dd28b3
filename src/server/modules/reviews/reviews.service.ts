// Reviews of renter and host after a trip (docs/decisions/0020): one each, sealed until both have
// written or the period is over. Reviews of cars and hosts are public; those of a renter are for
// the hosts of the renter's bookings.
import {
  REVIEWS_PER_PAGE,
  type BookingReviews,
  type Review,
} from "../../../contract/people/reviews.ts";
import { DomainError } from "../../../domain/errors.ts";
import { BOOKING_POLICY, partiesToBooking } from "../../../domain/policies/booking.ts";
import { REVIEW_POLICY, partyToReview } from "../../../domain/policies/review.ts";
import { authorize } from "../../../domain/policies/policy.ts";
import { personalTopic } from "../../../domain/live.ts";
import {
  averageScores,
  checkMayReview,
  checkScores,
  cleanReview,
  MAX_ANSWER_LENGTH,
  MAX_REVIEW_LENGTH,
  toRating,
  reviewsEndAt,
  reviewState,
  type GivenScores,
  type ReviewFacts,
  type ReviewSide,
} from "../../../domain/review/review.ts";
import {
  inTransaction,
  type DataCtx,
  type DbCtx,
  type NotifyCtx,
  type User,
} from "../../platform/context.ts";
import { toPage, readTimeCursor } from "../../platform/database/cursor.ts";
import { notifyListingChanged } from "../../platform/realtime/events.ts";
import { publishLive } from "../../platform/realtime/publish-live.ts";
import {
  publishBooking,
  notifyAnswered,
  notifyReviewed,
  readReviewRequests,
} from "./publishing.service.ts";
import { presentReview } from "./reviews.presenter.ts";
import { findReviewedCar } from "./hosts.repository.ts";
import {
  findOfBooking,
  findPublished,
  findShown,
  findReviewedTrip,
  insertReview,
  lockReview,
  lockReviewedTrip,
  saveReviewAnswer,
  type ReviewSubject,
  type ReviewRow,
  type ReviewedTrip,
} from "./reviews.repository.ts";

/**
 * A booking of the person, and the person's side.
 * @throws DomainError not_found, also for other people's
 */
async function getReviewedTrip(
  ctx: DbCtx,
  user: User,
  bookingId: string,
): Promise<{ trip: ReviewedTrip; side: ReviewSide }> {
  const trip = await findReviewedTrip(ctx.db, bookingId);
  if (!trip) throw new DomainError("not_found", { what: "booking" });
  return { trip, side: authorize(BOOKING_POLICY.review, partiesToBooking(trip, user), "booking") };
}

const toReviewFacts = (trip: ReviewedTrip, mine: ReviewRow | undefined): ReviewFacts => ({
  status: trip.status,
  endDate: trip.ended_on,
  written: mine ? { isPublished: mine.published_at !== null } : null,
});

/** @throws DomainError not_found */
export async function readBookingReviews(
  ctx: DataCtx,
  user: User,
  bookingId: string,
): Promise<BookingReviews> {
  const { trip, side } = await getReviewedTrip(ctx, user, bookingId);
  const rows = await findOfBooking(ctx.db, bookingId);
  const mine = rows.find((row) => row.side === side);
  const theirs = rows.find((row) => row.side !== side);
  const isShown = theirs !== undefined && theirs.published_at !== null && theirs.hidden_at === null;
  return {
    side,
    car: { id: trip.car_id, title: trip.title },
    start_date: trip.start_date,
    end_date: trip.end_date,
    other_name: side === "renter" ? trip.host_first_name : trip.renter_first_name,
    state: reviewState(toReviewFacts(trip, mine), ctx.clock.now()),
    ends_at: reviewsEndAt(trip.ended_on).toISOString(),
    other_wrote: theirs !== undefined,
    mine: mine ? presentReview(mine) : null,
    theirs: isShown ? presentReview(theirs) : null,
    may_answer: isShown && side === "host" && theirs.answer === null,
  };
}

export interface WrittenReview {
  stars: number;
  scores?: GivenScores | undefined;
  body: string;
}

/**
 * The second review publishes both.
 * @throws DomainError not_found, those of checkMayReview, checkScores and cleanReview
 */
export async function writeReview(
  ctx: NotifyCtx,
  user: User,
  bookingId: string,
  { body: typed, ...given }: WrittenReview,
): Promise<BookingReviews> {
  await inTransaction(ctx, async (tx) => {
    await lockReviewedTrip(tx.db, bookingId);
    const { trip, side } = await getReviewedTrip(tx, user, bookingId);
    const rows = await findOfBooking(tx.db, bookingId);
    const now = tx.clock.now();
    checkMayReview(
      toReviewFacts(
        trip,
        rows.find((row) => row.side === side),
      ),
      now,
    );
    await insertReview(tx.db, {
      booking_id: bookingId,
      side,
      author_id: user.id,
      subject_id: side === "renter" ? trip.host_id : trip.renter_id,
      car_id: trip.car_id,
      ...checkScores(side, given),
      body: cleanReview(typed, MAX_REVIEW_LENGTH),
      created_at: now.toISOString(),
      sealed_until: reviewsEndAt(trip.ended_on).toISOString(),
    });
    if (rows.length > 0) await publishBooking(tx, bookingId, { writtenBy: side });
    else await notifyReviewed(tx, trip, side);
    await readReviewRequests(tx, user, bookingId);
    await publishToSides(tx, trip);
  });
  return readBookingReviews(ctx, user, bookingId);
}

const publishToSides = (ctx: DbCtx, { id, renter_id, host_id }: ReviewedTrip): Promise<void> =>
  publishLive(ctx, [personalTopic(renter_id), personalTopic(host_id)], "reviews", id);

/**
 * A public review.
 * @throws DomainError not_found
 */
export async function getShown(ctx: DbCtx, id: string): Promise<ReviewRow> {
  const row = await findPublished(ctx.db, id);
  if (!row || row.hidden_at !== null) throw new DomainError("not_found", { what: "review" });
  return row;
}

/**
 * @throws DomainError not_found unless the review is about the person, review_answered, those of
 * cleanReview
 */
export async function answerReview(
  ctx: NotifyCtx,
  user: User,
  id: string,
  typed: string,
): Promise<Review> {
  return inTransaction(ctx, async (tx) => {
    await lockReview(tx.db, id);
    const row = await getShown(tx, id);
    authorize(REVIEW_POLICY.answer, [partyToReview(row, user)], "review");
    if (row.answer !== null) throw new DomainError("review_answered");
    await saveReviewAnswer(tx.db, id, cleanReview(typed, MAX_ANSWER_LENGTH), tx.clock.now());
    await notifyListingChanged(tx, row.car_id);
    const trip = await findReviewedTrip(tx.db, row.booking_id);
    if (trip) {
      await notifyAnswered(tx, trip, row);
      await publishToSides(tx, trip);
    }
    return presentReview(await getShown(tx, id));
  });
}

/**
 * A page of the reviews of a person or a car.
 * @throws DomainError invalid_request for a cursor of another list
 */
export async function listShown(ctx: DbCtx, about: ReviewSubject, cursor: string | undefined) {
  const rows = await findShown(ctx.db, about, {
    after: readTimeCursor(cursor),
    limit: REVIEWS_PER_PAGE + 1,
  });
  const { shown, next_cursor } = toPage(rows, REVIEWS_PER_PAGE);
  return { reviews: shown.map(presentReview), next_cursor };
}

/** @throws DomainError car_not_available */
export async function listCarReviews(ctx: DbCtx, carId: string, cursor: string | undefined) {
  const sums = await findReviewedCar(ctx.db, carId);
  if (!sums) throw new DomainError("car_not_available");
  const { review_count: count } = sums;
  return {
    ...(await listShown(ctx, { carId }, cursor)),
    rating: toRating(sums.star_sum, count),
    scores: averageScores(sums, count),
  };
}

/**
 * The reviews of a booking's renter, for its host and admins.
 * @throws DomainError not_found
 */
export async function listRenterReviews(
  ctx: DbCtx,
  user: User,
  bookingId: string,
  cursor: string | undefined,
) {
  const trip = await findReviewedTrip(ctx.db, bookingId);
  if (!trip) throw new DomainError("not_found", { what: "booking" });
  authorize(BOOKING_POLICY.read_renter_reviews, partiesToBooking(trip, user), "booking");
  return {
    ...(await listShown(ctx, { renterId: trip.renter_id }, cursor)),
    rating: toRating(trip.renter_star_sum, trip.renter_review_count),
  };
}
