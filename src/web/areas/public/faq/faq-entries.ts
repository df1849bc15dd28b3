// The FAQ. Rules that the code enforces use its constants, and promises by people come from
// parts/page/claims.ts. The entries for renters are in renter-entries.ts.
import { ANSWER_HOURS } from "../../../../domain/booking/booking-deadlines.ts";
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { HOST_FEE_RULE } from "../../../../domain/booking/host-cancellation/host-fee-text.ts";
import { MAX_HELPERS } from "../../../../domain/helper/helpers.ts";
import { MAX_VEHICLE_YEARS } from "../../../../domain/listing/listing-review.ts";
import { MIN_INSPECTION_PHOTOS, RETURN_AFTER_STORM_HOURS } from "../../../../domain/storm/storm.ts";
import { describeCaseOpening } from "../../../../domain/tariff/tariff-text.ts";
import { findTariff, TARIFF_VERSION } from "../../../../domain/tariff/tariff.ts";
import { CLAIMS } from "../../../parts/page/claims.ts";
import {
  HOST_SHARE,
  PLATFORM_SHARE,
  PROCESSING_FEE,
  SERVICE_FEE,
} from "../../../parts/booking/fee-rates.ts";
import { lowerFirst } from "../../../parts/page/shared-text.ts";
import { paths } from "../../../paths.ts";
import type { FaqEntry } from "./faq-entry.ts";
import { RENTER_ENTRIES } from "./renter-entries.ts";

const TARIFF = findTariff(TARIFF_VERSION);

export interface FaqGroup {
  id: "general" | "renters" | "hosts" | "safety";
  title: string;
  entries: readonly FaqEntry[];
}

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
          `Renters pay the host's price per day, a service fee of ${SERVICE_FEE} of the rental, and a processing fee of ${PROCESSING_FEE} per booking, plus a meeting place and extras if you choose any. You see it all on the car's page before you pay, with everything that could be added. There are no hidden fees.`,
          "Prices can differ on weekends and special dates, and some hosts offer discounts for longer trips. Choose your dates to see the exact total. Prices are in US dollars.",
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
    entries: RENTER_ENTRIES,
  },
  {
    id: "hosts",
    title: "For hosts",
    entries: [
      {
        id: "list-a-car",
        question: "How do I list my car?",
        answer: [
          "Sign up as a host, describe the car, add photos and set your daily rate. Weekend prices, prices for special dates and discounts are up to you. Listing is free. We review each listing before it goes live, and again when its make, model, year or licence plate changes.",
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
          `You keep ${HOST_SHARE} of the rental and of what you charge for meeting places and extras, and ${PRODUCT_NAME} keeps a service fee of ${PLATFORM_SHARE}. ${CLAIMS.hostIncome.says} If part of a rental is refunded at your expense, we deduct it and show the reason on your statement.`,
        ],
        link: { to: paths.pricing("calculator"), label: "Calculate your earnings" },
      },
      {
        id: "payouts",
        question: "When do I get paid?",
        answer: [
          `${CLAIMS.weeklyPayouts.says} A booking is completed on the day after its trip ends. Add your bank account in your settings; until then, your earnings carry over.`,
        ],
      },
      {
        id: "vat",
        question: "What about VAT?",
        answer: [
          "Prices include it. If you're registered, enter your VAT number in your settings. Once we've checked it, receipts and statements show your VAT.",
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
          "You can cancel an approved booking until the end of its start date, unless the car has been picked up. The renter gets a full refund, and you aren't paid for the trip. If you or the car aren't available, the days are blocked.",
          `You also pay the renter a fee, which they get as credit: ${HOST_FEE_RULE} We take the fee off your next payout. If you couldn't avoid cancelling, send us proof and we may waive it.`,
        ],
      },
      {
        id: "car-comes-back",
        question: "What if my car comes back late, damaged or dirty?",
        answer: [
          `When you both confirm the return, we work out what a late return, extra distance or missing fuel costs. If the renter doesn't contest it, we charge their card ${TARIFF.usageChargeHours} hours later. You earn ${HOST_SHARE} of late returns and distance, and all of fuel and charging. If you confirm the return alone, none of this is charged.`,
          `For anything else, open a claim on the trip's page. ${describeCaseOpening(TARIFF)} Damage needs photos of both handovers. The renter accepts, or a person at ${PRODUCT_NAME} decides. The whole amount is yours.`,
        ],
        keywords: "claim case damage cleaning smoking key ticket late fuel photo",
      },
      {
        id: "helpers",
        question: "Can someone help me with my cars?",
        answer: [
          `Yes. Invite up to ${MAX_HELPERS} helpers, and choose for each car whether they manage the calendar, answer messages or hand over the car. They don't see prices or earnings. For a single pickup or return, send someone a link from your day sheet; it works without an account.`,
        ],
        link: { to: paths.hostHelpers(), label: "Your helpers" },
        keywords: "helper cousin co-host runner staff link",
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
        id: "storm",
        question: "What happens to my trip in a hurricane?",
        answer: [
          "When we declare a storm, we email you if your trip falls on its days. You or your host can then cancel at no cost until the end of the pickup day, as long as the car hasn't been picked up, and you get a full refund. Or move your trip to free days after the storm, at the same price.",
          `If you have the car, keep it somewhere safe. If it's due back while the storm is on, it's due ${RETURN_AFTER_STORM_HOURS} hours after the storm instead, and you pay nothing for that time. If you're in danger, call 919 or 911; if you're stuck, call our emergency line.`,
          `Hosts pay no fee for cancelling such a trip. Cars on the island can't be booked until the storm is over and the host has checked them and added at least ${MIN_INSPECTION_PHOTOS} photos.`,
        ],
        link: { to: paths.support(), label: "Emergency line" },
        keywords: "storm tropical weather flood evacuate cancel refund extend",
      },
      {
        id: "my-data",
        question: "Who sees my data?",
        answer: [
          "Renters and hosts see each other's email address and phone number only once a booking is approved. Bank details and documents are encrypted. Card numbers go to the card provider; we don't store them.",
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

/** The entries with these ids, in this order. */
export function faqEntries(ids: readonly string[]): FaqEntry[] {
  const all = FAQ.flatMap(({ entries }) => entries);
  return ids.flatMap((id) => all.filter((entry) => entry.id === id));
}

/** The schema.org FAQPage, for search engines. */
export const faqJsonLd = (groups: readonly FaqGroup[]) => ({
  "@type": "FAQPage",
  mainEntity: groups.flatMap(({ entries }) =>
    entries.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer.join(" ") },
    })),
  ),
});
