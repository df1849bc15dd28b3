// What renters ask (faq-entries.ts).
import {
  ANSWER_HOURS,
  CHECKOUT_MINUTES,
  MAX_UNPAID_HOLDS,
  RENTER_CANCELLATION_HOURS,
} from "../../../../domain/booking/booking-deadlines.ts";
import {
  GRACE_MINUTES,
  MAX_DAYS_AHEAD,
  MAX_RENTAL_DAYS,
} from "../../../../domain/booking/rental-period.ts";
import { MINIMUM_RENTER_AGE, VISITOR_LICENCE_MONTHS } from "../../../../domain/person/renter.ts";
import { PROCESSING_FEE } from "../../../parts/booking/fee-rates.ts";
import { CLAIMS } from "../../../parts/page/claims.ts";
import { lowerFirst } from "../../../parts/page/shared-text.ts";
import { paths } from "../../../paths.ts";
import type { FaqEntry } from "./faq-entry.ts";

const WHOLE_REFUND = "you get a full refund, fees included";

export const RENTER_ENTRIES: readonly FaqEntry[] = [
  {
    id: "who-can-rent",
    question: "Who can rent a car?",
    answer: [
      `You must be ${MINIMUM_RENTER_AGE} or older on the start date. ${CLAIMS.driversLicence.says} You pay by card.`,
    ],
    keywords: "age old young driver license",
  },
  {
    id: "foreign-licence",
    question: "Can I drive on my licence from home?",
    answer: [
      `Yes. Visitors can drive in The Bahamas on a valid licence from home for up to ${VISITOR_LICENCE_MONTHS} months. If yours isn't in English, an international driving permit helps your host read it.`,
    ],
    keywords: "foreign international overseas license idp usa canada uk european",
  },
  {
    id: "approval",
    question: "How quickly is a booking confirmed?",
    answer: [
      `Instant book cars are confirmed right away. For others, the host responds first: ${lowerFirst(CLAIMS.quickApproval.says)} If the host doesn't respond within ${ANSWER_HOURS} hours, or by the pickup time, the request expires and you pay nothing.`,
    ],
  },
  {
    id: "charged",
    question: "When is my card charged?",
    answer: [
      "When the booking is approved, and never before. With instant book, that's as soon as your card is accepted. Otherwise we place a hold on your card until the host responds. If they decline, or you withdraw your request before they respond, we release it.",
    ],
  },
  {
    id: "deposit",
    question: "Is there a deposit?",
    answer: [
      "No. Your card is charged the total you see on the car's page, and nothing more. There's no security deposit. If the host has to approve your request, we place a hold for the same total until they respond.",
    ],
    keywords: "security hold block caution card",
  },
  {
    id: "cancel",
    question: "Can I cancel?",
    answer: [
      `Yes, for free, up to ${RENTER_CANCELLATION_HOURS} hours before your pickup time: ${WHOLE_REFUND}. After that, renters can no longer cancel.`,
      `If the host cancels, ${WHOLE_REFUND}, no matter when.`,
    ],
    link: { to: paths.bookings(), label: "My bookings" },
    keywords: "withdraw refund money back",
  },
  {
    id: "how-long",
    question: "How long and how far ahead can I book?",
    answer: [
      `From one day to ${MAX_RENTAL_DAYS} days, starting up to ${MAX_DAYS_AHEAD} days ahead. A day is 24 hours, and a return up to ${GRACE_MINUTES} minutes after the pickup's time of day adds none.`,
      "A car that is returned on the 8th can go out again that day, once the host has had time to prepare it.",
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
      "Once your booking is approved, you and your host will see each other's email address and phone number. If you pick up at the car, we'll email you the host's pickup instructions; anywhere else, the host meets you there. Bring your licence, and keep left.",
    ],
    keywords: "pickup collect license",
  },
  {
    id: "fuel",
    question: "What about fuel?",
    answer: [
      "You pay for what you use; we don't charge for fuel. At pickup, agree with your host how full to return the car. Take a photo of the gauge at pickup and again when you return it.",
    ],
    keywords: "gas gasoline petrol diesel tank fill charge electric",
  },
  {
    id: "meeting-places",
    question: "Can I pick up the car at the airport?",
    answer: [
      "Yes, if the host offers it. “Where you meet” on the car's page lists every airport, dock, marina or hotel you can choose. Some are free; otherwise one fee covers pickup and return, and it's in your total before you pay.",
    ],
    keywords: "airport delivery deliver bring dock ferry port marina hotel resort meet collect",
  },
  {
    id: "extras",
    question: "Can I get a child seat or a cooler?",
    answer: [
      "If the host offers them, you'll find them under “Extras” on the car's page, each with its price and how many are available on your dates. Book them with the car, and they're reserved for your trip.",
    ],
    keywords: "baby infant booster car seat snorkel beach set rack phone holder extras add-ons",
  },
  {
    id: "mileage",
    question: "Is there a mileage limit?",
    answer: [
      "We don't set one, and we don't charge by the mile. If you plan to drive a lot, tell your host before you book.",
    ],
    keywords: "miles kilometres kilometers km unlimited distance",
  },
  {
    id: "extend",
    question: "Can I extend my trip?",
    answer: [
      `Yes, if the car is available. Message your host, then book the same car again from the day your trip ends. That's a separate booking, with its own processing fee of ${PROCESSING_FEE}.`,
      "If someone else has booked those days, you'll need to return the car on time. If you're running late, call your host.",
    ],
    link: { to: paths.bookings(), label: "My bookings" },
    keywords: "longer prolong extra day late return change dates",
  },
  {
    id: "second-driver",
    question: "Can someone else drive too?",
    answer: [
      "Ask your host first, by message, so that you have the answer in writing. A booking names one driver, the person who made it, and you can't add a second one here. Everyone who drives shows their licence at pickup.",
    ],
    keywords: "second additional extra another driver spouse partner wife husband friend",
  },
];
