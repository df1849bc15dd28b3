// What the emails about bookings and their money have in common.
import type { AuditActor } from "../../../../domain/audit.ts";
import { formatBookingNumber } from "../../../../domain/booking/booking-number.ts";
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import type { HostCancellationReason } from "../../../../domain/booking/host-cancellation/host-cancellation.ts";
import type { HoldReason } from "../../../../domain/booking/admin/trip-hold.ts";
import type { TransitionName } from "../../../../domain/booking/booking.ts";
import { todayInNassau, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import {
  formatHandover,
  formatLongHandover,
  formatLongHandoverInSentence,
  formatPeriod,
  formatPhone,
  formatRange,
  formatUsd,
} from "../../../../domain/text/format.ts";
import { formatDelayedPickup } from "../../../../domain/text/delayed-pickup.ts";
import { listExtras } from "../../../../domain/listing/add-ons/extras.ts";
import { maskListing } from "../../../../domain/listing/listing-masking.ts";
import { expectedPickup, openDelay } from "../../../../domain/trip/trip-end.ts";
import type { Point } from "../../../../domain/place/bahamas.ts";
import { mapsLink, toPosition } from "../../../../domain/place/maps-link.ts";
import { describeDeposit } from "../../../../domain/money/deposit/deposit-text.ts";
import { describeDistance } from "../../../../domain/tariff/distance-text.ts";
import { describeCeiling } from "../../../../domain/tariff/tariff-text.ts";
import { readUsageTerms } from "../../../../domain/tariff/usage-terms.ts";
import type { MailContent } from "../../../platform/mail/mail-layout.ts";
import type { Config } from "../../../config.ts";
import type { RefundMaker } from "../../../../domain/money/money-timeline.ts";
import type { Ctx } from "../../../platform/context.ts";
import type { RebookOffers } from "../decisions/rebook-offers.service.ts";
import type { PartialRefund } from "../settlement/partial-refund.ts";
import { toBookedPlace } from "../booked-place.ts";
import { pickupInstructions, type BookingDetailsRow } from "../bookings.repository.ts";

/** The content of an email. Without facts of its own it shows those of the booking. */
export type BookingMail = MailContent;
type Action = NonNullable<MailContent["action"]>;
/** The emails of a step, by recipient. */
export interface ByParty {
  renter?: BookingMail;
  /** A second email to the renter, for their records. */
  receipt?: BookingMail | undefined;
  host?: BookingMail;
}

/** The data of a step's emails besides the booking: refunds, in integer cents. */
export interface RefundContext {
  /** When the step was taken. */
  now: Date;
  /** Who decided the step. A capture is its approver's decision. */
  by: { kind: AuditActor; id: string | null };
  /** What this step refunds to the card. */
  backCents: number;
  /** What it returns as credit. */
  creditBackCents: number;
  /** The part of the refund that is taken off the host's earnings. */
  byHostCents: number;
  /** The partial refund; a booking may have several. */
  part?: PartialRefund | undefined;
  reason?: string | undefined;
  /** Whether the host blocks the days of the booking with this step. */
  blocksDays?: boolean | undefined;
  /** Why an admin or a lost dispute ended the booking, if a suspension or dispute was the cause. */
  because?: HoldReason | undefined;
  /** What a host pays for cancelling, in integer cents. The renter receives it as credit. */
  hostFee?: { reason: HostCancellationReason; feeCents: number } | undefined;
  /** How to reach us, as a sentence, and the phone number alone. */
  help?: string | undefined;
  helpPhone?: string | undefined;
  /** Cars that the renter of a cancelled booking can take instead, if one is needed. */
  offers?: RebookOffers | undefined;
  /**
   * A refund made before this step and reported by it: by the card provider, through a lost
   * dispute, or as credit.
   */
  made?: { cents: number; by: RefundMaker; refundIds: readonly string[] } | undefined;
}

/** A booking as emails describe it. `today` decides whether its dates include the year. */
export type MailedBooking = BookingDetailsRow & { today: CalendarDate };
export const withToday = (ctx: Pick<Ctx, "clock">, booking: BookingDetailsRow): MailedBooking => ({
  ...booking,
  today: todayInNassau(ctx.clock.now()),
});

/** The emails of each step that has any. */
export type StepMails = Partial<
  Record<TransitionName, (booking: MailedBooking, origin: string, given: RefundContext) => ByParty>
>;

/** Without contact details, whoever the recipient is. */
export function nameCar(booking: Pick<BookingDetailsRow, "year" | "make" | "model">): string {
  const { year, make, model } = maskListing(booking);
  return `${year} ${make} ${model}`;
}
/** What a notification is about: the car, from pickup to return, and the booking number. */
export const nameTrip = (booking: MailedBooking): string =>
  `${nameCar(booking)}, ${formatPeriod(toRentalPeriod(booking), booking.today)}, ${formatBookingNumber(booking.number)}`;
/** With the plate for its host, who may have three of the same model. */
export const nameCarTo = (party: "renter" | "host", booking: BookingDetailsRow): string =>
  party === "host" && booking.license_plate
    ? `${nameCar(booking)}, plate ${booking.license_plate}`
    : nameCar(booking);
/** A paragraph for the renter, if there are instructions that the renter may read. */
export function sayPickupInstructions(
  booking: BookingDetailsRow,
  label = "Pickup instructions",
): string[] {
  const instructions = pickupInstructions(booking);
  return instructions ? [`${label}: ${instructions}`] : [];
}
/** Where the car is handed over: the meeting place, or what its location says. */
export const nameHandoverPlace = (booking: BookingDetailsRow): string =>
  booking.meeting_place_name ?? maskListing(booking).location;
/** "at Nassau Cruise Port", "in Cable Beach" */
export const sayHandoverPlace = (booking: BookingDetailsRow): string =>
  `${booking.meeting_place_name === null ? "in" : "at"} ${nameHandoverPlace(booking)}`;
/** Where a meeting place or an approved booking's car is. Otherwise only its location is known. */
export const handoverPosition = (booking: BookingDetailsRow): Point | null =>
  toBookedPlace(booking) ?? (booking.status === "approved" ? toPosition(booking) : null);
export const linkToPlace = (booking: BookingDetailsRow): string =>
  mapsLink({ location: nameHandoverPlace(booking), position: handoverPosition(booking) });
export const formatDates = (booking: MailedBooking): string =>
  formatRange(toRentalPeriod(booking), booking.today);
export const formatAmountDue = (booking: BookingDetailsRow): string =>
  formatUsd(booking.amount_due_cents);
/**
 * Contact details of one side of an approved booking: "Ann Rolle: ann@example.com, +1 242 555
 * 0100".
 */
export function formatContact(booking: BookingDetailsRow, party: "renter" | "host"): string {
  const name = partyName(booking[`${party}_first_name`], booking[`${party}_last_name`]);
  const phone = booking[`${party}_phone`];
  return `${name}: ${booking[`${party}_email`]}${phone ? `, ${formatPhone(phone)}` : ""}`;
}
export const partyName = (first: string, last: string): string => `${first} ${last}`;

/** When the car is picked up and returned; nothing for a booking without times. */
function toHandoverFacts(booking: MailedBooking): (readonly [string, string])[] {
  const { pickup_time: pickup, return_time: back, today } = booking;
  if (!pickup || !back) return [];
  const delayed = openDelay(booking);
  return [
    ["Pickup", formatHandover(booking.start_date, pickup, today)],
    ...(delayed ? [["New pickup time", formatDelayedPickup(delayed, today)] as const] : []),
    ["Return", formatHandover(booking.end_date, back, today)],
  ];
}

/** "Saturday, December 5th, 2026, 10:00 AM" */
export const formatPickup = (booking: BookingDetailsRow): string =>
  formatLongHandover(booking.start_date, booking.pickup_time);
export const formatReturn = (booking: BookingDetailsRow): string =>
  formatLongHandover(booking.end_date, booking.return_time);
/** The same within a sentence. */
export const sayBookedPickup = (booking: BookingDetailsRow): string =>
  formatLongHandoverInSentence(booking.start_date, booking.pickup_time);
/** Also after a delayed flight. */
export function sayPickup(booking: BookingDetailsRow): string {
  const { date, time } = expectedPickup(booking);
  return formatLongHandoverInSentence(date, time);
}
export const sayReturn = (booking: BookingDetailsRow): string =>
  formatLongHandoverInSentence(booking.end_date, booking.return_time);

export const toMailFacts = (
  booking: MailedBooking,
  party: "renter" | "host" = "renter",
): NonNullable<MailContent["facts"]> => [
  ["Booking", formatBookingNumber(booking.number)],
  ["Car", nameCarTo(party, booking)],
  ["Dates", formatDates(booking)],
  ...toHandoverFacts(booking),
  [
    booking.meeting_place_name === null ? "Location" : "Meeting place",
    nameHandoverPlace(booking),
    { label: "Open in Maps", url: linkToPlace(booking) },
  ],
  ...(booking.extras.length > 0
    ? [["Extras", listExtras(booking.extras).join("; ")] as const]
    : []),
  ...toUsageFacts(booking, party),
  ["Rental", formatUsd(booking.total_cents)],
];

/** The agreed distance, and the most that claims can come to; none without a trip or terms. */
function toUsageFacts(
  booking: BookingDetailsRow,
  party: "renter" | "host",
): (readonly [string, string])[] {
  const terms = readUsageTerms(booking);
  if (!terms || booking.status === "cancelled" || booking.status === "rejected") return [];
  return [
    ["Distance", describeDistance(terms.distance, booking.days)],
    ["Claims after the trip", describeCeiling(terms.ceilingCents)],
    ...(terms.depositCents > 0
      ? [["Deposit", describeDeposit(terms.depositCents, party === "renter")] as const]
      : []),
  ];
}

/** How to reach us, as a sentence. */
export const formatHelp = ({ contacts }: Pick<Config, "contacts">): string =>
  `Need help? Call ${contacts.phone.text} or write to ${contacts.email.text}.`;

/** The booking's page for its renter, its host and admins. */
export const PATHS = {
  renter: (id: string) => `/bookings?booking=${id}` as const,
  host: (id: string) => `/host/bookings?booking=${id}` as const,
  admin: (id: string) => `/admin/bookings/${id}` as const,
} as const;

/** The page of the trip. */
export const TRIP_PATHS = {
  renter: (id: string) => `/bookings/${id}/trip` as const,
  host: (id: string) => `/host/bookings/${id}/trip` as const,
} as const;

export const toTrip = (
  { id }: BookingDetailsRow,
  origin: string,
  side: keyof typeof TRIP_PATHS,
): Action => ({ label: "View trip", url: origin + TRIP_PATHS[side](id) });

export const toBooking = (
  { id }: BookingDetailsRow,
  origin: string,
  party: keyof typeof PATHS = "renter",
): Action => ({
  label: "View booking",
  url: origin + PATHS[party](id),
});
export const toBrowse = (origin: string): Action => ({
  label: "Browse cars",
  url: `${origin}/browse`,
});
