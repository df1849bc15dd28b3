// Notifications by kind: the bell shows all of them, and emails of a kind can be switched off.
// Emails about the account, receipts and trip cancellations have no kind, so they are always sent.

export const NOTIFICATION_KINDS = [
  "booking",
  "reminder",
  "message",
  "review",
  "payout",
  "listing",
  "favourite",
  "identity",
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export interface KindLabels {
  /** The label of the setting. */
  name: string;
  /** What emails of the kind are about, after "Emails about". */
  about: string;
  /** Why a person receives one, after "You're receiving this because". */
  because: string;
}

export const KIND_LABELS: Record<NotificationKind, KindLabels> = {
  booking: {
    name: "Bookings",
    about: "requests, approvals, cancellations and refunds",
    because: "you have a booking with us",
  },
  reminder: {
    name: "Reminders",
    about:
      "trips starting or ending tomorrow, cars due back in two hours and, for hosts, documents and inspections that are due and the licensing month",
    because: "you have something coming up soon",
  },
  message: {
    name: "Messages",
    about: "unread messages",
    because: "someone sent you a message",
  },
  review: {
    name: "Reviews",
    about: "trips to review and reviews about you",
    because: "it's about a review of one of your trips",
  },
  payout: {
    name: "Payouts",
    about: "your earnings and payouts",
    because: "it's about your earnings as a host",
  },
  listing: {
    name: "Listings",
    about: "decisions on your cars, and cars taken off the site",
    because: "it's about one of your cars",
  },
  favourite: {
    name: "Favourites",
    about: "price drops on saved cars",
    because: "you saved this car as a favourite",
  },
  identity: {
    name: "Verification",
    about: "updates on your ID check",
    because: "you asked us to verify you",
  },
};
