// The labels for the states of a booking and its payment, the same on every screen.
import { toRentalPeriod, type WirePeriod } from "../../../domain/booking/rental-period.ts";
import type { Booking } from "../../../contract/bookings/bookings.ts";
import { describeCountdown } from "../../../domain/booking/trip-countdown.ts";
import type { TransitionName } from "../../../domain/booking/booking.ts";
import { isOverdue, openDelay, toTripTimes } from "../../../domain/trip/trip-end.ts";
import { isInProgress, type BadgeStyle } from "../../../domain/booking/booking-lists.ts";
import {
  shownPayment,
  shownStatus,
  type ShownStatus,
} from "../../../domain/booking/shown-status.ts";
import { fromWireRange, todayInNassau, type WireRange } from "../../../domain/calendar/dates.ts";
import {
  formatDayRange,
  formatHandover,
  formatPeriod,
  formatRange,
  formatTimeOfDay,
  formatUsd,
} from "../../../domain/text/format.ts";
import { formatDelayedPickup } from "../../../domain/text/delayed-pickup.ts";
import { carName } from "../page/shared-text.ts";

/** "2020 Toyota Vitz · SD 1234": with the plate for those who may see it. */
export const describeCar = (car: Booking["car"]): string =>
  [carName(car), car.license_plate].filter(Boolean).join(" · ");

export interface BookingBadge {
  label: string;
  variant: BadgeStyle;
}

const toBadge = ({ label, style }: ShownStatus): BookingBadge => ({ label, variant: style });

/** "Approved" and its style, or "Charged back". */
export const statusBadge = ({
  status,
  dispute,
}: Pick<Booking, "status" | "dispute">): BookingBadge => toBadge(shownStatus(status, dispute));

/** "In progress" or "Overdue": the second badge beside the status. Null before and after a trip. */
export function tripBadge(
  booking: Booking,
  now: Date,
): { label: string; variant: "quiet" | "destructive" } | null {
  const trip = toTripTimes(booking);
  const { status, payment_status: paymentStatus } = booking;
  if (!isInProgress({ status, paymentStatus, ...trip }, now)) return null;
  return isOverdue(trip, now)
    ? { label: "Overdue", variant: "destructive" }
    : { label: "In progress", variant: "quiet" };
}

/** From the day of the pickup to that of the return: help on the road is at hand. */
export function isTripDay(booking: Booking, now: Date): boolean {
  if (booking.status !== "approved" || booking.returned_at !== null) return false;
  const today = todayInNassau(now);
  const { start_date, end_date, picked_up_at } = booking;
  return picked_up_at !== null || (start_date <= today && today <= end_date);
}

/** "Starts tomorrow" for an approved trip; null for any other booking and once it is over. */
export const describeTripCountdown = (booking: Booking, now: Date): string | null =>
  booking.status === "approved" ? describeCountdown(toTripTimes(booking), now) : null;

type PaymentFacts = Pick<Booking, "payment_status" | "dispute" | "approving" | "refund_pending">;

/** Paid has the default style, every other state the secondary one (specification section 3). */
export function paymentBadge(booking: PaymentFacts): BookingBadge {
  const { dispute } = booking;
  if (booking.refund_pending && !dispute) return { label: "Refund pending", variant: "secondary" };
  if (booking.approving) return { label: "Being charged", variant: "secondary" };
  return toBadge(shownPayment(booking.payment_status, dispute));
}

/**
 * The amount for the payment badge: authorised, charged, being refunded to the card, or returned
 * to card and credit ("$20.00 of $200.99"); null if no money moved. For the renter.
 */
export function paymentAmount(
  booking: PaymentFacts &
    Pick<
      Booking,
      | "amount_due_cents"
      | "credit_cents"
      | "refunded_cents"
      | "refund_pending_cents"
      | "credit_returned_cents"
    >,
): string | null {
  const { payment_status: status } = booking;
  const due = formatUsd(booking.amount_due_cents);
  if (booking.refund_pending) return formatUsd(booking.refund_pending_cents);
  const returned = formatUsd(booking.refunded_cents + booking.credit_returned_cents);
  if (status === "partially_refunded")
    return `${returned} of ${formatUsd(booking.amount_due_cents + booking.credit_cents)}`;
  if (status === "refunded") return returned;
  return status === "authorized" || status === "paid" ? due : null;
}

