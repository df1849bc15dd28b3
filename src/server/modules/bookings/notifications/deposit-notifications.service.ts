// Notifies both sides of what happens to a deposit.
import { RELEASE_HOURS } from "../../../../domain/money/deposit/deposit.ts";
import type { DepositState } from "../../../../domain/money/deposit/deposit-states.ts";
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { isUrgentAlert } from "../../../../domain/message/alert.ts";
import { formatDeadline, formatUsd } from "../../../../domain/text/format.ts";
import type { NotifyCtx } from "../../../platform/context.ts";
import type { AlertInput } from "../../notifications/alerts/alerts.service.ts";
import { notify } from "../../notifications/notifications.service.ts";
import type { BookingDetailsRow } from "../bookings.repository.ts";
import {
  nameTrip,
  toMailFacts,
  TRIP_PATHS,
  withToday,
  type MailedBooking,
} from "./booking-mail.ts";

/** A deposit as its emails describe it. */
interface MailedDeposit {
  state: DepositState;
  amount_cents: number;
  act_by: string | null;
  host_decision: "hand_over" | "cancel" | null;
}

/** A hold, or an attempt. */
interface MailedHold {
  held_at: string | null;
  card_last4: string | null;
}

export interface DepositChange {
  before: MailedDeposit;
  after: MailedDeposit;
  /** In their order. */
  holds: readonly MailedHold[];
  /** What decided cases take, in integer cents. */
  decidedCents: number;
}

interface Text {
  heading: string;
  paragraphs: string[];
}
type Texts = Partial<Record<"renter" | "host", Text>>;

interface DepositFacts {
  amount: string;
  taken: string;
  /** By when the renter has to provide another card. */
  deadline: string;
  /** "your card ending in 4242" */
  card: string;
  renter: string;
  host: string;
  hasBeenHeld: boolean;
  isByHost: boolean;
}

const OTHER_CARD = "Open the trip's page and choose Use another card. It's a hold, not a charge.";
const BANK_DELAY = "Your bank may take a few days to show it.";

/** The texts of each event. Its name is part of the notification key. */
const TEXTS = {
  held: ({ amount, card, renter }) => ({
    renter: {
      heading: `We're holding your ${amount} deposit`,
      paragraphs: [
        `${amount} is held on ${card}. It's a hold, not a charge. Money is taken only for a claim that you accept or we decide.`,
        `We release it as soon as you both report a clean return, otherwise ${RELEASE_HOURS} hours after the return. While a claim is open, it stays held.`,
      ],
    },
    host: {
      heading: `${renter}'s ${amount} deposit is held`,
      paragraphs: [
        `It stays held until ${RELEASE_HOURS} hours after the return, or until you both report a clean return. It stays held while a case is open.`,
      ],
    },
  }),
  declined: ({ amount, deadline, renter, host }) => ({
    renter: {
      heading: `We couldn't hold your ${amount} deposit`,
      paragraphs: [
        `The hold on your card didn't go through. Please provide another card by ${deadline}.`,
        OTHER_CARD,
        `Without a card, ${host} can hand over without a deposit, or cancel the booking with a full refund for you.`,
      ],
    },
    host: {
      heading: `We couldn't hold ${renter}'s ${amount} deposit`,
      paragraphs: [
        `${renter} can provide another card until ${deadline}. If there's none by then, you decide what happens. You can also hand over without a deposit.`,
      ],
    },
  }),
  renewal_declined: ({ amount, deadline }) => ({
    renter: {
      heading: `We couldn't renew your ${amount} deposit`,
      paragraphs: [
        `The hold on your card ends soon, and a new one didn't go through. Please provide another card by ${deadline}.`,
        OTHER_CARD,
      ],
    },
  }),
  undecided: ({ amount, renter, host }) => ({
    renter: {
      heading: `We still couldn't hold your ${amount} deposit`,
      paragraphs: [
        `${host} now decides whether to hand over without a deposit or to cancel, with a full refund for you. You can still provide a card until then.`,
        OTHER_CARD,
      ],
    },
    host: {
      heading: `Decide about ${renter}'s ${amount} deposit`,
      paragraphs: [
        `${renter} didn't provide another card in time. On the trip's page you can hand over without a deposit, or cancel without a fee.`,
        `If you hand over the car, the trip goes ahead without a deposit.`,
      ],
    },
  }),
  released: ({ amount, renter }) => ({
    renter: {
      heading: `We released your ${amount} deposit`,
      paragraphs: [`Nothing was taken. ${BANK_DELAY}`],
    },
    host: {
      heading: `${renter}'s ${amount} deposit was released`,
      paragraphs: ["Nothing was taken from it."],
    },
  }),
  captured: ({ amount, taken, renter, card }) => ({
    renter: {
      heading: `${taken} was taken from your ${amount} deposit`,
      paragraphs: [
        `It pays for the claim after your trip. We charged ${card}. Anything left is released. ${BANK_DELAY}`,
      ],
    },
    host: {
      heading: `You get ${taken} from ${renter}'s deposit`,
      paragraphs: ["All of it is yours, with your next payout."],
    },
  }),
  waived: ({ amount, host, isByHost }) => ({
    renter: {
      heading: "Your trip goes ahead without a deposit",
      paragraphs: [
        isByHost
          ? `${host} hands over the car without the ${amount} deposit. You don't have to do anything.`
          : `The car was handed over without the ${amount} deposit.`,
      ],
    },
  }),
  lapsed: ({ amount, renter, hasBeenHeld }) => ({
    host: {
      heading: `${renter}'s ${amount} deposit is no longer held`,
      paragraphs: [
        hasBeenHeld
          ? "The hold ended, a new one didn't go through, and no other card was provided in time. Charges after the trip still go to the saved card."
          : "No card was provided for it. Charges after the trip still go to the saved card.",
      ],
    },
  }),
} satisfies Record<string, (facts: DepositFacts) => Texts>;
type DepositEvent = keyof typeof TEXTS;

