// Notifies of a refund of a charge after the booking: the host when it is decided, the renter when
// the provider has made it.
import { CHARGE_NAMES } from "../../../../domain/tariff/charge-names.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import type { NotifyCtx } from "../../../platform/context.ts";
import { notify } from "../../notifications/notifications.service.ts";
import { readMailedLaterDocuments } from "../../vat/vat-document-reads.service.ts";
import { getDetails } from "../bookings.repository.ts";
import { nameTrip, toMailFacts, TRIP_PATHS, withToday } from "./booking-mail.ts";
import { toVatFact } from "./vat-facts.ts";

interface RefundedCharge {
  id: string;
  booking_id: string;
  kind: keyof typeof CHARGE_NAMES;
  card_last4: string | null;
}

interface LaterRefund {
  id: string;
  amount_cents: number;
  borne_by_host_cents: number;
  reason: string;
}

/** Call it in the transaction that stores the refund as made. */
export async function notifyRenterOfRefund(
  ctx: NotifyCtx,
  charge: RefundedCharge,
  refund: LaterRefund,
): Promise<void> {
  const { id: chargeId, booking_id: bookingId, card_last4: last4 } = charge;
  const documents = await readMailedLaterDocuments(ctx, {
    bookingId,
    chargeId,
    refundId: refund.id,
  });
  const amount = formatUsd(refund.amount_cents);
  const card = last4 === null ? "your card" : `your card ending in ${last4}`;
  await send(ctx, charge, refund, {
    side: "renter",
    heading: () => `We refunded ${amount}`,
    what: `We refunded ${amount} of the ${nameCharge(charge)} charge to ${card}. Your bank may take 5 to 10 days to show it.`,
    facts: documents.map(toVatFact),
  });
}

/**
 * The host's earnings change with the decision. A host who bears nothing of it is not notified.
 * Call it in the transaction of the decision.
 */
export async function notifyHostOfRefund(
  ctx: NotifyCtx,
  charge: RefundedCharge,
  refund: LaterRefund,
): Promise<void> {
  if (refund.borne_by_host_cents === 0) return;
  const amount = formatUsd(refund.amount_cents);
  await send(ctx, charge, refund, {
    side: "host",
    heading: (renter) => `${renter} gets a refund of ${amount}`,
    what: `It's for the ${nameCharge(charge)} charge. ${formatUsd(refund.borne_by_host_cents)} of it comes out of your earnings.`,
    facts: [],
  });
}

const nameCharge = ({ kind }: RefundedCharge): string => CHARGE_NAMES[kind].toLowerCase();

interface RefundMail {
  side: "renter" | "host";
  heading: (renterName: string) => string;
  what: string;
  facts: ReturnType<typeof toVatFact>[];
}

async function send(
  ctx: NotifyCtx,
  { booking_id: bookingId }: RefundedCharge,
  refund: LaterRefund,
  { side, what, facts, ...given }: RefundMail,
): Promise<void> {
  const booking = withToday(ctx, await getDetails(ctx.db, bookingId));
  const heading = given.heading(booking.renter_first_name);
  await notify(ctx, {
    to: booking[`${side}_id`],
    kind: "booking",
    key: `later_refund:${refund.id}`,
    about: nameTrip(booking),
    path: TRIP_PATHS[side](bookingId),
    always: true,
    mail: {
      subject: `${heading}: ${nameTrip(booking)}`,
      preview: what,
      heading,
      paragraphs: [what, `Reason: ${refund.reason}`],
      facts: [...toMailFacts(booking, side), ...facts],
      action: { label: "View trip", url: ctx.publicUrl() + TRIP_PATHS[side](bookingId) },
    },
  });
}
