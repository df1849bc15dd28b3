// The wording of a payment event for each viewer.
import type { Api } from "../../../contract/index.ts";
import { PRODUCT_NAME } from "../../../domain/brand.ts";
import { formatCounted } from "../../../domain/text/format.ts";

export type ShownMoneyEvent = Api["GET /api/bookings/{id}/timeline"]["output"]["money"][number];
export type MoneyViewer = "renter" | "host" | "admin";

export interface MoneyEventText {
  title: string;
  /** What it means, if the title does not say so. */
  note?: string;
}

/** Who decided a refund, by viewer. */
const DECIDED: Record<MoneyViewer, Record<NonNullable<ShownMoneyEvent["by"]>, string>> = {
  renter: {
    renter: "You cancelled",
    host: "Your host cancelled",
    admin: `Refund approved by ${PRODUCT_NAME}`,
    provider: "Refunded after your bank returned the payment",
  },
  host: {
    renter: "The renter cancelled",
    host: "You cancelled",
    admin: `Refund approved by ${PRODUCT_NAME}`,
    provider: "Refunded after the renter's bank returned the payment",
  },
  admin: {
    renter: "Cancelled by the renter",
    host: "Cancelled by the host",
    admin: "Refund approved by an admin",
    provider: "Refunded after a won appeal",
  },
};

const YOUR_EARNINGS_STAY = "Your earnings don't change.";

function refundDecided(
  { by, borne_by, days }: ShownMoneyEvent,
  viewer: MoneyViewer,
): MoneyEventText {
  const decided = by ? DECIDED[viewer][by] : "Refund approved";
  const title = days ? `${decided}: ${formatCounted(days, "day", "days")}` : decided;
  if (viewer === "renter") return { title };
  if (viewer === "admin")
    return {
      title,
      note: borne_by ? BORNE[borne_by] : "The rest of the payment, on cancellation.",
    };
  switch (borne_by) {
    case "host":
      return { title, note: "Refunded to the renter from your earnings." };
    case "shared":
      return {
        title,
        note: `Your share of a refund to the renter. ${PRODUCT_NAME} gives back its own.`,
      };
    case "platform":
      return {
        title,
        note: `${PRODUCT_NAME} covers this refund to the renter. ${YOUR_EARNINGS_STAY}`,
      };
    case null:
      return {
        title,
        note: "The booking was cancelled: the renter gets a refund, and you aren't paid for this trip.",
      };
  }
}

/** Who bears a part of a refund, for admins. */
const BORNE = {
  shared: `Paid by the host and ${PRODUCT_NAME}, in proportion.`,
  host: "Paid by the host, up to what the booking earns.",
  platform: `Paid by ${PRODUCT_NAME}.`,
} as const;

/** The wording for everyone, with a different one for the host where needed. */
const TEXTS: Record<
  Exclude<ShownMoneyEvent["kind"], "refund_decided">,
  MoneyEventText & { host?: MoneyEventText }
> = {
  held: { title: "Card authorised", host: { title: "Renter's card authorised" } },
  released: { title: "Hold released", host: { title: "Hold on the renter's card released" } },
  charged_later: {
    title: "Card charged after the trip",
    host: { title: "Renter's card charged after the trip" },
  },
  charged: { title: "Card charged", host: { title: "Renter's card charged" } },
  provider_fee: { title: "Kept by the card provider" },
  refund_made: { title: "Refund sent", host: { title: "Refunded to the renter" } },
  refund_settled: {
    title: "Refunded by the bank",
    host: { title: "Refunded to the renter by the bank" },
  },
  dispute_asked: { title: "The bank asked about the charge", note: "No money has moved." },
  dispute_opened: {
    title: "Disputed: the bank took the payment back",
    host: {
      title: "Disputed: the renter's bank took the payment back",
      note: "We'll tell you how the bank decides.",
    },
  },
  dispute_won: { title: "Dispute won" },
  dispute_lost: {
    title: "Charged back: the bank kept the payment",
    host: { title: "Charged back: the renter's bank kept the payment" },
  },
  dispute_over: { title: "The dispute was won", note: YOUR_EARNINGS_STAY },
  host_fee: {
    title: "Credit for the late cancellation",
    host: { title: "Cancellation fee", note: "Taken off your next payout." },
  },
  host_fee_waived: {
    title: "Host's cancellation fee waived",
    host: { title: "Cancellation fee waived" },
  },
  credit_spent: { title: "Paid with credit" },
  credit_returned: { title: "Credit returned" },
  paid_out: { title: "Paid out to the host", host: { title: "Paid out to your bank" } },
  payout_failed: {
    title: "Payout returned",
    note: "It will be part of the host's next payout.",
    host: { title: "Payout returned", note: "It will be part of your next payout." },
  },
  earned: { title: "Earned by the host", host: { title: "You earned your share" } },
};

/** The wording of an event for a viewer. */
export function describeMoneyEvent(event: ShownMoneyEvent, viewer: MoneyViewer): MoneyEventText {
  if (event.kind === "refund_decided") return refundDecided(event, viewer);
  // The host's part of a refund on a rental that was already paid out.
  if (event.kind === "paid_out" && (event.amount_cents ?? 0) < 0)
    return { title: "Taken off a payout" };
  const text = TEXTS[event.kind];
  return (viewer === "host" && text.host) || text;
}

/** The amount of an event: signed for its effect on the host's earnings, otherwise the amount
 *  moved. Null if it does not concern the viewer. */
export function moneyAmount(
  { kind, amount_cents, borne_by }: ShownMoneyEvent,
  viewer: MoneyViewer,
): number | null {
  if (viewer === "host" && kind === "host_fee") return amount_cents && -amount_cents;
  if (viewer !== "host" || amount_cents === null || borne_by === null) return amount_cents;
  // Deducted once: when the refund is decided.
  return kind === "refund_decided" ? -amount_cents : null;
}
