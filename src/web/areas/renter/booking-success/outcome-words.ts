// What each outcome says: its title, what it means for the person's money, and what happens next. All of it is true of the server's
// rules; the specification's words stand where it has them.
import {
  CarFront,
  Check,
  CircleCheck,
  CircleX,
  Clock,
  CreditCard,
  Mail,
  MessageSquare,
  Undo2,
  type LucideIcon,
} from "lucide-react";
import type { Booking } from "../../../../contract/bookings/bookings.ts";
import { formatDay, formatInstantInNassau, todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatUsd } from "../../../../domain/money/money.ts";
import type { Verified } from "./use-outcome.ts";
import { outcomeOf, type Outcome } from "../../../parts/booking/booking-outcome.ts";

export interface NextStep {
  icon: LucideIcon;
  title: string;
  text: string;
  /** Ways to reach somebody. */
  contacts?: readonly { label: string; href: string }[];
}

export interface OutcomeWords {
  title: string;
  text: string;
  icon: LucideIcon;
  /** done: gold, the one highlight; waiting: pale gold; over: conch. */
  tone: "done" | "waiting" | "over";
  next: readonly NextStep[];
}

const NOTHING_CHARGED = "Nothing was charged.";

/** Both parties see them once a booking is approved. */
const contactsOf = ({ email, phone }: Booking["car"]["host"]) => [
  ...(email ? [{ label: email, href: `mailto:${email}` }] : []),
  ...(phone ? [{ label: phone, href: `tel:${phone}` }] : []),
];

const WORDS: Record<Outcome, (booking: Booking, checkout: Verified["checkout"]) => OutcomeWords> = {
  confirmed: (booking) => ({
    title: "Booking Confirmed!",
    text: `${booking.renter.first_name}, the ${booking.car.make} ${booking.car.model} is yours from ${formatDay(booking.start_date, todayInNassau(new Date()))}.`,
    icon: Check,
    tone: "done",
    next: [
      {
        icon: CircleCheck,
        title: "Approved and paid",
        text:
          booking.booking_mode === "instant"
            ? "Your booking is automatically approved and the payment is confirmed."
            : "The host approved your booking and the payment is confirmed.",
      },
      { icon: Mail, title: "Check your email", text: "A confirmation email with pickup instructions follows." },
      {
        icon: MessageSquare,
        title: "Before pickup",
        text: "The host will contact you before pickup. You can reach them as well:",
        contacts: contactsOf(booking.car.host),
      },
    ],
  }),
  requested: (booking) => ({
    title: "Booking Requested",
    text: `Your card is held, not charged. ${booking.car.host.first_name} has until ${booking.lapses_at ? formatInstantInNassau(new Date(booking.lapses_at)) : "24 hours from now"} to answer.`,
    icon: Clock,
    tone: "waiting",
    next: [
      {
        icon: Mail,
        title: "The host answers",
        text: "You get an email at once. The dates are held for you until then.",
      },
      {
        icon: CreditCard,
        title: "If the host approves",
        text: `The card is charged ${formatUsd(booking.amount_due_cents)} and pickup instructions follow.`,
      },
      { icon: Undo2, title: "If not", text: "The hold is released in full. Nothing is charged." },
    ],
  }),
  charging: () => ({
    title: "We are still waiting for the card provider",
    text: "Your card is held and your dates are kept. We tell you by email as soon as the payment is settled.",
    icon: Clock,
    tone: "waiting",
    next: [],
  }),
  unpaid: (_booking, checkout) => ({
    title: "There is no payment yet",
    text: checkout
      ? `The card provider knows of none. If you left the checkout before paying, nothing was charged. The dates are held for you until ${formatInstantInNassau(new Date(checkout.expires_at))}.`
      : "The card provider knows of none, and the checkout is closing. If you left it before paying, nothing was charged and the dates become free again.",
    icon: Clock,
    tone: "waiting",
    next: [],
  }),
  rejected: (booking) => ({
    title: "This booking was not approved",
    text: [
      NOTHING_CHARGED,
      "The hold on your card is released.",
      booking.decision_reason && `The reason given: ${booking.decision_reason}`,
    ]
      .filter(Boolean)
      .join(" "),
    icon: CircleX,
    tone: "over",
    next: [],
  }),
  lapsed: () => ({
    title: "The host did not answer in time",
    text: `${NOTHING_CHARGED} The hold on your card is released and the dates are free again.`,
    icon: CircleX,
    tone: "over",
    next: [],
  }),
  card_refused: () => ({
    title: "Your card was not charged",
    text: "The card provider refused the payment, so the booking was cancelled. You can book again with another card.",
    icon: CircleX,
    tone: "over",
    next: [],
  }),
  expired: () => ({
    title: "The checkout has expired",
    text: `${NOTHING_CHARGED} The dates are free again, and you can book anew.`,
    icon: CircleX,
    tone: "over",
    next: [],
  }),
  cancelled: (booking) => ({
    title: "This booking was cancelled",
    text: booking.refund_pending
      ? `Your refund of ${formatUsd(booking.refund_pending_cents)} is on its way.`
      : `You got back ${formatUsd(booking.refunded_cents)}${booking.payment_status === "refunded" ? ", all that you had paid" : ""}.`,
    icon: CarFront,
    tone: "over",
    next: [],
  }),
};

export const outcomeWords = ({ booking, checkout }: Verified): OutcomeWords =>
  WORDS[outcomeOf(booking)](booking, checkout);
