// What the mails about bookings and their money have in common.
import type { TransitionName } from "../../../../domain/booking/booking.ts";
import { formatRange, todayInNassau, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import { maskListing } from "../../../../domain/listing/listing-masking.ts";
import { dollarsToCents, formatUsd } from "../../../../domain/money/money.ts";
import type { MailContent } from "../../../platform/mail/mail-layout.ts";
import type { Ctx } from "../../../platform/context.ts";
import type { BookingDetails } from "../bookings.repository.ts";

/** A mail of ours; without facts of its own it has those of the booking. */
export type Words = MailContent;
type Action = NonNullable<MailContent["action"]>;
/** Who gets what at a step. */
export interface ByParty {
  renter?: Words;
  /** A second mail to the renter, to be kept. */
  receipt?: Words | undefined;
  host?: Words;
}

/** What a step's mails say besides the booking: money that comes back, integer cents. */
export interface GivenBack {
  /** When the step was taken. */
  now: Date;
  /** Decided with this step. */
  backCents: number;
  /** What of it is taken off the host's earnings. */
  byHostCents: number;
  /** The part's id: of one booking there may be several. */
  partId?: string | undefined;
  reason?: string | undefined;
  /** Given back before this step, which says so: by the card provider, or by a dispute that was lost. */
  made?: { cents: number; by: "provider" | "dispute" } | undefined;
}

/** A booking as mails describe it. `today` decides whether its dates need their year. */
export type MailedBooking = BookingDetails & { today: CalendarDate };
export const withToday = (ctx: Ctx, booking: BookingDetails): MailedBooking => ({
  ...booking,
  today: todayInNassau(ctx.clock.now()),
});

/** The mails of each step that has any. */
export type StepMails = Partial<
  Record<TransitionName, (booking: MailedBooking, origin: string, given: GivenBack) => ByParty>
>;

/** Without contact details, whoever the mail is for. */
export function carOf(booking: BookingDetails): string {
  const { year, make, model } = maskListing(booking);
  return `${year} ${make} ${model}`;
}
export const placeOf = (booking: BookingDetails): string => maskListing(booking).location;
export const datesOf = ({ start_date: start, end_date: end, today }: MailedBooking): string =>
  formatRange({ start, end }, today);
export const dueOf = (booking: BookingDetails): string => formatUsd(booking.amount_due_cents);
/** How the other side of an approved booking is reached: "Ann Rolle: ann@example.com, +1 242 555 0100". */
export function contactOf(booking: BookingDetails, party: "renter" | "host"): string {
  const name = fullName(booking[`${party}_first_name`], booking[`${party}_last_name`]);
  const phone = booking[`${party}_phone`];
  return `${name}: ${booking[`${party}_email`]}${phone ? `, ${phone}` : ""}`;
}
export const fullName = (first: string, last: string): string => `${first} ${last}`;

export const factsOf = (booking: MailedBooking): NonNullable<MailContent["facts"]> => [
  ["Car", carOf(booking)],
  ["Dates", datesOf(booking)],
  ["Location", placeOf(booking)],
  ["Rental", formatUsd(dollarsToCents(booking.total_amount))],
];

/** The booking among its renter's, its host's and the admins'. */
export const PATHS = {
  renter: (id: string) => `/bookings?booking=${id}` as const,
  host: (id: string) => `/host/bookings?booking=${id}` as const,
  admin: (id: string) => `/admin/bookings?booking=${id}` as const,
} as const;

export const toBooking = ({ id }: BookingDetails, origin: string, party: keyof typeof PATHS = "renter"): Action => ({
  label: "View the booking",
  url: origin + PATHS[party](id),
});
export const toBrowse = (origin: string): Action => ({ label: "Browse cars", url: `${origin}/browse` });
