// What people are told of, by kind: the bell shows all of it, and mails of a kind can be switched
// off. Mails about the account itself and receipts have no kind, so they always come; so do
// cancellations of trips (bookings.notices.ts).

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

export interface KindWords {
  /** Of the choice in the settings. */
  name: string;
  /** What mails of the kind are about, after "mails about". */
  about: string;
  /** Why somebody gets one, after "You get this mail because". */
  because: string;
}

export const KIND_WORDS: Record<NotificationKind, KindWords> = {
  booking: {
    name: "Bookings",
    about: "requests, answers and refunds",
    because: "it is about a booking of yours",
  },
  reminder: {
    name: "Reminders",
    about: "trips that begin or end tomorrow, and papers of your cars that expire",
    because: "it reminds you of something that is due soon",
  },
  message: {
    name: "Messages",
    about: "messages that you have not read",
    because: "somebody wrote to you",
  },
  review: {
    name: "Reviews",
    about: "trips to review, and what was written about yours",
    because: "it is about the review of a trip of yours",
  },
  payout: {
    name: "Payouts",
    about: "what you have earned, and where it goes",
    because: "it is about what you earn as a host",
  },
  listing: {
    name: "Listings",
    about: "what we decide on your cars, and cars that go off the site",
    because: "it is about a car that you list",
  },
  favourite: {
    name: "Favourites",
    about: "cars that you have saved and that get cheaper",
    because: "you saved this car as a favourite",
  },
  identity: {
    name: "Verification",
    about: "what we decide on the documents that you sent us",
    because: "you asked us to verify you",
  },
};
