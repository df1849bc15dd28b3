// The steps of each demo booking, taken through the domain's transition table, so that none is in
// an impossible state.
import {
  applyTransition,
  type ActorKind,
  type BookingState,
  type TransitionName,
} from "../../domain/booking/booking.ts";
import {
  completesAt,
  lapsesAt,
  renterMayCancelUntil,
} from "../../domain/booking/booking-deadlines.ts";
import { startOfDayInNassau } from "../../domain/calendar/dates.ts";
import { demoNumber } from "./seeded-random.ts";
import type { Trip } from "./trips.ts";

export interface HistoryStep {
  name: TransitionName;
  by: ActorKind;
  at: Date;
  before: BookingState | null;
  after: BookingState;
}

export interface TripHistory {
  trip: Trip;
  createdAt: Date;
  authorizedAt: Date;
  lapsesAt: Date;
  steps: HistoryStep[];
  state: BookingState;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const later = (instant: Date, ms: number): Date => new Date(instant.getTime() + ms);
const between = (from: Date, to: Date): Date => new Date((from.getTime() + to.getTime()) / 2);
const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

/** A few days before the start and always in the past; an open request was made today. */
function bookedAt({ name, days, outcome }: Trip, now: Date): Date {
  if (outcome === "requested") return later(now, -demoNumber(60, 480, "asked", name) * MINUTE_MS);
  const ahead = later(
    startOfDayInNassau(days.start),
    -demoNumber(3 * 24 * 60, 25 * 24 * 60, "ahead", name) * MINUTE_MS,
  );
  return earlier(ahead, later(now, -demoNumber(1, 9, "ago", name) * DAY_MS));
}

/** The steps of a rental up to now. */
export function toTripHistory(trip: Trip, now: Date): TripHistory {
  const { days, outcome, car } = trip;
  const createdAt = bookedAt(trip, now);
  const authorizedAt = later(createdAt, 2 * MINUTE_MS);
  const lapse = lapsesAt({ authorizedAt, period: days });
  const steps: HistoryStep[] = [];
  const take = (name: TransitionName, by: ActorKind, at: Date): void => {
    const before = steps.at(-1)?.after ?? null;
    const booking = before && {
      ...before,
      period: days,
      bookingMode: car.mode,
      carOnSite: true,
      trip: { pickedUpAt: null, returnedAt: null },
      authorizedAt,
    };
    steps.push({
      name,
      by,
      at,
      before,
      after: applyTransition(name, { booking, actorKind: by, now: at }),
    });
  };

  take("create", "renter", createdAt);
  take(
    car.mode === "instant" ? "authorise_for_instant_book" : "authorise_for_request",
    "provider",
    authorizedAt,
  );
  if (outcome === "rejected") take("reject", "host", later(authorizedAt, 5 * HOUR_MS));
  if (outcome === "lapsed") take("lapse", "system", lapse);
  if (outcome === "completed" || outcome === "booked" || outcome.startsWith("cancelled")) {
    const approvedAt = car.mode === "instant" ? authorizedAt : later(authorizedAt, 3 * HOUR_MS);
    if (car.mode === "approval") take("request_approval", "host", approvedAt);
    take("capture_succeeded", "provider", later(approvedAt, 3000));
    const cancelledAt = between(approvedAt, earlier(now, renterMayCancelUntil(days)));
    if (outcome === "cancelled_by_renter") take("cancel_by_renter", "renter", cancelledAt);
    if (outcome === "cancelled_by_host") take("cancel_by_host", "host", cancelledAt);
    if (outcome.startsWith("cancelled"))
      take("refund_succeeded", "provider", later(cancelledAt, 4000));
  }
  if (outcome === "completed") take("complete", "system", completesAt(days.end));
  return { trip, createdAt, authorizedAt, lapsesAt: lapse, steps, state: steps.at(-1)!.after };
}