/** The car's title, or its make and model if it has none. */
export const carTitle = ({
  title,
  make,
  model,
}: Pick<Booking["car"], "title" | "make" | "model">): string => title || `${make} ${model}`;

/** The dates from first to last day, with the year if it is not this one. */
export const formatBookingDates = (booking: WirePeriod): string =>
  formatRange(toRentalPeriod(booking), todayInNassau(new Date()));

/** "Sat, Dec 5, 10:00 AM – Tue, Dec 8, 10:00 AM (3 days)" */
export const formatBookingPeriod = (booking: WirePeriod): string =>
  formatPeriod(toRentalPeriod(booking), todayInNassau(new Date()));

/** Without the number of days, for a trip whose times are not known. */
export const formatTripDates = (trip: WireRange): string =>
  formatDayRange(fromWireRange(trip), todayInNassau(new Date()));

/** When the car is picked up and returned; nothing for a booking without times. */
export function handoverFacts(booking: Booking): { label: string; value: string }[] {
  const { pickup_time: pickup, return_time: back } = booking;
  if (!pickup || !back) return [];
  const today = todayInNassau(new Date());
  const delayed = openDelay(booking);
  return [
    { label: "Pickup", value: formatHandover(booking.start_date, pickup, today) },
    ...(delayed ? [{ label: "New pickup time", value: formatDelayedPickup(delayed, today) }] : []),
    { label: "Return", value: formatHandover(booking.end_date, back, today) },
  ];
}

/** Where the car is handed over: the meeting place, or its own location. */
export const handoverPlace = ({ meeting_place: place, car }: Booking) =>
  place
    ? { label: "Meeting place", ...place, location: place.name }
    : {
        label: "Location",
        location: car.location,
        latitude: car.latitude,
        longitude: car.longitude,
      };

/** "10:00 AM to 6:30 PM", the pickup and the return; null for a booking without times. */
export const formatHandoverTimes = ({
  pickup_time: pickup,
  return_time: back,
}: WirePeriod): string | null =>
  pickup && back && `${formatTimeOfDay(pickup)} to ${formatTimeOfDay(back)}`;

/** A mailto link to the other side, with the booking as its subject. */
export const mailLinkAbout = (booking: Booking, email: string): string =>
  `mailto:${email}?subject=${encodeURIComponent(`${carTitle(booking.car)}, ${formatBookingDates(booking)}`)}`;

/** What each step did. The actor is shown beside it. */
export const STEP_LABELS: Record<TransitionName, string> = {
  create: "Checkout opened, dates held",
  expire_hold: "Checkout expired",
  replace_hold: "Cancelled, or replaced by another checkout",
  withdraw_checkout: "Checkout didn't open",
  lose_session: "Checkout unknown to the card provider",
  authorise_for_instant_book: "Booked with instant book",
  authorise_for_request: "Requested, card authorised",
  void_late_authorisation: "Paid too late, hold released",
  request_approval: "Approved",
  reject: "Rejected, hold released",
  withdraw_request: "Withdrawn, hold released",
  lapse: "Expired without a response, hold released",
  capture_succeeded: "Card charged",
  capture_refused: "Card declined, booking cancelled",
  cancel_by_renter: "Cancelled",
  cancel_by_host: "Cancelled",
  cancel_by_admin: "Cancelled",
  cancel_for_dispute: "Cancelled after a chargeback",
  refund_after_appeal: "Refunded after a won appeal",
  refund_in_part: "Partial refund approved",
  refund_in_part_succeeded: "Partially refunded",
  refund_succeeded: "Refunded in full",
  refund_taken_back: "Refund made again after a won appeal",
  refund_taken_back_in_part: "Refund made again after a won appeal",
  complete: "Completed",
};
