// What the mails about bookings and their money have in common.
import type { TransitionName } from "../../../domain/booking.ts";
import { formatRange, todayInNassau } from "../../../domain/dates.ts";
import { dollarsToCents, formatUsd } from "../../../domain/money.ts";
import type { RefundBearer } from "../../../domain/refund.ts";
import type { MailContent } from "../../platform/mail-layout.ts";
import type { BookingDetails } from "./bookings.repository.ts";

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
  /** Of a part: who bears it. */
  bearer?: RefundBearer | undefined;
  /** The part's id: of one booking there may be several. */
  partId?: string | undefined;
  reason?: string | undefined;
  /** Given back before this step, which says so: by the card provider, or by a dispute that was lost. */
  made?: { cents: number; by: "provider" | "dispute" } | undefined;
}

/** The mails of each step that has any. */
export type StepMails = Partial<
  Record<TransitionName, (booking: BookingDetails, origin: string, given: GivenBack) => ByParty>
>;

export const carOf = (booking: BookingDetails): string => `${booking.year} ${booking.make} ${booking.model}`;
/** With the year where it is not that in which the booking was made. */
export const datesOf = ({ start_date: start, end_date: end, created_at }: BookingDetails): string =>
  formatRange({ start, end }, todayInNassau(new Date(created_at)));
export const dueOf = (booking: BookingDetails): string => formatUsd(booking.amount_due_cents);
/** How the other side of an approved booking is reached: "Ann Rolle: ann@example.com, +1 242 555 0100". */
export function contactOf(booking: BookingDetails, party: "renter" | "host"): string {
  const name = fullName(booking[`${party}_first_name`], booking[`${party}_last_name`]);
  const phone = booking[`${party}_phone`];
  return `${name}: ${booking[`${party}_email`]}${phone ? `, ${phone}` : ""}`;
}
export const fullName = (first: string, last: string): string => `${first} ${last}`;

export const factsOf = (booking: BookingDetails): NonNullable<MailContent["facts"]> => [
  ["Car", carOf(booking)],
  ["Dates", datesOf(booking)],
  ["Location", booking.location],
  ["Rental", formatUsd(dollarsToCents(booking.total_amount))],
];

/** The booking among its renter's, and among its host's. */
export const PATHS = {
  renter: (id: string) => `/bookings?booking=${id}` as const,
  host: (id: string) => `/host/bookings?booking=${id}` as const,
} as const;

export const toBooking = ({ id }: BookingDetails, origin: string, party: "renter" | "host" = "renter"): Action => ({
  label: "View the booking",
  url: origin + PATHS[party](id),
});
export const toBrowse = (origin: string): Action => ({ label: "Browse cars", url: `${origin}/browse` });
