// Notifies both sides of a change to a booking: requested, accepted, declined, withdrawn, expired,
// or still to be paid.
import {
  formatDeadline,
  formatRange,
  formatTimeOfDay,
  formatUsd,
} from "../../../../domain/text/format.ts";
import type { DeclineReason } from "../../../../domain/money/later/later-charge.ts";
import type { ChangeSide } from "../../../../domain/booking/changes/booking-change.ts";
import { toRentalPeriod, type WirePeriod } from "../../../../domain/booking/rental-period.ts";
import type { NotifyCtx } from "../../../platform/context.ts";
import { layOutMail } from "../../../platform/mail/mail-layout.ts";
import { queueMail } from "../../../platform/mail/mail.ts";
import { notify } from "../../notifications/notifications.service.ts";
import { readMailedLaterDocuments } from "../../vat/vat-document-reads.service.ts";
import { getDetails } from "../bookings.repository.ts";
import { changeReceiptMail } from "./money.mails.ts";
import { toVatFact } from "./vat-facts.ts";
import {
  nameTrip,
  toMailFacts,
  TRIP_PATHS,
  withToday,
  type MailedBooking,
} from "./booking-mail.ts";

export type ChangeEvent =
  | "requested"
  | "accepted"
  | "declined"
  | "withdrawn"
  | "expired"
  /** The booking was cancelled, or the car came back. */
  | "ended"
  /** It was paid after it had ended. */
  | "too_late"
  | "payment_needed";

/** The terms of a change that emails name. */
interface MailedTerms extends WirePeriod {
  meeting_place_name: string | null;
  extras: { extra_id: string; name: string; quantity: number }[];
}

export interface MailedChange {
  id: string;
  booking_id: string;
  requested_by: ChangeSide;
  message: string | null;
  amount_due_cents: number;
  refund_cents: number;
  agreed_refund_cents: number | null;
  expires_at: string;
  terms: { from: MailedTerms; to: MailedTerms };
}

interface Text {
  heading: string;
  paragraphs: string[];
  label: string;
}

const sayTime = ({ pickup_time, return_time }: MailedTerms): string =>
  pickup_time && return_time
    ? `, pickup at ${formatTimeOfDay(pickup_time)}, return at ${formatTimeOfDay(return_time)}`
    : "";

function sayTerms(terms: MailedTerms, today: MailedBooking["today"]): string {
  const period = toRentalPeriod(terms);
  return `${formatRange(period, today)}${sayTime(terms)}`;
}

/** What changes, and what it costs the renter or gives back. */
function describeChange(
  { terms: { from, to }, ...change }: MailedChange,
  { today, credit_cents }: Pick<MailedBooking, "today" | "credit_cents">,
): string[] {
  const has = new Set(from.extras.map(({ extra_id }) => extra_id));
  const extras = to.extras.filter(({ extra_id }) => !has.has(extra_id)).map(({ name }) => name);
  const back = change.refund_cents + (change.agreed_refund_cents ?? 0);
  return [
    `Booked: ${sayTerms(from, today)}.`,
    `New: ${sayTerms(to, today)}.`,
    ...(from.meeting_place_name === to.meeting_place_name
      ? []
      : [`New meeting place: ${to.meeting_place_name ?? "the car's own location"}.`]),
    ...(extras.length > 0 ? [`Added: ${extras.join(", ")}.`] : []),
    ...(change.amount_due_cents > 0
      ? [`The change costs ${formatUsd(change.amount_due_cents)}.`]
      : []),
    ...(back > 0
      ? [
          credit_cents > 0
            ? `${formatUsd(back)} goes back to the renter: to the card first, and the rest as credit.`
            : `${formatUsd(back)} goes back to the renter's card.`,
        ]
      : []),
  ];
}

type Texts = Partial<Record<ChangeSide, Text>>;
interface TextFacts {
  change: MailedChange;
  items: string[];
  until: string;
  name: Record<ChangeSide, string>;
  cardLast4: string | null;
  reason: DeclineReason | null;
}

/** Why the renter has to pay on a page. */
const WHY_PAGE: Record<DeclineReason, string> = {
  declined: "Your bank declined the card that you booked with.",
  needs_authentication: "Your bank wants you to confirm the payment.",
  no_card: "No card is saved for this booking.",
};

const LABEL = "View the change";
const STAYS = "Your booking stays as it is, and nothing was charged.";
const otherSide = (side: ChangeSide): ChangeSide => (side === "renter" ? "host" : "renter");
const toBoth = (heading: string, paragraphs: string[]): Texts => ({
  renter: { heading, paragraphs, label: LABEL },
  host: { heading, paragraphs, label: LABEL },
});

