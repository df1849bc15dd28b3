// The outcome of a booking after its checkout (product.md's states of booking and payment).
import type { Booking } from "../../../contract/bookings/bookings.ts";

export type Outcome =
  /** Approved and paid, or already completed. */
  | "confirmed"
  /** The card is authorised and the host has to decide. */
  | "requested"
  /** The card is authorised and being charged. */
  | "charging"
  /** The payment provider knows of no payment. */
  | "unpaid"
  | "rejected"
  /** The request ended unanswered, or was paid after the pickup time. */
  | "lapsed"
  /** The renter withdrew the request. */
  | "withdrawn"
  /** The charge was declined. */
  | "card_refused"
  /** The checkout ended without a payment. */
  | "expired"
  | "cancelled";

type Facts = Pick<
  Booking,
  "status" | "payment_status" | "approving" | "booking_mode" | "withdrawn"
>;

export function findOutcome(booking: Facts): Outcome {
  const { status, payment_status, approving, booking_mode, withdrawn } = booking;
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
      if (withdrawn) return "withdrawn";
      return payment_status === "voided" ? "lapsed" : "cancelled";
  }
}

/** The booking exists, or will once the host or the payment provider has answered. */
export const isMade = (booking: Facts): boolean =>
  ["confirmed", "requested", "charging"].includes(findOutcome(booking));

/** The payment provider's state may still change in a moment. */
export const isUnsettled = (booking: Facts): boolean =>
  ["charging", "unpaid"].includes(findOutcome(booking));
