// The demo's reviews, written by the real services with a clock set to the past.
import { reviewsEndAt } from "../../domain/review/review.ts";
import { startOfDayInNassau, todayInNassau } from "../../domain/calendar/dates.ts";
import { requestReviews, publishUnsealed } from "../modules/reviews/publishing.service.ts";
import { reportReview } from "../modules/reviews/reports.service.ts";
import {
  answerReview,
  readBookingReviews,
  writeReview,
} from "../modules/reviews/reviews.service.ts";
import { fixedClock } from "../platform/clock.ts";
import type { Ctx, User } from "../platform/context.ts";
import { REVIEW_TEXTS } from "./review-texts.ts";
import { demoId } from "./seeded-random.ts";
import { demoTrips } from "./trips.ts";

const HOUR_MS = 3_600_000;

/** Call it in the transaction that has written bookings. */
export async function writeReviews(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  // Sends no email about the past and lifts the hourly limit, as all reviews are written now.
  const at = (instant: number): Ctx => ({
    ...ctx,
    config: { ...ctx.config, unlimited: true },
    clock: fixedClock(new Date(Math.min(instant, now.getTime()))),
    jobs: { ...ctx.jobs, send: async () => {} },
  });
  const trips = new Map(demoTrips(todayInNassau(now)).map((trip) => [trip.name, trip]));
  for (const { trip: name, ofCar, ofRenter, answer, reported } of REVIEW_TEXTS) {
    const trip = trips.get(name);
    if (trip?.outcome !== "completed") continue;
    const bookingId = demoId("booking", name);
    const person = (key: string): User => ({
      id: demoId("person", key),
      sessionId: "",
      signedInAt: "",
      roles: ["renter"],
    });
    const [renter, host] = [person(trip.renter), person(trip.car.host)];
    const end = reviewsEndAt(trip.days.end);
    const begin = startOfDayInNassau(trip.days.end).getTime() + 24 * HOUR_MS;
    if (ofCar) {
      const [cleanliness, condition, communication, value] = ofCar.scores;
      const scores = { cleanliness, condition, communication, value };
      await writeReview(at(begin + 11 * HOUR_MS), renter, bookingId, { ...ofCar, scores });
    }
    if (ofRenter) await writeReview(at(begin + 30 * HOUR_MS), host, bookingId, ofRenter);
    if (now >= end) await publishUnsealed(at(end.getTime()));
    const { theirs } = await readBookingReviews(at(now.getTime()), host, bookingId);
    if (theirs && answer) await answerReview(at(begin + 50 * HOUR_MS), host, theirs.id, answer);
    if (theirs && reported)
      await reportReview(at(now.getTime() - 5 * HOUR_MS), host, theirs.id, reported);
  }
  // People who were due a review request by now have received it, without an email.
  await requestReviews(at(startOfDayInNassau(todayInNassau(now)).getTime() - 10 * HOUR_MS));
}