/** Who has to act within hours, and is alerted on the phone. */
const ALERTED: Partial<Record<DepositEvent, "renter" | "host">> = {
  declined: "renter",
  renewal_declined: "renter",
  undecided: "host",
};

/** The event that people are notified of; undefined for none. */
function findEvent(
  { before, after, decidedCents }: DepositChange,
  isCancelled: boolean,
): DepositEvent | undefined {
  if (before.state === after.state)
    return after.state === "held" && before.act_by === null && after.act_by !== null
      ? "renewal_declined"
      : undefined;
  // A trip that was cancelled before its deposit was held needs no notification.
  if (after.state === "lapsed" && isCancelled) return undefined;
  // What somebody took in the provider's dashboard is for admins to resolve.
  if (after.state === "captured" && decidedCents === 0) return undefined;
  return after.state in TEXTS ? (after.state as DepositEvent) : undefined;
}

const describeCard = (last4: string | null | undefined): string =>
  last4 ? `your card ending in ${last4}` : "your card";

function toFacts(
  booking: MailedBooking,
  { after: deposit, holds, decidedCents }: DepositChange,
): DepositFacts {
  const made = holds.filter(({ held_at }) => held_at !== null);
  return {
    amount: formatUsd(deposit.amount_cents),
    taken: formatUsd(decidedCents),
    deadline: deposit.act_by ? formatDeadline(new Date(deposit.act_by), booking.today) : "",
    card: describeCard(made.at(-1)?.card_last4),
    renter: booking.renter_first_name,
    host: booking.host_first_name,
    hasBeenHeld: made.length > 0,
    isByHost: deposit.host_decision === "hand_over",
  };
}

const toAlert = (
  booking: MailedBooking,
  side: "renter" | "host",
  { event, deadline }: { event: DepositEvent; deadline: string },
  now: Date,
): AlertInput => ({
  kind: "today",
  body: `${nameTrip(booking)}${side === "renter" ? `. Please provide another card by ${deadline}.` : ""}`,
  // A first hold is made 24 hours before the pickup, so its deadline can't wait for the morning.
  isUrgent:
    event !== "renewal_declined" && isUrgentAlert("cancellation", toRentalPeriod(booking), now),
  booking: { id: booking.id, status: booking.status },
});

/** Call it in the transaction of the change. */
export async function notifyOfDeposit(
  ctx: NotifyCtx,
  row: BookingDetailsRow,
  given: DepositChange,
): Promise<void> {
  const event = findEvent(given, row.status === "cancelled");
  if (!event) return;
  const booking = withToday(ctx, row);
  const facts = toFacts(booking, given);
  const texts: Texts = TEXTS[event](facts);
  for (const side of ["renter", "host"] as const) {
    const text = texts[side];
    if (!text) continue;
    const path = TRIP_PATHS[side](row.id);
    await notify(ctx, {
      to: booking[`${side}_id`],
      kind: "booking",
      // Every hold can be declined and every card can be held, so the key contains its number.
      key: `deposit:${row.id}:${event}:${given.holds.length}`,
      about: nameTrip(booking),
      path,
      always: true,
      alert:
        ALERTED[event] === side
          ? toAlert(booking, side, { ...facts, event }, ctx.clock.now())
          : undefined,
      mail: {
        subject: `${text.heading}: ${nameTrip(booking)}`,
        preview: text.paragraphs[0] ?? text.heading,
        heading: text.heading,
        paragraphs: text.paragraphs,
        facts: toMailFacts(booking, side),
        action: { label: "View trip", url: ctx.publicUrl() + path },
      },
    });
  }
}
