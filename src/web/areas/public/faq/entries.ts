// The questions and answers. What the code enforces is said from its constants, what only people can keep from parts/page/claims.ts.
import {
  ANSWER_HOURS,
  CHECKOUT_MINUTES,
  MAX_UNPAID_HOLDS,
  RENTER_CANCELLATION_HOURS,
} from "../../../../domain/booking/booking-deadlines.ts";
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { MAX_VEHICLE_YEARS } from "../../../../domain/listing/listing-review.ts";
import { MAX_DAYS_AHEAD, MAX_RENTAL_DAYS } from "../../../../domain/booking/rental-period.ts";
import { MINIMUM_RENTER_AGE } from "../../../../domain/person/renter.ts";
import { CLAIMS } from "../../../parts/page/claims.ts";
import { HOST_SHARE, PLATFORM_SHARE, PROCESSING_FEE, SERVICE_FEE } from "../../../parts/booking/rates.ts";
import { paths } from "../../../paths.ts";

export interface FaqEntry {
  /** Of its element, for links to it: stays the same when the words change. */
  id: string;
  question: string;
  /** Paragraphs. */
  answer: readonly string[];
  link?: { to: string; label: string };
}

export interface FaqGroup {
  id: "general" | "renters" | "hosts" | "safety";
  title: string;
  entries: readonly FaqEntry[];
}

const WHOLE_REFUND = "you get back everything you paid, fees included";

