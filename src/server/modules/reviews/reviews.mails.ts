// What people are mailed about reviews, by the side that gets it. Headings are kept for the bell, so they name nobody.
import { formatInstantInNassau, formatRange, type CalendarDate } from "../../../domain/calendar/dates.ts";
import { REVIEW_DAYS, reviewsEndAt, type ReviewSide } from "../../../domain/booking/review.ts";
import type { MailContent } from "../../platform/mail/mail-layout.ts";
import type { Stay } from "./reviews.repository.ts";

const carOf = ({ year, make, model }: Stay): string => `${year} ${make} ${model}`;
/** `today` decides whether the dates need their year. */
type MailedStay = Stay & { today: CalendarDate };
const datesOf = ({ start_date: start, end_date: end, today }: MailedStay): string => formatRange({ start, end }, today);
const otherOf = (stay: Stay, side: ReviewSide): string =>
  side === "renter" ? stay.host_first_name : stay.renter_first_name;
const endOf = (stay: Stay): string => formatInstantInNassau(reviewsEndAt(stay.end_date));
const SEALED = "Neither of you reads what the other wrote until both have written, or the time is over.";

type Words = (stay: MailedStay, side: ReviewSide, url: string) => MailContent;

const factsOf = (stay: MailedStay): NonNullable<MailContent["facts"]> => [
  ["Car", carOf(stay)],
  ["Dates", datesOf(stay)],
];

const REQUEST: Words = (stay, side, url) => ({
  subject: side === "renter" ? `How was the ${carOf(stay)}?` : `How was your renter, ${otherOf(stay, side)}?`,
  preview: `Leave a review within ${REVIEW_DAYS} days.`,
  heading: side === "renter" ? "How was your trip?" : "How was your renter?",
  paragraphs: [
    side === "renter"
      ? `Your trip with ${otherOf(stay, side)}'s ${carOf(stay)} is over. Your review helps the next renter, and a good host.`
      : `${otherOf(stay, side)} has brought your ${carOf(stay)} back. Your review helps the next host to say yes.`,
    SEALED,
  ],
  facts: factsOf(stay),
  action: { label: "Leave a review", url },
  note: `You can write until ${endOf(stay)}.`,
});

const REMINDER: Words = (stay, side, url) => ({
  subject: `Last days to review ${side === "renter" ? `the ${carOf(stay)}` : otherOf(stay, side)}`,
  preview: `You can write until ${endOf(stay)}.`,
  heading: "The time for your review ends soon",
  paragraphs: [`You can write until ${endOf(stay)}.`, SEALED],
  facts: factsOf(stay),
  action: { label: "Leave a review", url },
});

const WRITTEN: Words = (stay, side, url) => ({
  subject: `${otherOf(stay, side)} has reviewed ${side === "renter" ? "you" : `your ${carOf(stay)}`}`,
  preview: "Write yours to read it.",
  heading: "You were reviewed: write yours to read it",
  paragraphs: [
    `${otherOf(stay, side)} has written a review of the trip with the ${carOf(stay)}. Once you have written yours, both are published.`,
  ],
  facts: factsOf(stay),
  action: { label: "Leave a review", url },
  note: `You can write until ${endOf(stay)}. After that the review is published without yours.`,
});

const PUBLISHED: Words = (stay, side, url) => ({
  subject: `${otherOf(stay, side)}'s review is published`,
  preview: `It is about the trip with the ${carOf(stay)}.`,
  heading: "A review of you is published",
  paragraphs: [
    side === "renter"
      ? `You can read now what ${otherOf(stay, side)} wrote about you. Hosts whom you ask for a car read it too.`
      : `You can read now what ${otherOf(stay, side)} wrote about the trip with your ${carOf(stay)}, and answer it where everybody reads it.`,
  ],
  facts: factsOf(stay),
  action: { label: "Read the review", url },
});

const ANSWERED: Words = (stay, side, url) => ({
  subject: `${otherOf(stay, side)} has answered your review`,
  preview: `It is about the trip with the ${carOf(stay)}.`,
  heading: "Your review was answered",
  paragraphs: [`${otherOf(stay, side)} has answered your review of the ${carOf(stay)}. Everybody can read the answer.`],
  facts: factsOf(stay),
  action: { label: "Read the answer", url },
});

/** By the event's name; `side` is who gets it. */
export const MAILS = {
  review_request: REQUEST,
  review_reminder: REMINDER,
  review_written: WRITTEN,
  review_published: PUBLISHED,
  review_answered: ANSWERED,
} satisfies Record<string, Words>;
export type ReviewMail = keyof typeof MAILS;

/** To who reported a review. */
export const reportDecided = (isHidden: boolean, reason: string, url: string): MailContent => ({
  subject: isHidden ? "The review you reported was taken down" : "The review you reported stays",
  preview: "We have looked at it.",
  heading: isHidden ? "The review you reported was taken down" : "The review you reported stays",
  paragraphs: ["Thank you for telling us. We have looked at the review.", `Why: ${reason}`],
  action: { label: "Go to the page", url },
});

/** To who wrote a review that was taken off the site. */
export const reviewHidden = (stay: MailedStay, reason: string, url: string): MailContent => ({
  subject: `Your review of the trip with the ${carOf(stay)} was taken down`,
  preview: "Nobody else reads it any more.",
  heading: "Your review was taken down",
  paragraphs: ["We have taken your review off the site, and it counts in no rating.", `Why: ${reason}`],
  facts: factsOf(stay),
  action: { label: "See the review", url },
});
