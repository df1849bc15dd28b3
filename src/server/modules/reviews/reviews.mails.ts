// The emails about reviews, by receiving side. Headings are stored for the bell, so they name
// nobody.
import { toRentalPeriod } from "../../../domain/booking/rental-period.ts";
import type { CalendarDate } from "../../../domain/calendar/dates.ts";
import { formatDeadline, formatRange } from "../../../domain/text/format.ts";
import { REVIEW_DAYS, reviewsEndAt, type ReviewSide } from "../../../domain/booking/review.ts";
import type { MailContent } from "../../platform/mail/mail-layout.ts";
import type { Stay } from "./reviews.repository.ts";

const carOf = ({ year, make, model }: Stay): string => `${year} ${make} ${model}`;
/** `today` decides whether the dates need their year. */
type MailedStay = Stay & { today: CalendarDate };
const datesOf = (stay: MailedStay): string => formatRange(toRentalPeriod(stay), stay.today);
const otherOf = (stay: Stay, side: ReviewSide): string =>
  side === "renter" ? stay.host_first_name : stay.renter_first_name;
const endOf = (stay: Stay): string => formatDeadline(reviewsEndAt(stay.end_date));
const SEALED = "Reviews stay private until you've both left one or the time is up.";

type Words = (stay: MailedStay, side: ReviewSide, url: string) => MailContent;

const toStayFacts = (stay: MailedStay): NonNullable<MailContent["facts"]> => [
  ["Car", carOf(stay)],
  ["Dates", datesOf(stay)],
];

const REQUEST: Words = (stay, side, url) => ({
  subject:
    side === "renter"
      ? `How was the ${carOf(stay)}?`
      : `How was your renter, ${otherOf(stay, side)}?`,
  preview: `Leave a review within ${REVIEW_DAYS} days.`,
  heading: side === "renter" ? "How was your trip?" : "How was your renter?",
  paragraphs: [
    side === "renter"
      ? `Your trip with ${otherOf(stay, side)}'s ${carOf(stay)} is over. Your review helps other renters, and good hosts.`
      : `${otherOf(stay, side)} has returned your ${carOf(stay)}. Your review helps other hosts decide.`,
    SEALED,
  ],
  facts: toStayFacts(stay),
  action: { label: "Leave a review", url },
  note: `You can leave a review until ${endOf(stay)}.`,
});

const REMINDER: Words = (stay, side, url) => ({
  subject: `Last days to review ${side === "renter" ? `the ${carOf(stay)}` : otherOf(stay, side)}`,
  preview: `You can leave a review until ${endOf(stay)}.`,
  heading: "Last chance to leave a review",
  paragraphs: [`You can leave a review until ${endOf(stay)}.`, SEALED],
  facts: toStayFacts(stay),
  action: { label: "Leave a review", url },
});

const WRITTEN: Words = (stay, side, url) => ({
  subject: `${otherOf(stay, side)} left a review of ${side === "renter" ? "you" : `your ${carOf(stay)}`}`,
  preview: "Write yours to see it.",
  heading: `${otherOf(stay, side)} left you a review`,
  paragraphs: [
    `${otherOf(stay, side)} left a review of the trip with the ${carOf(stay)}. Write yours to see it: we'll then publish both.`,
  ],
  facts: toStayFacts(stay),
  action: { label: "Leave a review", url },
  note: `You can leave a review until ${endOf(stay)}. After that, we'll publish theirs without yours.`,
});

const PUBLISHED: Words = (stay, side, url) => ({
  subject: `Your review from ${otherOf(stay, side)} is live`,
  preview: `It is about the trip with the ${carOf(stay)}.`,
  heading: `Your review from ${otherOf(stay, side)} is live`,
  paragraphs: [
    side === "renter"
      ? `You can now read what ${otherOf(stay, side)} wrote about you. Hosts you ask for a car can read it too.`
      : `You can now read what ${otherOf(stay, side)} wrote about the trip with your ${carOf(stay)}, and post a public response.`,
  ],
  facts: toStayFacts(stay),
  action: { label: "Read the review", url },
});

const ANSWERED: Words = (stay, side, url) => ({
  subject: `${otherOf(stay, side)} responded to your review`,
  preview: `It is about the trip with the ${carOf(stay)}.`,
  heading: `${otherOf(stay, side)} responded to your review`,
  paragraphs: [
    `${otherOf(stay, side)} responded to your review of the ${carOf(stay)}. The response is public.`,
  ],
  facts: toStayFacts(stay),
  action: { label: "Read the response", url },
});

/** By event; `side` is the recipient's. */
export const MAILS = {
  review_request: REQUEST,
  review_reminder: REMINDER,
  review_written: WRITTEN,
  review_published: PUBLISHED,
  review_answered: ANSWERED,
} satisfies Record<string, Words>;
export type ReviewMail = keyof typeof MAILS;

/** Sent to a person who reported a review. */
export const reportDecided = (isHidden: boolean, reason: string, url: string): MailContent => ({
  subject: isHidden ? "The review you reported was taken down" : "The review you reported stays",
  preview: "We've looked into it.",
  heading: isHidden ? "The review you reported was taken down" : "The review you reported stays",
  paragraphs: ["Thank you for letting us know. We've looked into the review.", `Reason: ${reason}`],
  action: { label: "Go to the page", url },
});

/** Sent to the author of a review that was hidden. */
export const reviewHidden = (stay: MailedStay, reason: string, url: string): MailContent => ({
  subject: `Your review of the trip with the ${carOf(stay)} was taken down`,
  preview: "No one else can see it now.",
  heading: "Your review was taken down",
  paragraphs: [
    "We've taken down your review, and it no longer counts towards any rating.",
    `Reason: ${reason}`,
  ],
  facts: toStayFacts(stay),
  action: { label: "See the review", url },
});
