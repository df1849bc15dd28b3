// The FAQ. Rules that the code enforces use its constants, and promises by people come from
// parts/page/claims.ts.
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
import {
  HOST_SHARE,
  PLATFORM_SHARE,
  PROCESSING_FEE,
  SERVICE_FEE,
} from "../../../parts/booking/fee-rates.ts";
import { paths } from "../../../paths.ts";

export interface FaqEntry {
  /** The id of its element, for links: it stays the same when the text changes. */
  id: string;
  question: string;
  /** The paragraphs. */
  answer: readonly string[];
  link?: { to: string; label: string };
}

export interface FaqGroup {
  id: "general" | "renters" | "hosts" | "safety";
  title: string;
  entries: readonly FaqEntry[];
}

const WHOLE_REFUND = "you get a full refund, fees included";

export const FAQ: readonly FaqGroup[] = [
  {
    id: "general",
    title: "General",
    entries: [
      {
        id: "what-it-is",
        question: `What is ${PRODUCT_NAME}?`,
        answer: [
          `${PRODUCT_NAME} is a marketplace for cars in The Bahamas. Hosts rent out their own cars, renters book them online, and we review every listing before it goes live. It's pronounced “key drive”.`,
        ],
        link: { to: paths.about(), label: "About us" },
      },
      {
        id: "where",
        question: "Which islands can I rent on?",
        answer: [
          "Wherever a host lists one: Nassau and Paradise Island, Grand Bahama, Abaco, Eleuthera, Exuma, Andros, Long Island and others. Search for an island, town or airport to see what's available.",
        ],
        link: { to: paths.browse(), label: "Browse cars" },
      },
      {
        id: "account",
        question: "Do I need an account?",
        answer: [
          "Not to browse. To book or list a car, sign up and confirm your email. One account does both.",
        ],
        link: { to: paths.auth({ mode: "signup" }), label: "Sign up" },
      },
      {
        id: "fees",
        question: "What does it cost?",
        answer: [
          `Renters pay the host's price per day, a service fee of ${SERVICE_FEE} of the rental, and a processing fee of ${PROCESSING_FEE} per booking. You see it all on the car's page before you pay. There are no hidden fees.`,
          "Prices are in US dollars.",
        ],
        link: { to: paths.pricing("calculator"), label: "Price calculator" },
      },
      {
        id: "reach-us",
        question: "How do I contact you?",
        answer: [
          `${CLAIMS.roundTheClock.says} You'll find our phone numbers, email and a contact form on the support page.`,
        ],
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
          `You must be ${MINIMUM_RENTER_AGE} or older on the start date. ${CLAIMS.driversLicence.says} You pay by card.`,
        ],
      },
      {
        id: "approval",
        question: "How quickly is a booking confirmed?",
        answer: [
          `Instant book cars are confirmed right away. For others, the host responds first: ${lowerFirst(CLAIMS.quickApproval.says)} If the host doesn't respond within ${ANSWER_HOURS} hours, or by the end of the start date, the request expires and you pay nothing.`,
        ],
      },
      {
        id: "charged",
        question: "When is my card charged?",
        answer: [
          "When the booking is approved, and never before. With instant book, that's as soon as your card is accepted. Otherwise we place a hold on your card until the host responds; if they decline, we release it.",
        ],
      },
      {
        id: "cancel",
        question: "Can I cancel?",
        answer: [
          `Yes, for free, up to ${RENTER_CANCELLATION_HOURS} hours before the start date begins (midnight, Nassau time): ${WHOLE_REFUND}. After that, renters can no longer cancel.`,
          `If the host cancels, ${WHOLE_REFUND}, no matter when.`,
        ],
        link: { to: paths.bookings(), label: "My bookings" },
      },
      {
        id: "how-long",
        question: "How long and how far ahead can I book?",
        answer: [
          `From one day to ${MAX_RENTAL_DAYS} days, starting up to ${MAX_DAYS_AHEAD} days ahead. Days are calendar dates in Nassau: a car returned on the 8th can go out again on the 8th.`,
        ],
      },
      {
        id: "hold",
        question: "Are the dates mine while I pay?",
        answer: [
          `Yes. We hold them for you while your checkout is open, for ${CHECKOUT_MINUTES} minutes. You can hold dates for up to ${MAX_UNPAID_HOLDS} cars; to release them, cancel the checkout on the car's page.`,
        ],
      },
      {
        id: "pickup",
        question: "How do I get the key?",
        answer: [
          "Once your booking is approved, we'll email you the host's pickup instructions, and you and your host will see each other's email address and phone number. Bring your licence, and keep left.",
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
          "Sign up as a host, describe the car, add photos and set your daily rate. Listing is free. We review each listing before it goes live, and again when its make, model, year or licence plate changes.",
        ],
        link: { to: paths.auth({ mode: "signup", type: "host" }), label: "Become a Host" },
      },
      {
        id: "vehicle-standards",
        question: "Which cars can be listed?",
        answer: [
          `Cars that are ${MAX_VEHICLE_YEARS} years old or newer. ${CLAIMS.curatedFleet.says} You upload the self-drive plate, insurance and inspection; only you and our admins can see them.`,
          "When a car's insurance expires, we take the car off the site until you renew it. We'll remind you in advance.",
        ],
      },
      {
        id: "host-share",
        question: "How much do I earn?",
        answer: [
          `You keep ${HOST_SHARE} of the rental, and ${PRODUCT_NAME} keeps a service fee of ${PLATFORM_SHARE}. ${CLAIMS.hostIncome.says} If part of a rental is refunded at your expense, we deduct it and show the reason on your statement.`,
        ],
        link: { to: paths.pricing("calculator"), label: "Calculate your earnings" },
      },
      {
        id: "payouts",
        question: "When do I get paid?",
        answer: [
          `${CLAIMS.weeklyPayouts.says} A booking is completed on the day after its end date. Add your bank account in your settings; until then, your earnings carry over.`,
        ],
      },
      {
        id: "approve-bookings",
        question: "Do I decide who drives my car?",
        answer: [
          `Yes. With instant book, you agree in advance and every booking is approved right away. With approval required, you respond to each request within ${ANSWER_HOURS} hours. You choose for each car.`,
        ],
      },
      {
        id: "host-cancel",
        question: "What if I have to cancel?",
        answer: [
          "You can cancel an approved booking until the end of its start date. The renter gets a full refund, and you earn nothing from it.",
        ],
      },
      {
        id: "other-sites",
        question: "My car is on other sites too. Can it be double-booked?",
        answer: [
          "Connect your calendars: each car has a private iCal address for other sites, and we read theirs every 30 minutes. Bookings for the same car never overlap here.",
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
          `${CLAIMS.identity.says} "Verified" next to a name means we've checked a driving licence and a government ID against the name and date of birth on the profile.`,
        ],
      },
      {
        id: "accident",
        question: "What do I do after an accident or a breakdown?",
        answer: [
          "Get to safety first. If you're in danger, call 919 or 911. Then call our emergency line and tell your host. Take photos if you can, and leave the car where it is unless the police say otherwise.",
        ],
        link: { to: paths.support(), label: "Emergency line" },
      },
      {
        id: "my-data",
        question: "Who sees my data?",
        answer: [
          "Renters and hosts see each other's email address and phone number only once a booking is approved. Bank details and car papers are encrypted. Card numbers go to the card provider; we don't store them.",
        ],
        link: { to: paths.privacy(), label: "Privacy Policy" },
      },
      {
        id: "photos",
        question: "Do my photos reveal where they were taken?",
        answer: [
          "No. Before we store a photo, we remove the place, time and device that the camera recorded in it.",
        ],
      },
    ],
  },
];

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** The entries with these ids, in this order. */
export function faqEntries(ids: readonly string[]): FaqEntry[] {
  const all = FAQ.flatMap(({ entries }) => entries);
  return ids.flatMap((id) => all.filter((entry) => entry.id === id));
}

/** The schema.org FAQPage, for search engines. */
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
