// Publishes sealed reviews, and notifies people of reviews: requested, written by the other side,
// published, answered.
import { todayInNassau } from "../../../domain/calendar/dates.ts";
import { personalTopic } from "../../../domain/live.ts";
import { reviewRequestsDue, type ReviewSide } from "../../../domain/booking/review.ts";
import { inTransaction, type Ctx } from "../../platform/context.ts";
import { notifyListingChanged } from "../../platform/realtime/events.ts";
import { publishLive } from "../../platform/realtime/publish-live.ts";
import { notify } from "../notifications/notifications.service.ts";
import { MAILS, type ReviewMail } from "./reviews.mails.ts";
import {
  findOfBooking,
  findStay,
  findToAsk,
  findUnsealed,
  isThere,
  lockStay,
  publish,
  type ReviewRow,
  type Stay,
} from "./reviews.repository.ts";

const AT_ONCE = 500;

/** The page where a person writes and reads the reviews of a booking. */
const pathOf = (side: ReviewSide, bookingId: string) =>
  `${side === "renter" ? "/bookings" : "/host/bookings"}?review=${bookingId}` as const;

/**
 * Notifies one side of a booking, unless the person has left.
 * @param event differs from `what` where it may happen more than once
 */
async function tell(
  ctx: Ctx,
  stay: Stay,
  side: ReviewSide,
  what: ReviewMail,
  event: string = what,
): Promise<void> {
  const to = stay[`${side}_id`];
  if (!(await isThere(ctx.db, to))) return;
  const path = pathOf(side, stay.id);
  await notify(ctx, {
    to,
    kind: "review",
    key: `booking:${stay.id}:${event}`,
    about: `${stay.year} ${stay.make} ${stay.model}`,
    path,
    mail: MAILS[what](
      { ...stay, today: todayInNassau(ctx.clock.now()) },
      side,
      ctx.publicUrl() + path,
    ),
  });
}

/** Notifies the other side that it was reviewed. */
export const notifyReviewed = (ctx: Ctx, stay: Stay, by: ReviewSide): Promise<void> =>
  tell(ctx, stay, by === "renter" ? "host" : "renter", "review_written");

export const notifyAnswered = (
  ctx: Ctx,
  stay: Stay,
  review: Pick<ReviewRow, "side">,
): Promise<void> => tell(ctx, stay, review.side, "review_answered");

/**
 * Publishes a booking's sealed reviews and notifies the reviewed people, except `writtenBy`, who
 * sees it on the screen. Call it with the booking locked.
 */
export async function publishBooking(
  ctx: Ctx,
  bookingId: string,
  { writtenBy }: { writtenBy?: ReviewSide } = {},
): Promise<void> {
  const published = await publish(ctx.db, bookingId, ctx.clock.now());
  const stay = await findStay(ctx.db, bookingId);
  if (!stay || published.length === 0) return;
  await notifyListingChanged(ctx, stay.car_id);
  for (const { side } of published) {
    const reviewed = side === "renter" ? "host" : "renter";
    if (reviewed !== writtenBy) await tell(ctx, stay, reviewed, "review_published");
  }
}

/** Publishes every review whose sealing period is over. It may run concurrently and repeatedly. */
export async function publishUnsealed(ctx: Ctx): Promise<void> {
  for (const bookingId of new Set(await findUnsealed(ctx.db, AT_ONCE, ctx.clock.now())))
    await oneByOne(ctx, bookingId, async (tx) => {
      await publishBooking(tx, bookingId);
      const stay = await findStay(tx.db, bookingId);
      if (stay)
        await publishLive(
          tx,
          [personalTopic(stay.renter_id), personalTopic(stay.host_id)],
          "reviews",
          bookingId,
        );
    });
}

/** Asks both sides of a completed trip for a review, and reminds them before the period ends. */
export async function askForReviews(ctx: Ctx): Promise<void> {
  const asked = reviewRequestsDue(ctx.clock.now());
  if (!asked) return;
  for (const what of ["review_request", "review_reminder"] as const)
    for (const { booking_id, side } of await findToAsk(ctx.db, {
      ...asked[what],
      key: what,
      limit: AT_ONCE,
    }))
      await oneByOne(ctx, booking_id, async (tx) => {
        const stay = await findStay(tx.db, booking_id);
        const rows = await findOfBooking(tx.db, booking_id);
        if (stay && !rows.some((row) => row.side === side)) await tell(tx, stay, side, what);
      });
}

/** A failure does not stop the others, and is retried by the next run. */
async function oneByOne(
  ctx: Ctx,
  bookingId: string,
  work: (tx: Ctx) => Promise<void>,
): Promise<void> {
  try {
    await inTransaction(ctx, async (tx) => {
      await lockStay(tx.db, bookingId);
      await work(tx);
    });
  } catch (error) {
    ctx.log.error({ err: error, booking: bookingId }, "review");
  }
}