export const FAQ: readonly FaqGroup[] = [
  {
    id: "general",
    title: "General",
    entries: [
      {
        id: "what-it-is",
        question: `What is ${PRODUCT_NAME}?`,
        answer: [
          `${PRODUCT_NAME} is a marketplace for cars in The Bahamas. Hosts rent out their own cars, renters book them online, and we review every listing before it goes on the site. You say it “key drive”.`,
        ],
        link: { to: paths.about(), label: "About us" },
      },
      {
        id: "where",
        question: "On which islands can I rent a car?",
        answer: [
          "Wherever a host lists one: Nassau and Paradise Island, Grand Bahama, Abaco, Eleuthera, Exuma, Andros, Long Island and others. Search for an island, a town or an airport to see what is there.",
        ],
        link: { to: paths.browse(), label: "Browse cars" },
      },
      {
        id: "account",
        question: "Do I need an account?",
        answer: [
          "Not for looking around. To book, or to list a car, you sign up and confirm your email. One account can do both.",
        ],
        link: { to: paths.auth({ mode: "signup" }), label: "Sign up" },
      },
      {
        id: "fees",
        question: "What does it cost?",
        answer: [
          `Renters pay the host's price per day, a service fee of ${SERVICE_FEE} of the rental, and a processing fee of ${PROCESSING_FEE} per booking. All of it stands on the page of the car before you pay. There are no hidden fees.`,
          "Prices are in US dollars.",
        ],
        link: { to: paths.pricing("calculator"), label: "Work out a price" },
      },
      {
        id: "reach-us",
        question: "How do I reach somebody?",
        answer: [`${CLAIMS.roundTheClock.says} The phone numbers, our email and a form are on the support page.`],
        link: { to: paths.support(), label: "Support" },
      },
    ],
  },
  {
    id: "renters",
    title: "For renters",
    entries: [
      {
        id: "who-can-rent",
        question: "Who can rent a car?",
        answer: [
          `You must be at least ${MINIMUM_RENTER_AGE} on the first day of the rental; a booking by somebody younger is refused. ${CLAIMS.driversLicence.says} You pay with a card.`,
        ],
      },
      {
        id: "approval",
        question: "How quickly is a booking confirmed?",
        answer: [
          `Cars with instant book are confirmed at once. For the others the host answers first: ${lowerFirst(CLAIMS.quickApproval.says)} A request that nobody answers within ${ANSWER_HOURS} hours, or by the end of its start date, lapses, and you pay nothing.`,
        ],
      },
      {
        id: "charged",
        question: "When is my card charged?",
        answer: [
          "When the booking is approved, and never before. With instant book that is as soon as your card is accepted. Otherwise your card is held, not charged, until the host answers; if the host declines, the hold is released.",
        ],
      },
      {
        id: "cancel",
        question: "Can I cancel?",
        answer: [
          `Yes, free of charge, up to ${RENTER_CANCELLATION_HOURS} hours before 00:00 Nassau time of the start date: ${WHOLE_REFUND}. After that a booking can no longer be cancelled by the renter.`,
          `If the host cancels, ${WHOLE_REFUND}, whenever it happens.`,
        ],
        link: { to: paths.bookings(), label: "My bookings" },
      },
      {
        id: "how-long",
        question: "How long, and how far ahead, can I book?",
        answer: [
          `From one day to ${MAX_RENTAL_DAYS} days, starting up to ${MAX_DAYS_AHEAD} days ahead. A day is a calendar date in Nassau: a car that comes back on the 8th can go out again on the 8th.`,
        ],
      },
      {
        id: "hold",
        question: "Are the dates mine while I pay?",
        answer: [
          `Yes. They are held for you while the checkout is open, for ${CHECKOUT_MINUTES} minutes. You can hold dates of ${MAX_UNPAID_HOLDS} cars at most, and give them back on the page of each car.`,
        ],
      },
      {
        id: "pickup",
        question: "How do I get the key?",
        answer: [
          "Once a booking is approved, the confirmation email brings the host's pickup instructions, and you and your host see each other's email address and phone number. Bring your licence, and keep to the left.",
        ],
      },
    ],
  },
  {
    id: "hosts",
    title: "For hosts",
    entries: [
      {
        id: "list-a-car",
        question: "How do I list my car?",
        answer: [
          "Sign up as a host, describe the car, add photos and set your price per day. Listing is free. We review each listing before it goes on the site, and again when its make, model, year or licence plate changes.",
        ],
        link: { to: paths.auth({ mode: "signup", type: "host" }), label: "Become a Host" },
      },
      {
        id: "vehicle-standards",
        question: "Which cars can be listed?",
        answer: [
          `Cars that are ${MAX_VEHICLE_YEARS} years old or newer. ${CLAIMS.curatedFleet.says} You upload the self-drive plate, the insurance and the inspection; only you and our admins can read them.`,
          "When the insurance of a car runs out, the car leaves the site until it is renewed. We remind you before.",
        ],
      },
      {
        id: "host-share",
        question: "How much do I earn?",
        answer: [
          `You keep ${HOST_SHARE} of the rental, and ${PRODUCT_NAME} keeps a service fee of ${PLATFORM_SHARE}. ${CLAIMS.hostIncome.says} If part of a rental is given back at your expense, it is taken off, with the reason on your statement.`,
        ],
        link: { to: paths.pricing("calculator"), label: "Work out your share" },
      },
      {
        id: "payouts",
        question: "When am I paid?",
        answer: [
          `${CLAIMS.weeklyPayouts.says} A booking is completed on the day after its end date. Say in your settings which bank account it goes to; until then, what you have earned is carried over.`,
        ],
      },
      {
        id: "approve-bookings",
        question: "Do I decide who drives my car?",
        answer: [
          `Yes. With instant book you agree in advance and every booking is approved at once. With approval required you answer each request within ${ANSWER_HOURS} hours. You choose for each car.`,
        ],
      },
      {
        id: "host-cancel",
        question: "What if I have to cancel?",
        answer: [
          "You can cancel an approved booking until the end of its start date. The renter gets everything back, and you earn nothing from it.",
        ],
      },
      {
        id: "other-sites",
        question: "My car is on other sites too. Can it be booked twice?",
        answer: [
          "Connect your calendars: each car has a private iCal address for other sites, and reads theirs every 30 minutes. Two bookings of one car here never overlap.",
        ],
      },
    ],
  },
  {
    id: "safety",
    title: "Safety and insurance",
    entries: [
      {
        id: "insurance",
        question: "Is insurance included?",
        answer: [
          `Yes. Each rental comes with ${CLAIMS.liability.says} insurance, a ${lowerFirst(CLAIMS.collision.says)} and ${lowerFirst(CLAIMS.theft.says)}.`,
        ],
      },
      {
        id: "identity",
        question: "How do you know who people are?",
        answer: [
          `${CLAIMS.identity.says} "Verified" beside a name says that we have compared a driving licence and a government ID with the name and date of birth on the profile.`,
        ],
      },
      {
        id: "accident",
        question: "What do I do after an accident or a breakdown?",
        answer: [
          "Get to safety first. In danger, call 919 or 911. Then call our emergency line, and tell your host. Take photos if you can, and leave the car where it is unless the police say otherwise.",
        ],
        link: { to: paths.support(), label: "Emergency line" },
      },
      {
        id: "my-data",
        question: "Who sees my data?",
        answer: [
          "Renter and host see each other's email address and phone number only once a booking is approved. Bank details and car papers are encrypted. Card numbers go to the card provider; we do not store them.",
        ],
        link: { to: paths.privacy(), label: "Privacy Policy" },
      },
      {
        id: "photos",
        question: "Do my photos tell where they were taken?",
        answer: [
          "No. Before a photo is stored, the place, the time and the device that the camera wrote into it are removed.",
        ],
      },
    ],
  },
];

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** The entries of these ids, in this order. */
export function faqEntries(ids: readonly string[]): FaqEntry[] {
  const all = FAQ.flatMap(({ entries }) => entries);
  return ids.flatMap((id) => all.filter((entry) => entry.id === id));
}

/** FAQPage of schema.org, for search engines. */
export const faqJsonLd = (groups: readonly FaqGroup[]) => ({
  "@context": "https://schema.org",
  "@type": "FAQPage",
  mainEntity: groups.flatMap(({ entries }) =>
    entries.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer.join(" ") },
    })),
  ),
});
