// The text of each outcome: its title, what happened to the money, and the next steps. It follows
// the server's rules and uses the specification's wording where there is one.
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import {
  formatDay,
  formatDeadline,
  formatPhone,
  formatUsd,
} from "../../../../domain/text/format.ts";
import type { Verified } from "./use-outcome.ts";
import { findOutcome, type Outcome } from "../../../parts/booking/booking-outcome.ts";
import type { IconName } from "../../../ui/icon-names.ts";

export interface NextStep {
  icon: IconName;
  title: string;
  text: string;
  /** Contact links. */
  contacts?: readonly { label: string; href: string }[];
}

export interface OutcomeText {
  title: string;
  text: string;
  icon: IconName;
  /** done: gold, the only highlight; waiting: pale gold; over: conch. */
  tone: "done" | "waiting" | "over";
  next: readonly NextStep[];
}

const NOTHING_CHARGED = "Nothing was charged.";

/** Both parties see each other's contact details once a booking is approved. */
const listContacts = ({ email, phone }: Booking["car"]["host"]) => [
  ...(email ? [{ label: email, href: `mailto:${email}` }] : []),
  ...(phone ? [{ label: formatPhone(phone), href: `tel:${phone}` }] : []),
];

const TEXTS: Record<Outcome, (booking: Booking, checkout: Verified["checkout"]) => OutcomeText> = {
  confirmed: (booking) => ({
    title: "Booking Confirmed!",
    text: `${booking.renter.first_name}, the ${booking.car.make} ${booking.car.model} is yours from ${formatDay(booking.start_date, todayInNassau(new Date()))}.`,
    icon: "check",
    tone: "done",
    next: [
      {
        icon: "circle-check",
        title: "Approved and paid",
        text:
          booking.booking_mode === "instant"
            ? "Your booking is automatically approved and your payment is confirmed."
            : "Your host approved the booking and your payment is confirmed.",
      },
      {
        icon: "mail",
        title: "Check your email",
        // The instructions are about the car's own location.
        text: booking.meeting_place
          ? "Your confirmation email is on its way."
          : "Your confirmation email with pickup instructions is on its way.",
      },
      {
        icon: "message-square",
        title: "Before pickup",
        text: `${booking.car.host.first_name} will contact you before pickup. Or get in touch yourself:`,
        contacts: listContacts(booking.car.host),
      },
    ],
  }),
  requested: (booking) => ({
    title: "Booking Requested",
    text: `We've placed a hold on your card; you haven't been charged. ${booking.car.host.first_name} has until ${booking.lapses_at ? formatDeadline(new Date(booking.lapses_at)) : "24 hours from now"} to respond.`,
    icon: "clock",
    tone: "waiting",
    next: [
      {
        icon: "mail",
        title: "Your host responds",
        text: `We'll email you. Your dates are held until then.`,
      },
      {
        icon: "credit-card",
        title: "If it's approved",
        text: `We'll charge your card ${formatUsd(booking.amount_due_cents)} and email you the ${booking.meeting_place ? "confirmation" : "pickup instructions"}.`,
      },
      {
        icon: "undo-2",
        title: "If not",
        text: "We'll release the hold in full.",
      },
    ],
  }),
  charging: () => ({
    title: "We're still waiting for the card provider",
    text: "Your card and dates are on hold. We'll email you once the payment goes through.",
    icon: "clock",
    tone: "waiting",
    next: [],
  }),
  unpaid: (_booking, checkout) => ({
    title: "We haven't received a payment yet",
    text: checkout
      ? `If you left the checkout before paying, nothing was charged. We're holding your dates until ${formatDeadline(new Date(checkout.expires_at))}.`
      : "The checkout is closing. If you left it before paying, nothing was charged and we'll release the dates.",
    icon: "clock",
    tone: "waiting",
    next: [],
  }),
  rejected: (booking) => ({
    title: "This booking wasn't approved",
    text: [
      NOTHING_CHARGED,
      "We've released the hold on your card.",
      booking.decision_reason && `Reason: ${booking.decision_reason}`,
    ]
      .filter(Boolean)
      .join(" "),
    icon: "circle-x",
    tone: "over",
    next: [],
  }),
  lapsed: ({ paid_too_late }) => ({
    title: paid_too_late
      ? "Your payment came after the pickup time"
      : "The host didn't respond in time",
    text: `${NOTHING_CHARGED} We've released the hold on your card.`,
    icon: "circle-x",
    tone: "over",
    next: [],
  }),
  withdrawn: () => ({
    title: "You withdrew this request",
    text: `${NOTHING_CHARGED} We've released the hold on your card.`,
    icon: "undo-2",
    tone: "over",
    next: [],
  }),
  card_refused: () => ({
    title: "Your card wasn't charged",
    text: "The payment was declined, so the booking was cancelled. Book again with another card.",
    icon: "circle-x",
    tone: "over",
    next: [],
  }),
  expired: () => ({
    title: "This checkout has ended",
    text: "If you didn't finish paying, nothing was charged. You can book the dates again.",
    icon: "circle-x",
    tone: "over",
    next: [],
  }),
  cancelled: (booking) => ({
    title: "This booking was cancelled",
    text: isReturnedByBank(booking)
      ? "Your bank has taken the payment back."
      : booking.refund_pending
        ? `Your refund of ${formatUsd(booking.refund_pending_cents)} is on its way.`
        : `We refunded ${formatUsd(booking.refunded_cents)}${booking.payment_status === "refunded" ? " in full" : ""}.`,
    icon: "car-front",
    tone: "over",
    next: [],
  }),
};

const isReturnedByBank = ({ dispute, refunded_cents, refund_pending }: Booking): boolean =>
  dispute === "lost" && refunded_cents === 0 && !refund_pending;

export const describeOutcome = ({ booking, checkout }: Verified): OutcomeText =>
  TEXTS[findOutcome(booking)](booking, checkout);
