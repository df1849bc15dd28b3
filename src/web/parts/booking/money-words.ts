// How an event of a booking's money reads to each side of it.
import type { Api } from "../../../contract/index.ts";
import { PRODUCT_NAME } from "../../../domain/brand.ts";

export type MoneyEvent = Api["GET /api/bookings/{id}/timeline"]["output"]["money"][number];
export type MoneyViewer = "renter" | "host" | "admin";

export interface MoneyWords {
  title: string;
  /** What it means, where the title does not say it. */
  note?: string;
}

/** Who decided a refund, to the one who reads it. */
const DECIDED: Record<MoneyViewer, Record<"renter" | "host" | "admin", string>> = {
  renter: { renter: "by you", host: "by your host", admin: `by ${PRODUCT_NAME}` },
  host: { renter: "by the renter", host: "by you", admin: `by ${PRODUCT_NAME}` },
  admin: { renter: "by the renter", host: "by the host", admin: "by an admin" },
};

const YOUR_EARNINGS_STAY = "Your earnings stay as they are.";

function refundDecided({ by, borne_by }: MoneyEvent, viewer: MoneyViewer): MoneyWords {
  const title = `Refund decided ${by ? DECIDED[viewer][by] : ""}`.trim();
  if (viewer === "renter") return { title };
  if (viewer === "admin") return { title, note: borne_by ? BORNE[borne_by] : "All that was left, by a cancellation." };
  switch (borne_by) {
    case "host":
      return { title, note: "It goes back to the renter, off your earnings." };
    case "platform":
      return { title, note: `A part goes back to the renter, from ${PRODUCT_NAME}. ${YOUR_EARNINGS_STAY}` };
    case null:
      return { title, note: "The booking was cancelled: the renter gets back what was paid, and nothing is earned." };
  }
}

/** Who bears a part, to an admin. */
const BORNE = {
  host: "Paid by the host, up to what the booking earns.",
  platform: `Borne by ${PRODUCT_NAME}.`,
} as const;

/** What is said alike to everybody who hears of it, or to the host in other words. */
const WORDS: Record<Exclude<MoneyEvent["kind"], "refund_decided">, MoneyWords & { host?: MoneyWords }> = {
  held: { title: "Card held, not charged", host: { title: "The renter's card is held" } },
  released: { title: "Hold on the card released", host: { title: "The renter's card is released" } },
  charged: { title: "Card charged", host: { title: "The renter's card is charged" } },
  provider_fee: { title: "Kept by the card provider" },
  refund_made: { title: "Refund made", host: { title: "Given back to the renter" } },
  refund_settled: { title: "Refund made by the bank", host: { title: "Given back to the renter by the bank" } },
  dispute_asked: { title: "A bank asks about the charge", note: "No money has moved." },
  dispute_opened: {
    title: "Disputed: the bank has taken it back",
    host: { title: "The renter's bank questions the payment", note: YOUR_EARNINGS_STAY },
  },
  dispute_won: { title: "Dispute won" },
  dispute_lost: { title: "Dispute lost" },
  dispute_over: { title: "The bank's question is settled", note: YOUR_EARNINGS_STAY },
  paid_out: { title: "Paid out to the host", host: { title: "Paid out to your bank" } },
  payout_failed: {
    title: "The payout came back",
    note: "It is part of the host's next payout.",
    host: { title: "The payout came back", note: "It is part of your next payout." },
  },
  earned: { title: "Earned by the host", host: { title: "You earned your share" } },
};

/** The words for an event, as the one who looks reads them. */
export function moneyWords(event: MoneyEvent, viewer: MoneyViewer): MoneyWords {
  if (event.kind === "refund_decided") return refundDecided(event, viewer);
  // What the host bears of a rental that was paid before.
  if (event.kind === "paid_out" && (event.amount_cents ?? 0) < 0) return { title: "Taken off a payout" };
  const words = WORDS[event.kind];
  return (viewer === "host" && words.host) || words;
}

/** What an event does to the host's earnings is signed; every other amount is what was moved. Null where it is none of theirs. */
export function moneyAmount({ kind, amount_cents, borne_by }: MoneyEvent, viewer: MoneyViewer): number | null {
  if (viewer !== "host" || amount_cents === null || borne_by === null) return amount_cents;
  // It is taken off once: when it is decided.
  return kind === "refund_decided" ? -amount_cents : null;
}
