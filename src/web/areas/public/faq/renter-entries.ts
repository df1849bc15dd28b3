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
import {
  CHANGE_HOURS,
  GIVE_BACK_HOURS,
} from "../../../../domain/booking/changes/booking-change.ts";
import { MAX_REBOOK_OFFERS } from "../../../../domain/booking/host-cancellation/rebook-offers.ts";
import {
  CASE_ANSWER_HOURS,
  CASE_APPEAL_DAYS,
  CASE_DECISION_DAYS,
} from "../../../../domain/cases/trip-case.ts";
import {
  AUTHORISE_HOURS,
  MAX_DEPOSIT_CENTS,
  RELEASE_HOURS,
} from "../../../../domain/money/deposit/deposit.ts";
import { describeDeclinedDeposit } from "../../../../domain/money/deposit/deposit-text.ts";
import { MINIMUM_RENTER_AGE, VISITOR_LICENCE_MONTHS } from "../../../../domain/person/renter.ts";
import { MAX_ADDITIONAL_DRIVERS } from "../../../../domain/booking/drivers/limits.ts";
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { CLAIMS } from "../../../parts/page/claims.ts";
import { CHARGING, FUEL } from "../../../parts/page/renting-facts.ts";
import { lowerFirst } from "../../../parts/page/shared-text.ts";
import { paths } from "../../../paths.ts";
import {
  ceilingCents,
  DEFAULT_EXCESS_CENTS,
  findTariff,
  TARIFF_VERSION,
} from "../../../../domain/tariff/tariff.ts";
import { describeUsageCharging } from "../../../../domain/tariff/tariff-text.ts";
import { MIN_INCLUDED_MILES } from "../../../../domain/tariff/usage-terms.ts";
import { formatUsdShort } from "../../../../domain/text/format.ts";
import type { FaqEntry } from "./faq-entry.ts";

const TARIFF = findTariff(TARIFF_VERSION);
const EXAMPLE_CEILING_CENTS = ceilingCents(TARIFF_VERSION, DEFAULT_EXCESS_CENTS);
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
      `Only if the host asks for one: up to ${formatUsdShort(MAX_DEPOSIT_CENTS)}, shown on the car's page before you book. It's a hold on your card from ${AUTHORISE_HOURS} hours before pickup, not a charge.`,
      `We release it as soon as you and the host both report a clean return, otherwise ${RELEASE_HOURS} hours after the return. While a claim is open, it stays held. We take money from it only for a claim that you accept or we decide.`,
      describeDeclinedDeposit(true),
    ],
    keywords: "security hold block caution card",
  },
  {
    id: "cancel",
    question: "Can I cancel?",
    answer: [
      `Yes, for free, up to ${RENTER_CANCELLATION_HOURS} hours before your pickup time: ${WHOLE_REFUND}. After that, renters can no longer cancel, except in a storm.`,
      `If the host cancels, ${WHOLE_REFUND}, no matter when. Your booking then shows up to ${MAX_REBOOK_OFFERS} other cars on the island that are free for your whole trip. If there are none, call us and we'll help. If the host owes a fee for cancelling, you get it as credit for your next booking.`,
      "If you paid with credit, refunds go to your card first, up to what it paid, and the rest comes back as credit.",
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
      "On your trip's page, you both record the car's readings, and you enter the code on your host's phone. If the host uses a lockbox, its code appears there at the pickup time, once the outside of the car is photographed.",
    ],
    keywords: "pickup collect license lockbox code handover",
  },
  {
    id: "fuel",
    question: "What about fuel?",
    answer: [
      `Prices don't include fuel. ${FUEL} If the car is electric, ${lowerFirst(CHARGING)} Take a photo of the gauge at pickup and again when you return it.`,
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
      `Distance is unlimited unless the car's page says otherwise. A host can include ${MIN_INCLUDED_MILES} miles a day or more, and charge for each further mile. Some hosts sell unlimited distance as an extra.`,
    ],
    keywords: "miles kilometres kilometers km unlimited distance",
  },
  {
    id: "extend",
    question: "Can I extend my trip?",
    answer: [
      `Yes, if the car is available. Tap “Extend trip” on your trip's page, pick a later return and see the price. There's no second processing fee. If the host has approved extensions in advance, it's done. Otherwise the host has up to ${CHANGE_HOURS} hours to answer, and we hold the days until then.`,
      `If someone else has booked those days, you'll need to return the car on time. If you're running late, call your host: the first ${TARIFF.lateReturn.graceMinutes} minutes are free.`,
    ],
    link: { to: paths.bookings(), label: "My bookings" },
    keywords: "longer prolong extra day late return",
  },
  {
    id: "change",
    question: "Can I change my booking?",
    answer: [
      "Yes. Open your trip and choose “Change this booking” for other dates, hours, another meeting place or an extra. You see what you pay or get back before you ask. Your host has to agree, unless you only give up days that are refunded in full: then it changes right away.",
      `Days that you give up more than ${GIVE_BACK_HOURS} hours before they begin are refunded in full, less any discount that the shorter trip no longer has. For later days, your host decides how much you get back.`,
    ],
    link: { to: paths.bookings(), label: "My bookings" },
    keywords: "shorten shorter earlier other dates hours time place return early refund days",
  },
  {
    id: "later-charges",
    question: "Can I be charged after the trip?",
    answer: [
      `Only for what the car's page lists before you book. A late return, distance, fuel and charging follow from the return and from readings that you and the host agree on. ${describeUsageCharging(TARIFF, true)}`,
      `Damage, cleaning, smoking, lost keys and tickets are charged only if you accept the claim, or after a person has heard both sides and decided. Together, they never add up to more than the amount that the car's page shows before you book, for example ${formatUsdShort(EXAMPLE_CEILING_CENTS)}.`,
      `This is version ${TARIFF_VERSION} of our tariff. A booking keeps its version.`,
    ],
    link: { to: paths.pricing("later-charges"), label: "See the full list" },
    keywords: "hidden fee late damage cleaning smoking key ticket towing maximum ceiling claim",
  },
  {
    id: "claim",
    question: "What if the host claims damage?",
    answer: [
      `You see the amount and the evidence, and have ${CASE_ANSWER_HOURS} hours to accept or tell us your side. If you don't answer, that doesn't mean you agree. Unless you accept, a person at ${PRODUCT_NAME} has ${CASE_DECISION_DAYS} days to decide, and you both read the reasons.`,
      `You and the host can each appeal once, within ${CASE_APPEAL_DAYS} days of a decision. Nothing is charged until you accept or the decision is final. We then take the amount from your deposit, if one is held, and charge the rest to your saved card.`,
    ],
    link: { to: paths.bookings(), label: "My bookings" },
    keywords: "case dispute scratch dent appeal accept answer contest",
  },
  {
    id: "second-driver",
    question: "Can someone else drive too?",
    answer: [
      `Yes, for free. Add up to ${MAX_ADDITIONAL_DRIVERS} drivers when you book, or later in your booking, until the pickup. We email each of them an invitation.`,
      `To drive, they accept with their own account and a verified driving licence, and must be ${MINIMUM_RENTER_AGE} or older. Your host sees their names. Everyone who drives shows their licence at pickup.`,
    ],
    link: { to: paths.bookings(), label: "My bookings" },
    keywords: "second additional extra another driver spouse partner wife husband friend",
  },
];
