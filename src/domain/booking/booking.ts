// The life of a booking: every state it can be in and the ONE table of the steps between them (product.md, Booking
// and payment). A booking changes only through this table; locking, audit rows and the calls to the payment provider
// belong to the server. Instants and limits are in booking-deadlines.ts, lists and badges in booking-lists.ts.

import {
  completesAt,
  hostMayCancelUntil,
  lapsesAt,
  RENTER_CANCELLATION_HOURS,
  renterMayCancelUntil,
} from "./booking-deadlines.ts";
import type { CalendarDate } from "../calendar/dates.ts";
import { DomainError } from "../errors.ts";
import type { BookingMode } from "../listing/listing.ts";

export const BOOKING_STATUSES = ["pending", "approved", "rejected", "completed", "cancelled"] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

/** Where the renter's money is. Cancellations refund in full; parts are refunded by admins. */
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
 * Who takes a step: the booking's own renter or host, an admin, one of our jobs (system), or the payment provider.
 * `provider` stands for its word, whether a webhook brought it or it answered a question of ours. That a person is
 * the booking's renter or host is for the caller to know.
 */
export const ACTOR_KINDS = ["renter", "host", "admin", "system", "provider"] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** What a step changes. */
export interface BookingState {
  status: BookingStatus;
  paymentStatus: PaymentStatus;
  /** The wish to approve is stored and the capture is not settled: lapse, reject and cancel leave the booking alone. */
  approving: boolean;
}

/** What the table needs to know of a booking. A fact that is left out fails the conditions that ask for it. */
export interface BookingFacts extends BookingState {
  startDate: CalendarDate;
  endDate: CalendarDate;
  /** How the listing took bookings when this one was made; approval from the moment that somebody has to answer. */
  bookingMode?: BookingMode;
  /** Whether the car stands on the site now: approved, switched on, not deleted. */
  carOnSite?: boolean;
  /** When the card was authorised. */
  authorizedAt?: Date | null;
  /**
   * False once the provider has said that the checkout session is
   * expired (by itself or at our request), or that there is none.
   * While true a card may still be authorised, so the dates stay held.
   */
  checkoutOpen?: boolean;
  /**
   * False while nobody has been given the address of the
   * checkout session, so that nobody can pay it.
   */
  addressGiven?: boolean;
}

type Condition = (booking: BookingFacts, now: Date) => boolean;

const lapseDue: Condition = ({ authorizedAt, startDate }, now) =>
  authorizedAt != null && now >= lapsesAt({ authorizedAt, startDate });

/** The conditions that the table names. */
const CONDITIONS = {
  /**
   * A standing approval holds as long as the car is on the site and its host could still cancel; afterwards it is a request, which ends
   * with the start date.
   */
  instant_book: ({ bookingMode, carOnSite, startDate }, now) =>
    bookingMode === "instant" && carOnSite === true && now < hostMayCancelUntil(startDate),
  approval_required: ({ bookingMode, carOnSite, startDate }, now) =>
    bookingMode === "approval" ||
    (bookingMode === "instant" &&
      (carOnSite === false || (carOnSite === true && now >= hostMayCancelUntil(startDate)))),
  /** So that of approval and lapse exactly one is possible at any instant, however late the lapsing job runs. */
  before_lapse: (booking, now) => booking.authorizedAt != null && !lapseDue(booking, now),
  lapse_due: lapseDue,
  checkout_closed: ({ checkoutOpen }) => checkoutOpen === false,
  address_unknown: ({ addressGiven }) => addressGiven === false,
  renter_in_time: ({ startDate }, now) => now < renterMayCancelUntil(startDate),
  host_in_time: ({ startDate }, now) => now < hostMayCancelUntil(startDate),
  completion_due: ({ endDate }, now) => now >= completesAt(endDate),
} satisfies Record<string, Condition>;
export type ConditionName = keyof typeof CONDITIONS;

/** One step of a booking's life. `approving` is false where it is not written. */
export interface Transition {
  /** Null: there is no booking yet. */
  readonly from: {
    readonly status: readonly BookingStatus[];
    readonly paymentStatus: readonly PaymentStatus[];
    readonly approving?: true;
  } | null;
  /** What is not named stays as it was. */
  readonly to: { readonly status?: BookingStatus; readonly paymentStatus?: PaymentStatus; readonly approving?: true };
  readonly who: readonly ActorKind[];
  readonly condition: ConditionName | null;
  readonly effect: {
    /** What is asked of the payment provider; recorded with the step, asked after it. */
    readonly provider: "capture" | "void" | "refund" | "expire" | "none";
    /** What becomes of the dates: occupied from now on, left as they are, or given back. */
    readonly calendar: "occupy" | "keep" | "free";
  };
}

/** The card was charged and something of it is still with us. */
const CHARGED = ["paid", "partially_refunded"] as const;

