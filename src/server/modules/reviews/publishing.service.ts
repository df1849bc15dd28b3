// Publishes what was sealed, and tells people of reviews: that they may write, that the other side has, that theirs is public, answered.
import { todayInNassau } from "../../../domain/calendar/dates.ts";
import { personalTopic } from "../../../domain/live.ts";
import { asksAbout, type ReviewSide } from "../../../domain/booking/review.ts";
import { inTransaction, type Ctx } from "../../platform/context.ts";
import { notifyListingChanged } from "../../platform/realtime/events.ts";
import { tellLive } from "../../platform/realtime/publish-live.ts";
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

/** Where somebody writes and reads the reviews of a booking. */
const pathOf = (side: ReviewSide, bookingId: string) =>
  `${side === "renter" ? "/bookings" : "/host/bookings"}?review=${bookingId}` as const;

/** Tells one side of a booking, if it is still there. @param event with what may come again */
async function tell(ctx: Ctx, stay: Stay, side: ReviewSide, what: ReviewMail, event: string = what): Promise<void> {
  const to = stay[`${side}_id`];
  if (!(await isThere(ctx, to))) return;
  const path = pathOf(side, stay.id);
  await notify(ctx, {
    to,
    kind: "review",
    key: `booking:${stay.id}:${event}`,
    about: `${stay.year} ${stay.make} ${stay.model}`,
    path,
    mail: MAILS[what]({ ...stay, today: todayInNassau(ctx.clock.now()) }, side, ctx.publicUrl() + path),
  });
}

/** Tells the other side that it was reviewed. */
export const tellWritten = (ctx: Ctx, stay: Stay, by: ReviewSide): Promise<void> =>
  tell(ctx, stay, by === "renter" ? "host" : "renter", "review_written");

export const tellAnswered = (ctx: Ctx, stay: Stay, review: Pick<ReviewRow, "side">): Promise<void> =>
  tell(ctx, stay, review.side, "review_answered");

/**
 * Publishes what is sealed of a booking, and tells who was reviewed; `writtenBy` sees it on the screen. Call it with the stay locked.
 */
export async function publishBooking(
  ctx: Ctx,
  bookingId: string,
  { writtenBy }: { writtenBy?: ReviewSide } = {},
): Promise<void> {
  const published = await publish(ctx, bookingId);
  const stay = await findStay(ctx, bookingId);
  if (!stay || published.length === 0) return;
  await notifyListingChanged(ctx, stay.car_id);
  for (const { side } of published) {
    const reviewed = side === "renter" ? "host" : "renter";
    if (reviewed !== writtenBy) await tell(ctx, stay, reviewed, "review_published");
  }
}

/** Publishes whatever was sealed until now: any process, however often. */
export async function publishUnsealed(ctx: Ctx): Promise<void> {
  for (const bookingId of new Set(await findUnsealed(ctx, AT_ONCE)))
    await oneByOne(ctx, bookingId, async (tx) => {
      await publishBooking(tx, bookingId);
      const stay = await findStay(tx, bookingId);
      if (stay) await tellLive(tx, [personalTopic(stay.renter_id), personalTopic(stay.host_id)], "reviews", bookingId);
    });
}

/** Asks both sides of a completed trip for a review, and reminds who has not written before the time ends. */
export async function askForReviews(ctx: Ctx): Promise<void> {
  const asked = asksAbout(ctx.clock.now());
  if (!asked) return;
  for (const what of ["review_request", "review_reminder"] as const)
    for (const { booking_id, side } of await findToAsk(ctx, { ...asked[what], key: what, limit: AT_ONCE }))
      await oneByOne(ctx, booking_id, async (tx) => {
        const stay = await findStay(tx, booking_id);
        const rows = await findOfBooking(tx, booking_id);
        if (stay && !rows.some((row) => row.side === side)) await tell(tx, stay, side, what);
      });
}

/** One that fails does not stop the others, and is tried again with the next run. */
async function oneByOne(ctx: Ctx, bookingId: string, work: (tx: Ctx) => Promise<void>): Promise<void> {
  try {
    await inTransaction(ctx, async (tx) => {
      await lockStay(tx, bookingId);
      await work(tx);
    });
  } catch (error) {
    ctx.log.error({ err: error, booking: bookingId }, "review");
  }
}
