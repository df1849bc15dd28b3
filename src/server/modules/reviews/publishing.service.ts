// Publishes sealed reviews, and notifies people of reviews: requested, written by the other side,
// published, answered.
import { formatBookingNumber } from "../../../domain/booking/booking-number.ts";
import { todayInNassau } from "../../../domain/calendar/dates.ts";
import { personalTopic } from "../../../domain/live.ts";
import { reviewRequestsDue, type ReviewSide } from "../../../domain/review/review.ts";
import { inTransaction, type NotifyCtx, type User } from "../../platform/context.ts";
import { notifyListingChanged } from "../../platform/realtime/events.ts";
import { publishLive } from "../../platform/realtime/publish-live.ts";
import { notify, readNotifications } from "../notifications/notifications.service.ts";
import { REVIEW_MAILS, type ReviewMail } from "./reviews.mails.ts";
import {
  findOfBooking,
  findReviewedTrip,
  findDueReviewRequests,
  findUnsealed,
  isThere,
  lockReviewedTrip,
  publishReview,
  type ReviewRow,
  type ReviewedTrip,
} from "./reviews.repository.ts";

const AT_ONCE = 500;

/** The page where a person writes and reads the reviews of a booking. */
const reviewPath = (side: ReviewSide, bookingId: string) =>
  `${side === "renter" ? "/bookings" : "/host/bookings"}?review=${bookingId}` as const;

/**
 * Notifies one side of a booking, unless the person has left.
 * @param event differs from `what` where it may happen more than once
 */
async function notifySide(
  ctx: NotifyCtx,
  trip: ReviewedTrip,
  side: ReviewSide,
  what: ReviewMail,
  event: string = what,
): Promise<void> {
  const to = trip[`${side}_id`];
  if (!(await isThere(ctx.db, to))) return;
  const path = reviewPath(side, trip.id);
  await notify(ctx, {
    to,
    kind: "review",
    key: `booking:${trip.id}:${event}`,
    about: `${trip.year} ${trip.make} ${trip.model}, ${formatBookingNumber(trip.number)}`,
    path,
    mail: REVIEW_MAILS[what](
      { ...trip, today: todayInNassau(ctx.clock.now()) },
      side,
      ctx.publicUrl() + path,
    ),
  });
}

/** Marks the notifications that asked for a review as read, once its author has written it. */
export const readReviewRequests = (ctx: NotifyCtx, author: User, bookingId: string) =>
  readNotifications(ctx, author, {
    keys: ["review_request", "review_reminder", "review_written"].map(
      (event) => `booking:${bookingId}:${event}`,
    ),
  });

/** Notifies the other side that it was reviewed. */
export const notifyReviewed = (ctx: NotifyCtx, trip: ReviewedTrip, by: ReviewSide): Promise<void> =>
  notifySide(ctx, trip, by === "renter" ? "host" : "renter", "review_written");

export const notifyAnswered = (
  ctx: NotifyCtx,
  trip: ReviewedTrip,
  review: Pick<ReviewRow, "side">,
): Promise<void> => notifySide(ctx, trip, review.side, "review_answered");

/**
 * Publishes a booking's sealed reviews and notifies the reviewed people, except `writtenBy`, who
 * sees it on the screen. Call it with the booking locked.
 */
export async function publishBooking(
  ctx: NotifyCtx,
  bookingId: string,
  { writtenBy }: { writtenBy?: ReviewSide } = {},
): Promise<void> {
  const published = await publishReview(ctx.db, bookingId, ctx.clock.now());
  const trip = await findReviewedTrip(ctx.db, bookingId);
  if (!trip || published.length === 0) return;
  await notifyListingChanged(ctx, trip.car_id);
  for (const { side } of published) {
    const reviewed = side === "renter" ? "host" : "renter";
    if (reviewed !== writtenBy) await notifySide(ctx, trip, reviewed, "review_published");
  }
}

/** Publishes every review whose sealing period is over. It may run concurrently and repeatedly. */
export async function publishUnsealed(ctx: NotifyCtx): Promise<void> {
  for (const bookingId of new Set(await findUnsealed(ctx.db, AT_ONCE, ctx.clock.now())))
    await oneByOne(ctx, bookingId, async (tx) => {
      await publishBooking(tx, bookingId);
      const trip = await findReviewedTrip(tx.db, bookingId);
      if (trip)
        await publishLive(
          tx,
          [personalTopic(trip.renter_id), personalTopic(trip.host_id)],
          "reviews",
          bookingId,
        );
    });
}

/** Asks both sides of a completed trip for a review, and reminds them before the period ends. */
export async function requestReviews(ctx: NotifyCtx): Promise<void> {
  const due = reviewRequestsDue(ctx.clock.now());
  if (!due) return;
  for (const what of ["review_request", "review_reminder"] as const)
    for (const { booking_id, side } of await findDueReviewRequests(ctx.db, {
      ...due[what],
      key: what,
      limit: AT_ONCE,
    }))
      await oneByOne(ctx, booking_id, async (tx) => {
        const trip = await findReviewedTrip(tx.db, booking_id);
        const rows = await findOfBooking(tx.db, booking_id);
        if (trip && !rows.some((row) => row.side === side)) await notifySide(tx, trip, side, what);
      });
}

/** A failure does not stop the others, and is retried by the next run. */
async function oneByOne(
  ctx: NotifyCtx,
  bookingId: string,
  work: (tx: NotifyCtx) => Promise<void>,
): Promise<void> {
  try {
    await inTransaction(ctx, async (tx) => {
      await lockReviewedTrip(tx.db, bookingId);
      await work(tx);
    });
  } catch (error) {
    ctx.log.error({ err: error, booking: bookingId }, "review");
  }
}
