// What became of a booking after its checkout, as the page tells it apart (product.md's states of booking and payment).
import type { Booking } from "../../../contract/bookings/bookings.ts";

export type Outcome =
  /** Approved and paid, or already driven. */
  | "confirmed"
  /** The card is held and the host is asked. */
  | "requested"
  /** The card is held and is being charged. */
  | "charging"
  /** The card provider knows of no payment. */
  | "unpaid"
  | "rejected"
  /** Nobody answered the request in time. */
  | "lapsed"
  /** The card was refused when it was charged. */
  | "card_refused"
  /** The checkout ended without a payment. */
  | "expired"
  | "cancelled";

type Facts = Pick<Booking, "status" | "payment_status" | "approving" | "booking_mode">;

export function outcomeOf({ status, payment_status, approving, booking_mode }: Facts): Outcome {
  switch (status) {
    case "approved":
    case "completed":
      return "confirmed";
    case "rejected":
      return "rejected";
    case "pending":
      if (payment_status === "unpaid") return "unpaid";
      return booking_mode === "approval" && !approving ? "requested" : "charging";
    case "cancelled":
      if (payment_status === "failed") return "card_refused";
      if (payment_status === "expired") return "expired";
      return payment_status === "voided" ? "lapsed" : "cancelled";
  }
}

/** There is a booking, or will be as soon as the host or the card provider has answered. */
export const isMade = (booking: Facts): boolean => ["confirmed", "requested", "charging"].includes(outcomeOf(booking));

/** The card provider may have more to say in a moment. */
export const isUnsettled = (booking: Facts): boolean => ["charging", "unpaid"].includes(outcomeOf(booking));
