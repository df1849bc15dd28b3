// What renter and host are told by mail at each step of a booking. Nobody gets the other's address before approval.
import type { TransitionName } from "../../../domain/booking.ts";
import { formatInstantInNassau, formatRange } from "../../../domain/dates.ts";
import { dollarsToCents, formatUsd } from "../../../domain/money.ts";
import type { RefundBearer } from "../../../domain/refund.ts";
import type { DisputeState } from "../../platform/payments/provider.ts";
import type { Message } from "../../platform/mail.ts";
import { layOutMail, type MailContent } from "../../platform/mail-layout.ts";
import type { BookingDetails } from "./bookings.repository.ts";

type Words = Omit<MailContent, "facts">;
type Action = NonNullable<MailContent["action"]>;
type ByParty = { renter?: Words; host?: Words };

/** What a step gives back, integer cents; of a part also who bears it, and why. */
export interface GivenBack {
  backCents: number;
  bearer?: RefundBearer | undefined;
  reason?: string | undefined;
}

/** The messages that a step causes, ready to be sent. */
export function mailsAbout(
  step: TransitionName,
  booking: BookingDetails,
  origin: string,
  given: GivenBack = { backCents: 0 },
): Message[] {
  const words = WORDS[step]?.(booking, origin, given) ?? {};
  const facts = factsOf(booking);
  return [
    ...(words.renter ? [{ to: booking.renter_email, ...layOutMail({ facts, ...words.renter }) }] : []),
    ...(words.host ? [{ to: booking.host_email, ...layOutMail({ facts, ...words.host }) }] : []),
  ];
}

/** To admins, once, when the provider has refused a refund for good: the booking is cancelled and the renter still waits for the money. */
export function refundRefusedMail(booking: BookingDetails): Omit<Message, "to"> {
  return layOutMail({
    subject: `A refund was refused: ${carOf(booking)}, ${datesOf(booking)}`,
    preview: "The card provider refused a refund. It needs an admin.",
    heading: "A refund was refused",
    paragraphs: [
      `The booking ${booking.id} is ${booking.status}, and the card provider has refused a refund of its charge of ${dueOf(booking)}.`,
      "It is tried again by itself. Look at the payment in the card provider's own dashboard.",
    ],
    facts: factsOf(booking),
  });
}

/** To admins: a bank questions a charge, has taken it back, or the dispute has ended. */
export function disputeMail(
  booking: BookingDetails,
  { id, amountCents, reason, state }: DisputeState,
): Omit<Message, "to"> {
  const amount = formatUsd(amountCents);
  const [subject, what] = {
    inquiry: ["A bank asks about a payment", `A cardholder's bank asks about ${amount}. No money has moved.`],
    open: [
      "A payment is disputed",
      `A cardholder's bank has taken ${amount} back. It is held until the dispute is decided.`,
    ],
    won: ["A dispute is won", `${amount} is back.`],
    lost: [
      "A dispute is lost",
      `${amount} is gone. What was still to be refunded to this renter is settled with it; the platform bears the rest.`,
    ],
  }[state] as [string, string];
  return layOutMail({
    subject: `${subject}: ${carOf(booking)}, ${datesOf(booking)}`,
    preview: what,
    heading: subject,
    paragraphs: [
      what,
      `The bank's reason: ${reason.replaceAll("_", " ")}. The dispute is ${id}, the booking ${booking.id}.`,
      ...(state === "open" || state === "inquiry"
        ? ["Answer it in the card provider's own dashboard within its deadline."]
        : []),
    ],
    facts: factsOf(booking),
  });
}

const carOf = (booking: BookingDetails): string => `${booking.year} ${booking.make} ${booking.model}`;
const datesOf = (booking: BookingDetails): string => formatRange({ start: booking.start_date, end: booking.end_date });
const dueOf = (booking: BookingDetails): string => formatUsd(booking.amount_due_cents);
const fullName = (first: string, last: string): string => `${first} ${last}`;

const factsOf = (booking: BookingDetails): NonNullable<MailContent["facts"]> => [
  ["Car", carOf(booking)],
  ["Dates", datesOf(booking)],
  ["Location", booking.location],
  ["Rental", formatUsd(dollarsToCents(booking.total_amount))],
];

