// The booking life cycle: every state and the one table of transitions between them (product.md,
// Booking and payment). A booking changes only through this table. Locking, audit rows and calls to
// the payment provider belong to the server. Deadlines are in booking-deadlines.ts, lists and
// badges in booking-lists.ts.

import {
  completesAt,
  hostMayCancelUntil,
  lapsesAt,
  RENTER_CANCELLATION_HOURS,
  renterMayCancelUntil,
} from "./booking-deadlines.ts";
import { DomainError } from "../errors.ts";
import type { BookingMode } from "../listing/listing.ts";
import { isOut, tripEndDay, tripPhase, type TripTimes } from "../trip/trip-end.ts";

export const BOOKING_STATUSES = [
  "pending",
  "approved",
  "rejected",
  "completed",
  "cancelled",
] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

/**
 * Where the renter's money is. A cancellation refunds in full; partial refunds are made by admins.
 */
export const PAYMENT_STATUSES = [
  "unpaid",
  "authorized",
  "paid",
  "refunded",
  "partially_refunded",
  "voided",
  "failed",
  "expired",
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * Who takes a step: the booking's own renter or host, an admin, one of our jobs (system), or the
 * payment provider. `provider` means its reported status, whether from a webhook or in reply to our
 * query. The caller checks that a person is the booking's renter or host.
 */
export const ACTOR_KINDS = ["renter", "host", "admin", "system", "provider"] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** What a step changes. */
export interface BookingState {
  status: BookingStatus;
  paymentStatus: PaymentStatus;
  /**
   * The approval is stored and its capture is not settled: lapse, reject, withdraw and cancel are
   * refused.
   */
  approving: boolean;
}

/**
 * What the table needs to know about a booking. An omitted fact fails the conditions that need it.
 */
export interface BookingFacts extends BookingState, Pick<TripTimes, "period"> {
  /** When the car was picked up and returned, as the trip says. */
  trip?: Omit<TripTimes, "period">;
  /**
   * The listing's booking mode when this booking was made; "approval" once the host has to respond.
   */
  bookingMode?: BookingMode;
  /** Whether the trip waits for the operations team's decision. */
  isOnHold?: boolean;
  /** Whether a storm on the car's island affects the trip (storm/storm.ts). */
  isInStorm?: boolean;
  /** Whether the car is on the site now: approved, active and not deleted. */
  carOnSite?: boolean;
  /** When the card was authorised. */
  authorizedAt?: Date | null;
  /**
   * False once the provider has reported that the checkout session is expired (by itself or at our
   * request), or that there is none. While true, a card may still be authorised, so the dates stay
   * occupied.
   */
  checkoutOpen?: boolean;
  /** False while nobody has received the checkout session's URL, so nobody can pay. */
  addressGiven?: boolean;
}

type Condition = (booking: BookingFacts, now: Date) => boolean;

const lapseDue: Condition = ({ authorizedAt, period }, now) =>
  authorizedAt != null && now >= lapsesAt({ authorizedAt, period });

/** The conditions that the table refers to. */
const CONDITIONS = {
  /**
   * Instant book applies while the car is on the site and the host can still cancel. After that the
   * booking is a request, which has lapsed by then.
   */
  instant_book: ({ bookingMode, carOnSite, period }, now) =>
    bookingMode === "instant" && carOnSite === true && now < hostMayCancelUntil(period),
  approval_required: ({ bookingMode, carOnSite, period }, now) =>
    bookingMode === "approval" ||
    (bookingMode === "instant" &&
      (carOnSite === false || (carOnSite === true && now >= hostMayCancelUntil(period)))),
  /**
   * Ensures that exactly one of approval and lapse is possible at any instant, however late the job
   * runs.
   */
  before_lapse: (booking, now) => booking.authorizedAt != null && !lapseDue(booking, now),
  lapse_due: lapseDue,
  checkout_closed: ({ checkoutOpen }) => checkoutOpen === false,
  address_unknown: ({ addressGiven }) => addressGiven === false,
  // In a storm, the renter has as long as the host.
  renter_in_time: ({ period, trip, isInStorm }, now) =>
    now < renterMayCancelUntil(period) ||
    (isInStorm === true && trip?.pickedUpAt === null && now < hostMayCancelUntil(period)),
  // Once the renter has had the car, a full refund would make the trip free.
  host_in_time: ({ period, trip }, now) =>
    trip !== undefined && trip.pickedUpAt === null && now < hostMayCancelUntil(period),
  not_begun: ({ period, trip }, now) =>
    trip !== undefined && tripPhase({ period, ...trip }, now) === "ahead",
  completion_due: ({ period, trip }, now) => {
    const endDay = trip ? tripEndDay({ period, ...trip }) : null;
    return endDay !== null && now >= completesAt(endDay);
  },
} satisfies Record<string, Condition>;
export type ConditionName = keyof typeof CONDITIONS;

/** One step of a booking's life. An omitted `approving` means false. */
export interface Transition {
  /** Null: there is no booking yet. */
  readonly from: {
    readonly status: readonly BookingStatus[];
    readonly paymentStatus: readonly PaymentStatus[];
    readonly approving?: true;
  } | null;
  /** Omitted fields stay as they were. */
  readonly to: {
    readonly status?: BookingStatus;
    readonly paymentStatus?: PaymentStatus;
    readonly approving?: true;
  };
  readonly who: readonly ActorKind[];
  readonly condition: ConditionName | null;
  readonly effect: {
    /** What to request from the payment provider. Recorded with the step, requested after it. */
    readonly provider: "capture" | "void" | "refund" | "expire" | "none";
    /** What happens to the dates: occupied from now on, left as they are, or freed. */
    readonly calendar: "occupy" | "keep" | "free";
  };
}

/** The card was charged and we still have some of the money. */
const CHARGED = ["paid", "partially_refunded"] as const;

/** Whether the card was charged, even if everything was refunded since. */
export const isBookingCharged = (status: PaymentStatus): boolean =>
  status === "paid" || status === "partially_refunded" || status === "refunded";

/** Every possible step. Any other change is refused. */
export const TRANSITIONS = {
  // The hold occupies the dates while a checkout is open.
  create: {
    from: null,
    to: { status: "pending", paymentStatus: "unpaid" },
    who: ["renter"],
    condition: null,
    effect: { provider: "none", calendar: "occupy" },
  },
  // A hold ends only when the provider reports that its session is over. A job (system) may query
  // that status.
  expire_hold: {
    from: { status: ["pending"], paymentStatus: ["unpaid"] },
    to: { status: "cancelled", paymentStatus: "expired" },
    who: ["provider", "system"],
    condition: "checkout_closed",
    effect: { provider: "none", calendar: "free" },
  },
  // The renter releases the dates or has chosen other dates of the car. The provider ends the
  // session first.
  replace_hold: {
    from: { status: ["pending"], paymentStatus: ["unpaid"] },
    to: { status: "cancelled", paymentStatus: "expired" },
    who: ["renter"],
    condition: "checkout_closed",
    effect: { provider: "none", calendar: "free" },
  },
  // The checkout did not open, or the hold that it was to replace did not end.
  withdraw_checkout: {
    from: { status: ["pending"], paymentStatus: ["unpaid"] },
    to: { status: "cancelled", paymentStatus: "expired" },
    who: ["renter", "system", "provider"],
    condition: "address_unknown",
    effect: { provider: "expire", calendar: "free" },
  },
  // The provider does not know the session, so nobody can pay it.
  lose_session: {
    from: { status: ["pending"], paymentStatus: ["unpaid"] },
    to: { status: "cancelled", paymentStatus: "expired" },
    who: ["provider"],
    condition: "checkout_closed",
    effect: { provider: "none", calendar: "free" },
  },

  // The card is authorised. Instant book is an approval in advance, so the approval is stored in
  // the same step. If the car has left the site since the checkout began, the booking becomes a
  // request.
  authorise_for_instant_book: {
    from: { status: ["pending"], paymentStatus: ["unpaid"] },
    to: { status: "pending", paymentStatus: "authorized", approving: true },
    who: ["provider"],
    condition: "instant_book",
    effect: { provider: "capture", calendar: "keep" },
  },
  authorise_for_request: {
    from: { status: ["pending"], paymentStatus: ["unpaid"] },
    to: { status: "pending", paymentStatus: "authorized" },
    who: ["provider"],
    condition: "approval_required",
    effect: { provider: "none", calendar: "keep" },
  },
  // The dates are taken: the card is released and the renter notified. The booking no longer counts
  // as an abandoned checkout, so it is listed.
  void_late_authorisation: {
    from: { status: ["cancelled"], paymentStatus: ["expired"] },
    to: { status: "cancelled", paymentStatus: "voided" },
    who: ["provider"],
    condition: null,
    effect: { provider: "void", calendar: "keep" },
  },

  // How a request ends: the host's response, the renter's withdrawal, or no response in time.
  request_approval: {
    from: { status: ["pending"], paymentStatus: ["authorized"] },
    to: { status: "pending", paymentStatus: "authorized", approving: true },
    who: ["host", "admin"],
    condition: "before_lapse",
    effect: { provider: "capture", calendar: "keep" },
  },
  reject: {
    from: { status: ["pending"], paymentStatus: ["authorized"] },
    to: { status: "rejected", paymentStatus: "voided" },
    who: ["host", "admin"],
    condition: null,
    effect: { provider: "void", calendar: "free" },
  },
  // The renter may change their mind at any time before the response.
  withdraw_request: {
    from: { status: ["pending"], paymentStatus: ["authorized"] },
    to: { status: "cancelled", paymentStatus: "voided" },
    who: ["renter"],
    condition: null,
    effect: { provider: "void", calendar: "free" },
  },
  lapse: {
    from: { status: ["pending"], paymentStatus: ["authorized"] },
    to: { status: "cancelled", paymentStatus: "voided" },
    who: ["system"],
    condition: "lapse_due",
    effect: { provider: "void", calendar: "free" },
  },

  // The capture is settled. A timeout is neither outcome: the provider is queried again.
  capture_succeeded: {
    from: { status: ["pending"], paymentStatus: ["authorized"], approving: true },
    to: { status: "approved", paymentStatus: "paid" },
    who: ["provider"],
    condition: null,
    effect: { provider: "none", calendar: "keep" },
  },
  capture_refused: {
    from: { status: ["pending"], paymentStatus: ["authorized"], approving: true },
    to: { status: "cancelled", paymentStatus: "failed" },
    who: ["provider"],
    condition: null,
    effect: { provider: "none", calendar: "free" },
  },

  // Cancelling frees the dates immediately and requests a refund of everything not yet refunded.
  // Until the provider makes the refund, which is retried if refused, the payment status stays and
  // is shown as "refund pending".
  cancel_by_renter: {
    from: { status: ["approved"], paymentStatus: CHARGED },
    to: { status: "cancelled" },
    who: ["renter"],
    condition: "renter_in_time",
    effect: { provider: "refund", calendar: "free" },
  },
  cancel_by_host: {
    from: { status: ["approved"], paymentStatus: CHARGED },
    to: { status: "cancelled" },
    who: ["host"],
    condition: "host_in_time",
    effect: { provider: "refund", calendar: "free" },
  },
  cancel_by_admin: {
    from: { status: ["approved"], paymentStatus: CHARGED },
    to: { status: "cancelled" },
    who: ["admin"],
    condition: null,
    effect: { provider: "refund", calendar: "free" },
  },

  // The renter's bank has taken the whole payment back before the trip began: nothing is left to
  // refund, and the trip does not take place.
  cancel_for_dispute: {
    from: { status: ["approved"], paymentStatus: CHARGED },
    to: { status: "cancelled" },
    who: ["provider"],
    condition: "not_begun",
    effect: { provider: "none", calendar: "free" },
  },

  // The bank has returned money of a cancelled booking after an appeal: the renter gets it, because
  // the trip did not take place.
  refund_after_appeal: {
    from: { status: ["cancelled"], paymentStatus: CHARGED },
    to: {},
    who: ["provider"],
    condition: null,
    effect: { provider: "refund", calendar: "keep" },
  },

  // An admin refunds a part and the booking status stays. A completed booking may be refunded in
  // full this way.
  refund_in_part: {
    from: { status: ["approved", "completed"], paymentStatus: CHARGED },
    to: {},
    who: ["admin"],
    condition: null,
    effect: { provider: "refund", calendar: "keep" },
  },
  // The provider has refunded a part, or the rest. A refund that only returned credit is made by
  // the system, at once.
  refund_in_part_succeeded: {
    from: { status: ["approved", "completed", "cancelled"], paymentStatus: CHARGED },
    to: { paymentStatus: "partially_refunded" },
    who: ["provider", "system"],
    condition: null,
    effect: { provider: "none", calendar: "keep" },
  },
  refund_succeeded: {
    from: { status: ["completed", "cancelled"], paymentStatus: CHARGED },
    to: { paymentStatus: "refunded" },
    who: ["provider", "system"],
    condition: null,
    effect: { provider: "none", calendar: "keep" },
  },

  // A dispute whose loss had settled refunds was won on appeal, so the provider has to make those
  // refunds after all.
  refund_taken_back: {
    from: {
      status: ["approved", "completed", "cancelled"],
      paymentStatus: ["partially_refunded", "refunded"],
    },
    to: { paymentStatus: "paid" },
    who: ["provider"],
    condition: null,
    effect: { provider: "none", calendar: "keep" },
  },
  refund_taken_back_in_part: {
    from: {
      status: ["approved", "completed", "cancelled"],
      paymentStatus: ["partially_refunded", "refunded"],
    },
    to: { paymentStatus: "partially_refunded" },
    who: ["provider"],
    condition: null,
    effect: { provider: "none", calendar: "keep" },
  },

  complete: {
    from: { status: ["approved"], paymentStatus: CHARGED },
    to: { status: "completed" },
    who: ["system"],
    condition: "completion_due",
    effect: { provider: "none", calendar: "keep" },
  },
} as const satisfies Record<string, Transition>;
export type TransitionName = keyof typeof TRANSITIONS;

/** The booking (null for `create`), the actor and the time of a step. */
export interface TransitionRequest {
  booking: BookingFacts | null;
  actorKind: ActorKind;
  now: Date;
}

export type TransitionVerdict =
  { ok: true } | { ok: false; code: "transition_refused" | "cancellation_too_late" | "car_is_out" };

/**
 * Whether a step may be taken. Returns `cancellation_too_late` only if time is the sole obstacle; a
 * wrong state, a wrong actor and any other unmet condition are `transition_refused`; `car_is_out`
 * if the host can't cancel because the renter has the car.
 */
export function canTransition(
  name: TransitionName,
  { booking, actorKind, now }: TransitionRequest,
): TransitionVerdict {
  const { from, who, condition }: Transition = TRANSITIONS[name];
  const refused = { ok: false, code: "transition_refused" } as const;
  if (!who.includes(actorKind)) return refused;
  if (from === null || booking === null) return from === booking ? { ok: true } : refused;
  const fits =
    from.status.includes(booking.status) &&
    from.paymentStatus.includes(booking.paymentStatus) &&
    booking.approving === (from.approving ?? false);
  if (!fits) return refused;
  if (condition === null || CONDITIONS[condition](booking, now)) return { ok: true };
  if (condition === "host_in_time" && booking.trip && isOut(booking.trip))
    return { ok: false, code: "car_is_out" };
  return condition === "renter_in_time" || condition === "host_in_time"
    ? { ok: false, code: "cancellation_too_late" }
    : refused;
}

/**
 * The state after a step.
 * @throws DomainError transition_refused, car_is_out, or cancellation_too_late with the hours
 * before the start by which the actor had to cancel (0 for hosts, who have the whole start date)
 */
export function applyTransition(name: TransitionName, request: TransitionRequest): BookingState {
  const verdict = canTransition(name, request);
  if (!verdict.ok && verdict.code === "cancellation_too_late")
    throw new DomainError(verdict.code, {
      hours: name === "cancel_by_renter" ? RENTER_CANCELLATION_HOURS : 0,
    });
  if (!verdict.ok && verdict.code === "car_is_out") throw new DomainError(verdict.code);
  if (!verdict.ok)
    throw new DomainError("transition_refused", {
      transition: name,
      status: request.booking?.status ?? "none",
      payment_status: request.booking?.paymentStatus ?? "none",
    });
  const { to }: Transition = TRANSITIONS[name];
  const { status, paymentStatus } = { ...request.booking, ...to };
  if (!status || !paymentStatus) throw new Error(`${name} leads to no state`);
  return { status, paymentStatus, approving: to.approving ?? false };
}

/**
 * The step to take when a card is reported as authorised, or null when there is none: a booking
 * past its hold has already received that report, or was settled in a way that releases or charges
 * the card.
 */
export function transitionOnAuthorisation(booking: BookingFacts, now: Date): TransitionName | null {
  if (booking.status === "pending" && booking.paymentStatus === "unpaid")
    return CONDITIONS.instant_book(booking, now)
      ? "authorise_for_instant_book"
      : "authorise_for_request";
  return booking.status === "cancelled" && booking.paymentStatus === "expired"
    ? "void_late_authorisation"
    : null;
}
