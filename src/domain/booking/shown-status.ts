// What a booking's statuses read. A dispute of its payment replaces both texts, because it decides
// what happens next (product.md, Booking and payment); every page, email and export uses these.
import { badgeStyle, type BadgeStyle } from "./booking-lists.ts";
import type { BookingStatus, PaymentStatus } from "./booking.ts";
import { capitalised } from "../text/capitalised.ts";
import type { DisputeStatus } from "../money/dispute.ts";

/** The disputes that have moved money and were not won. */
export const SHOWN_DISPUTES = ["open", "lost"] as const satisfies readonly DisputeStatus[];
/** The dispute that determines what a booking reads; null if there is none. */
export type ShownDispute = (typeof SHOWN_DISPUTES)[number] | null;

export const DISPUTE_LABELS: Record<DisputeStatus, string> = {
  inquiry: "Bank inquiry",
  dropped: "Inquiry closed",
  open: "Disputed",
  won: "Dispute won",
  lost: "Charged back",
};

const PAYMENT_LABELS: Record<PaymentStatus, string> = {
  unpaid: "Not paid",
  authorized: "On hold",
  paid: "Paid",
  refunded: "Refunded",
  partially_refunded: "Partially refunded",
  voided: "Not charged",
  failed: "Not charged",
  expired: "Not charged",
};

export interface ShownStatus {
  label: string;
  style: BadgeStyle;
}

const toShownDispute = (dispute: NonNullable<ShownDispute>): ShownStatus => ({
  label: DISPUTE_LABELS[dispute],
  style: dispute === "lost" ? "destructive" : "secondary",
});

/** "Approved" (specification section 4), or what a dispute makes of it. */
export const shownStatus = (status: BookingStatus, dispute: ShownDispute): ShownStatus =>
  dispute ? toShownDispute(dispute) : { label: capitalised(status), style: badgeStyle(status) };

/** "Paid" (specification section 3), or what a dispute makes of it. */
export const shownPayment = (status: PaymentStatus, dispute: ShownDispute): ShownStatus =>
  dispute
    ? toShownDispute(dispute)
    : { label: PAYMENT_LABELS[status], style: status === "paid" ? "default" : "secondary" };