const toBookings = (origin: string): Action => ({ label: "View my bookings", url: `${origin}/bookings` });
const toBrowse = (origin: string): Action => ({ label: "Browse cars", url: `${origin}/browse` });

const notCharged = "Nothing was charged. A hold that your bank shows goes away by itself within a few days.";

const WORDS: Partial<Record<TransitionName, (booking: BookingDetails, origin: string, given: GivenBack) => ByParty>> = {
  capture_succeeded: (booking, origin) => ({
    renter: {
      subject: `Confirmed: ${carOf(booking)}, ${datesOf(booking)}`,
      preview: "Your booking is approved and paid.",
      heading: "Booking confirmed",
      paragraphs: [
        `Your booking is approved, and your card was charged ${dueOf(booking)} in all, with fees.`,
        ...(booking.pickup_instructions ? [`Pickup instructions: ${booking.pickup_instructions}`] : []),
        `Your host is ${fullName(booking.host_first_name, booking.host_last_name)}: ${booking.host_email}${booking.host_phone ? `, ${booking.host_phone}` : ""}.`,
      ],
      action: toBookings(origin),
      note: "You can cancel with a full refund until 24 hours before the start date begins in Nassau.",
    },
    host: {
      subject: `New booking: ${carOf(booking)}, ${datesOf(booking)}`,
      preview: "Your car is booked and paid for.",
      heading: "Your car is booked",
      paragraphs: [
        `${fullName(booking.renter_first_name, booking.renter_last_name)} booked your car: ${booking.renter_email}${booking.renter_phone ? `, ${booking.renter_phone}` : ""}.`,
        ...(booking.special_requests ? [`Special requests: ${booking.special_requests}`] : []),
        `You earn ${formatUsd(booking.host_share_cents)} once the rental is completed.`,
      ],
    },
  }),
  authorise_for_request: (booking, origin) => ({
    renter: {
      subject: `Requested: ${carOf(booking)}, ${datesOf(booking)}`,
      preview: "Your card is held, not charged.",
      heading: "Booking requested",
      paragraphs: [
        `Your card is held for ${dueOf(booking)} and not charged. It is charged when the host approves.`,
        ...(booking.lapses_at
          ? [
              `Without an answer the request ends at ${formatInstantInNassau(new Date(booking.lapses_at))}, and the hold is released.`,
            ]
          : []),
      ],
      action: toBookings(origin),
    },
    host: {
      subject: `Request: ${carOf(booking)}, ${datesOf(booking)}`,
      preview: "A renter waits for your answer.",
      heading: "A renter asks for your car",
      paragraphs: [
        `${booking.renter_first_name} would like to rent your car.`,
        ...(booking.special_requests ? [`Special requests: ${booking.special_requests}`] : []),
        ...(booking.lapses_at
          ? [`The request ends at ${formatInstantInNassau(new Date(booking.lapses_at))} if nobody answers it.`]
          : []),
      ],
    },
  }),
  reject: (booking, origin) => ({
    renter: {
      subject: `Not approved: ${carOf(booking)}, ${datesOf(booking)}`,
      preview: notCharged,
      heading: "Your request was not approved",
      paragraphs: [...(booking.decision_reason ? [`The reason given: ${booking.decision_reason}`] : []), notCharged],
      action: toBrowse(origin),
    },
  }),
  lapse: (booking, origin) => ({
    renter: {
      subject: `No answer: ${carOf(booking)}, ${datesOf(booking)}`,
      preview: notCharged,
      heading: "Your request was not answered in time",
      paragraphs: [notCharged, "The dates are free again, so you can look for another car."],
      action: toBrowse(origin),
    },
    host: {
      subject: `Request ended: ${carOf(booking)}, ${datesOf(booking)}`,
      preview: "Nobody answered in time.",
      heading: "A request has ended",
      paragraphs: ["The request was not answered in time. The dates are free again."],
    },
  }),
  capture_refused: (booking, origin) => ({
    renter: {
      subject: `Payment failed: ${carOf(booking)}, ${datesOf(booking)}`,
      preview: "Your card could not be charged.",
      heading: "Your card could not be charged",
      paragraphs: [
        "The booking was approved, but your bank refused the charge, so the booking is cancelled and nothing was taken.",
        "You can book again with another card.",
      ],
      action: toBrowse(origin),
    },
    host: {
      subject: `Payment failed: ${carOf(booking)}, ${datesOf(booking)}`,
      preview: "The renter's card could not be charged.",
      heading: "A booking fell through",
      paragraphs: ["The renter's card could not be charged. The dates are free again."],
    },
  }),
  void_late_authorisation: (booking, origin) => ({
    renter: {
      subject: `Too late: ${carOf(booking)}, ${datesOf(booking)}`,
      preview: notCharged,
      heading: "Your payment came too late",
      paragraphs: [
        "The checkout had ended before your payment arrived, so the dates were free again and the booking was not made.",
        notCharged,
      ],
      action: toBrowse(origin),
    },
  }),
  cancel_by_renter: (booking, origin, given) => ({
    renter: cancelledForRenter(booking, origin, given, "You cancelled this booking."),
    host: {
      subject: `Cancelled: ${carOf(booking)}, ${datesOf(booking)}`,
      preview: "The renter cancelled.",
      heading: "The renter cancelled",
      paragraphs: [`${booking.renter_first_name} cancelled the booking. The dates are free again.`],
    },
  }),
  cancel_by_host: (booking, origin, given) => ({
    renter: cancelledForRenter(
      booking,
      origin,
      given,
      "We are sorry: your host cancelled this booking.",
      reasonOf(given),
    ),
    host: {
      subject: `Cancelled: ${carOf(booking)}, ${datesOf(booking)}`,
      preview: "You cancelled this booking.",
      heading: "You cancelled this booking",
      paragraphs: ["The renter gets everything back. The dates are free again."],
    },
  }),
  cancel_by_admin: (booking, origin, given) => ({
    renter: cancelledForRenter(
      booking,
      origin,
      given,
      "We are sorry: Caydrive cancelled this booking.",
      reasonOf(given),
    ),
    host: {
      subject: `Cancelled: ${carOf(booking)}, ${datesOf(booking)}`,
      preview: "Caydrive cancelled this booking.",
      heading: "Caydrive cancelled this booking",
      paragraphs: [...reasonOf(given), "The renter gets everything back. The dates are free again."],
    },
  }),
  refund_in_part: (booking, origin, given) => ({
    renter: {
      subject: `You get back ${formatUsd(given.backCents)}: ${carOf(booking)}, ${datesOf(booking)}`,
      preview: `You get back ${formatUsd(given.backCents)} of what you paid.`,
      heading: `You get back ${formatUsd(given.backCents)}`,
      paragraphs: [
        `Of the ${dueOf(booking)} that you paid, ${formatUsd(given.backCents)} goes back to your card. Banks take a few days to show it.`,
        ...reasonOf(given),
        ...(booking.status === "approved" ? ["Your booking stays as it is."] : []),
      ],
      action: toBookings(origin),
    },
    ...(given.bearer === "host"
      ? {
          host: {
            subject: `Part of a payment goes back: ${carOf(booking)}, ${datesOf(booking)}`,
            preview: `${formatUsd(given.backCents)} is taken off your earnings.`,
            heading: "Part of a payment goes back to the renter",
            paragraphs: [
              `${booking.renter_first_name} gets back ${formatUsd(given.backCents)}, which is taken off your earnings.`,
              ...reasonOf(given),
            ],
          },
        }
      : {}),
  }),
};

const reasonOf = ({ reason }: GivenBack): string[] => (reason ? [`The reason given: ${reason}`] : []);

function cancelledForRenter(
  booking: BookingDetails,
  origin: string,
  { backCents }: GivenBack,
  first: string,
  reason: string[] = [],
): Words {
  const back = formatUsd(backCents);
  return {
    subject: `Cancelled: ${carOf(booking)}, ${datesOf(booking)}`,
    preview: `You get back ${back}.`,
    heading: "Booking cancelled",
    paragraphs: [
      [first, ...reason].join(" "),
      backCents === booking.amount_due_cents
        ? `You get back ${back}, all that you paid. Banks take a few days to show it.`
        : `You get back ${back}, all that you paid and have not got back before. Banks take a few days to show it.`,
    ],
    action: toBookings(origin),
  };
}
