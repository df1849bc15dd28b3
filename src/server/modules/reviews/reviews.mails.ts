// The emails about reviews, by receiving side. Headings are stored for the bell, so they name
// nobody.
import { formatBookingNumber } from "../../../domain/booking/booking-number.ts";
import { fromWireRange, type CalendarDate } from "../../../domain/calendar/dates.ts";
import { formatDayRange, formatDeadline } from "../../../domain/text/format.ts";
import { REVIEW_DAYS, reviewsEndAt, type ReviewSide } from "../../../domain/review/review.ts";
import type { MailContent } from "../../platform/mail/mail-layout.ts";
import type { ReviewedTrip } from "./reviews.repository.ts";

const carName = ({ year, make, model }: ReviewedTrip): string => `${year} ${make} ${model}`;
/** `today` decides whether the dates need their year. */
type MailedTrip = ReviewedTrip & { today: CalendarDate };
const formatDates = (trip: MailedTrip): string => formatDayRange(fromWireRange(trip), trip.today);
const otherName = (trip: ReviewedTrip, side: ReviewSide): string =>
  side === "renter" ? trip.host_first_name : trip.renter_first_name;
const formatEnd = (trip: ReviewedTrip): string => formatDeadline(reviewsEndAt(trip.ended_on));
const SEALED = "Reviews stay private until you've both left one or the time is up.";

type MailWriter = (trip: MailedTrip, side: ReviewSide, url: string) => MailContent;

const toTripFacts = (trip: MailedTrip): NonNullable<MailContent["facts"]> => [
  ["Booking", formatBookingNumber(trip.number)],
  ["Car", carName(trip)],
  ["Dates", formatDates(trip)],
];

const REQUEST: MailWriter = (trip, side, url) => ({
  subject:
    side === "renter"
      ? `How was the ${carName(trip)}?`
      : `How was your renter, ${otherName(trip, side)}?`,
  preview: `Leave a review within ${REVIEW_DAYS} days.`,
  heading: side === "renter" ? "How was your trip?" : "How was your renter?",
  paragraphs: [
    side === "renter"
      ? `Your trip with ${otherName(trip, side)}'s ${carName(trip)} is over. Your review helps other renters, and good hosts.`
      : `${otherName(trip, side)} has returned your ${carName(trip)}. Your review helps other hosts decide.`,
    SEALED,
  ],
  facts: toTripFacts(trip),
  action: { label: "Leave a review", url },
  note: `You can leave a review until ${formatEnd(trip)}.`,
});

const REMINDER: MailWriter = (trip, side, url) => ({
  subject: `Last days to review ${side === "renter" ? `the ${carName(trip)}` : otherName(trip, side)}`,
  preview: `You can leave a review until ${formatEnd(trip)}.`,
  heading: "Last chance to leave a review",
  paragraphs: [`You can leave a review until ${formatEnd(trip)}.`, SEALED],
  facts: toTripFacts(trip),
  action: { label: "Leave a review", url },
});

const WRITTEN: MailWriter = (trip, side, url) => ({
  subject: `${otherName(trip, side)} left a review of ${side === "renter" ? "you" : `your ${carName(trip)}`}`,
  preview: "Write yours to see it.",
  heading: `${otherName(trip, side)} left you a review`,
  paragraphs: [
    `${otherName(trip, side)} left a review of the trip with the ${carName(trip)}. Write yours to see it: we'll then publish both.`,
  ],
  facts: toTripFacts(trip),
  action: { label: "Leave a review", url },
  note: `You can leave a review until ${formatEnd(trip)}. After that, we'll publish theirs without yours.`,
});

const PUBLISHED: MailWriter = (trip, side, url) => ({
  subject: `Your review from ${otherName(trip, side)} is live`,
  preview: `It is about the trip with the ${carName(trip)}.`,
  heading: `Your review from ${otherName(trip, side)} is live`,
  paragraphs: [
    side === "renter"
      ? `You can now read what ${otherName(trip, side)} wrote about you. Hosts you ask for a car can read it too.`
      : `You can now read what ${otherName(trip, side)} wrote about the trip with your ${carName(trip)}, and post a public response.`,
  ],
  facts: toTripFacts(trip),
  action: { label: "Read the review", url },
});

const ANSWERED: MailWriter = (trip, side, url) => ({
  subject: `${otherName(trip, side)} responded to your review`,
  preview: `It is about the trip with the ${carName(trip)}.`,
  heading: `${otherName(trip, side)} responded to your review`,
  paragraphs: [
    `${otherName(trip, side)} responded to your review of the ${carName(trip)}. The response is public.`,
  ],
  facts: toTripFacts(trip),
  action: { label: "Read the response", url },
});

/** By event; `side` is the recipient's. */
export const REVIEW_MAILS = {
  review_request: REQUEST,
  review_reminder: REMINDER,
  review_written: WRITTEN,
  review_published: PUBLISHED,
  review_answered: ANSWERED,
} satisfies Record<string, MailWriter>;
export type ReviewMail = keyof typeof REVIEW_MAILS;

/** Sent to a person who reported a review. */
export const reportDecided = (isHidden: boolean, reason: string, url: string): MailContent => ({
  subject: isHidden ? "The review you reported was taken down" : "The review you reported stays",
  preview: "We've looked into it.",
  heading: isHidden ? "The review you reported was taken down" : "The review you reported stays",
  paragraphs: ["Thank you for letting us know. We've looked into the review.", `Reason: ${reason}`],
  action: { label: "Go to the page", url },
});

/** Sent to the author of a review that was hidden. */
export const reviewHidden = (trip: MailedTrip, reason: string, url: string): MailContent => ({
  subject: `Your review of the trip with the ${carName(trip)} was taken down`,
  preview: "No one else can see it now.",
  heading: "Your review was taken down",
  paragraphs: [
    "We've taken down your review, and it no longer counts towards any rating.",
    `Reason: ${reason}`,
  ],
  facts: toTripFacts(trip),
  action: { label: "See the review", url },
});