/** The texts of each event, by side. */
const TEXTS: Record<ChangeEvent, (facts: TextFacts) => Texts> = {
  requested({ change: { requested_by: asker, message }, items, until, name }) {
    const other = otherSide(asker);
    return {
      [asker]: {
        heading: `You asked ${name[other]} to change the trip`,
        paragraphs: [...items, `${name[other]} can answer until ${until}.`],
        label: LABEL,
      },
      [other]: {
        heading: `${name[asker]} would like to change the trip`,
        paragraphs: [
          ...items,
          ...(message ? [`${name[asker]} writes: “${message}”`] : []),
          `Please answer by ${until}. Without an answer, the booking stays as it is.`,
        ],
        label: LABEL,
      },
    };
  },
  accepted({ items, cardLast4 }) {
    const heading = "Your trip has changed";
    const paid = cardLast4 ? [`It was paid with the card ending in ${cardLast4}.`] : [];
    return {
      renter: { heading, paragraphs: [...items, ...paid], label: LABEL },
      host: { heading, paragraphs: items, label: LABEL },
    };
  },
  declined: ({ change: { requested_by: asker }, items, name }) => ({
    [asker]: {
      heading: `${name[otherSide(asker)]} declined the change`,
      paragraphs: [...items, STAYS],
      label: LABEL,
    },
    [otherSide(asker)]: {
      heading: "You declined the change",
      paragraphs: [...items, STAYS],
      label: LABEL,
    },
  }),
  withdrawn: ({ items }) => toBoth("The change to your trip was withdrawn", [...items, STAYS]),
  expired: ({ items }) => toBoth("The change to your trip has expired", [...items, STAYS]),
  ended: ({ items }) =>
    toBoth("The change to your trip has ended", [
      ...items,
      "The booking was cancelled or the car is back, so we can't make the change. It costs nothing.",
    ]),
  too_late: ({ change, items, name }) => ({
    renter: {
      heading: "We're refunding your payment for the change",
      paragraphs: [
        ...items,
        `Your payment came too late for the change, so the trip stays as it was. We're refunding ${formatUsd(change.amount_due_cents)} to your card.`,
      ],
      label: LABEL,
    },
    host: {
      heading: "The change to your trip has ended",
      paragraphs: [...items, `${name.renter} paid too late, so the booking stays as it was.`],
      label: LABEL,
    },
  }),
  payment_needed: ({ change, items, until, name, reason }) => ({
    renter: {
      heading: `Please pay ${formatUsd(change.amount_due_cents)} for the change to your trip`,
      paragraphs: [
        ...items,
        `${WHY_PAGE[reason ?? "declined"]} Pay on the trip's page with any card until ${until}. Otherwise the booking stays as it is.`,
      ],
      label: "Pay for the change",
    },
    host: {
      heading: `${name.renter} still has to pay for the change`,
      paragraphs: [...items, `The days are held for ${name.renter} until ${until}.`],
      label: LABEL,
    },
  }),
};

/**
 * The receipt of a change that was paid, for the renter's records. It is emailed regardless of the
 * renter's settings. Call it in the transaction that makes the change.
 */
export async function mailChangeReceipt(
  ctx: NotifyCtx,
  { id, booking_id: bookingId, amount_due_cents }: MailedChange,
): Promise<void> {
  const booking = withToday(ctx, await getDetails(ctx.db, bookingId));
  const documents = await readMailedLaterDocuments(ctx, {
    bookingId,
    chargeId: id,
    refundId: null,
  });
  const receipt = changeReceiptMail(booking, ctx.publicUrl(), amount_due_cents);
  const facts = [...(receipt.facts ?? []), ...documents.map(toVatFact)];
  await queueMail(ctx, { to: booking.renter_email, ...layOutMail({ ...receipt, facts }) });
}

/** Call it in the transaction of the event. */
export async function notifyOfChange(
  ctx: NotifyCtx,
  change: MailedChange,
  event: ChangeEvent,
  {
    cardLast4 = null,
    reason = null,
  }: { cardLast4?: string | null; reason?: DeclineReason | null } = {},
): Promise<void> {
  const booking = withToday(ctx, await getDetails(ctx.db, change.booking_id));
  const texts = TEXTS[event]({
    change,
    items: describeChange(change, booking),
    until: formatDeadline(new Date(change.expires_at), booking.today),
    name: { renter: booking.renter_first_name, host: booking.host_first_name },
    cardLast4,
    reason,
  });
  for (const side of ["renter", "host"] as const) {
    const text = texts[side];
    if (!text) continue;
    const path = TRIP_PATHS[side](change.booking_id);
    const { heading, paragraphs, label } = text;
    await notify(ctx, {
      to: booking[`${side}_id`],
      kind: "booking",
      key: `booking_change:${change.id}:${event}`,
      about: nameTrip(booking),
      path,
      always: true,
      mail: {
        subject: `${heading}: ${nameTrip(booking)}`,
        preview: paragraphs[0] ?? heading,
        heading,
        paragraphs,
        facts: toMailFacts(booking, side),
        action: { label, url: ctx.publicUrl() + path },
      },
    });
  }
}