/** Every step there is. What is not here cannot happen. */
export const TRANSITIONS = {
  // The hold: dates are taken while a checkout is open.
  create: {
    from: null,
    to: { status: "pending", paymentStatus: "unpaid" },
    who: ["renter"],
    condition: null,
    effect: { provider: "none", calendar: "occupy" },
  },
  // A hold ends only on the provider's word that its session is over; the word may be fetched by a job (system).
  expire_hold: {
    from: { status: ["pending"], paymentStatus: ["unpaid"] },
    to: { status: "cancelled", paymentStatus: "expired" },
    who: ["provider", "system"],
    condition: "checkout_closed",
    effect: { provider: "none", calendar: "free" },
  },
  // The renter gives the dates back, or has taken other
  // dates of the car. The provider ends the session first.
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
  // The provider knows no such session, so nobody can pay it.
  lose_session: {
    from: { status: ["pending"], paymentStatus: ["unpaid"] },
    to: { status: "cancelled", paymentStatus: "expired" },
    who: ["provider"],
    condition: "checkout_closed",
    effect: { provider: "none", calendar: "free" },
  },

  // The card is authorised.
  // Instant book is the host's standing approval: the wish to approve is stored in the same step. Of a car that has left
  // the site since the checkout began it is a request.
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
  // The dates are gone: the card is released and the renter told. It is no abandoned checkout any more, so it is listed.
  void_late_authorisation: {
    from: { status: ["cancelled"], paymentStatus: ["expired"] },
    to: { status: "cancelled", paymentStatus: "voided" },
    who: ["provider"],
    condition: null,
    effect: { provider: "void", calendar: "keep" },
  },

  // The answer to a request.
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
  lapse: {
    from: { status: ["pending"], paymentStatus: ["authorized"] },
    to: { status: "cancelled", paymentStatus: "voided" },
    who: ["system"],
    condition: "lapse_due",
    effect: { provider: "void", calendar: "free" },
  },

  // The capture is settled. A time-out is neither of the two: the provider is asked again.
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

  // Cancelling frees the dates at once and asks for all that was not given back before. Until the provider has made it,
  // the payment stays as it was, shown as "refund pending"; a refusal leaves it so, to be tried again.
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

  // An admin gives a part back; the booking stays what it is. Of a completed one the parts may come to all of it.
  refund_in_part: {
    from: { status: ["approved", "completed"], paymentStatus: CHARGED },
    to: {},
    who: ["admin"],
    condition: null,
    effect: { provider: "refund", calendar: "keep" },
  },
  // The provider has given back a part, or what was left.
  refund_in_part_succeeded: {
    from: { status: ["approved", "completed", "cancelled"], paymentStatus: CHARGED },
    to: { paymentStatus: "partially_refunded" },
    who: ["provider"],
    condition: null,
    effect: { provider: "none", calendar: "keep" },
  },
  refund_succeeded: {
    from: { status: ["completed", "cancelled"], paymentStatus: CHARGED },
    to: { paymentStatus: "refunded" },
    who: ["provider"],
    condition: null,
    effect: { provider: "none", calendar: "keep" },
  },

  // An appeal has turned a dispute whose loss had settled refunds: they are the provider's to make after all.
  refund_taken_back: {
    from: { status: ["approved", "completed", "cancelled"], paymentStatus: ["partially_refunded", "refunded"] },
    to: { paymentStatus: "paid" },
    who: ["provider"],
    condition: null,
    effect: { provider: "none", calendar: "keep" },
  },
  refund_taken_back_in_part: {
    from: { status: ["approved", "completed", "cancelled"], paymentStatus: ["partially_refunded", "refunded"] },
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

/** Who wants to take a step, on what booking (null for `create`), and when. */
export interface TransitionRequest {
  booking: BookingFacts | null;
  actorKind: ActorKind;
  now: Date;
}

export type TransitionVerdict = { ok: true } | { ok: false; code: "transition_refused" | "cancellation_too_late" };

/**
 * Whether a step may be taken. `cancellation_too_late` is said only where nothing but the time stands against it;
 * a wrong state, a wrong actor and any other unmet condition are `transition_refused`.
 */
export function canTransition(name: TransitionName, { booking, actorKind, now }: TransitionRequest): TransitionVerdict {
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
  return condition === "renter_in_time" || condition === "host_in_time"
    ? { ok: false, code: "cancellation_too_late" }
    : refused;
}

/**
 * The state after a step. Throws transition_refused, or cancellation_too_late with the hours before the start until
 * which the actor could have cancelled (a host's are 0, though the whole start date is still allowed).
 */
export function applyTransition(name: TransitionName, request: TransitionRequest): BookingState {
  const verdict = canTransition(name, request);
  if (!verdict.ok && verdict.code === "cancellation_too_late")
    throw new DomainError(verdict.code, { hours: name === "cancel_by_renter" ? RENTER_CANCELLATION_HOURS : 0 });
  if (!verdict.ok)
    throw new DomainError(verdict.code, {
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
 * The step that news of an authorised card calls for, or null when it is no news: a booking past its hold has
 * heard of it before, or has been settled in a way that already releases or charges the card.
 */
export function transitionOnAuthorisation(booking: BookingFacts, now: Date): TransitionName | null {
  if (booking.status === "pending" && booking.paymentStatus === "unpaid")
    return CONDITIONS.instant_book(booking, now) ? "authorise_for_instant_book" : "authorise_for_request";
  return booking.status === "cancelled" && booking.paymentStatus === "expired" ? "void_late_authorisation" : null;
}
