// The emails about documents: what is due soon, the licensing month, and cars taken off the site
// because their insurance expired.
import { DOCUMENT_NAMES, type DocumentKind } from "../../../../domain/listing/car-documents.ts";
import {
  BUSINESS_DOCUMENT_NAMES,
  type BusinessDocumentKind,
} from "../../../../domain/person/business-documents.ts";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import { formatMonthDayYear } from "../../../../domain/text/format.ts";
import type { MailContent } from "../../../platform/mail/mail-layout.ts";
import { capitalised } from "../../../../domain/text/capitalised.ts";

interface Car {
  make: string;
  model: string;
  year: number;
}

/** What a host is reminded of. */
export interface DueDocument {
  /** The document expires, or the car has to be, or had to be, inspected again. */
  reason: "expiry" | "inspection" | "overdue_inspection";
  kind: DocumentKind | BusinessDocumentKind;
  /** Null for a document of the host's business. */
  car: Car | null;
  /** The last valid day, or the day of the inspection. */
  date: CalendarDate;
}

/** The names of what can be due, within a sentence. */
export const DUE_NAMES = { ...DOCUMENT_NAMES, ...BUSINESS_DOCUMENT_NAMES };

export const carName = ({ year, make, model }: Car): string => `${year} ${make} ${model}`;
/** "2020 Honda Fit, and 2 more" */
export const withOthers = ([first = "", ...others]: readonly string[]): string =>
  others.length > 0 ? `${first}, and ${others.length} more` : first;

/** The host's cars with documents that are due. */
export const DOCUMENTS = "/host/listings?filter=documents_due";
const openDocuments = (origin: string, path = DOCUMENTS): NonNullable<MailContent["action"]> => ({
  label: "Open my documents",
  url: `${origin}${path}`,
});

/** The page on which a host uploads what is due. */
export function toReminderPath(due: readonly DueDocument[]): `/${string}` {
  if (due.every(({ car }) => car === null)) return "/host/settings#business";
  return due.some(({ reason, car }) => car && reason === "expiry") ? DOCUMENTS : "/host/listings";
}

function describeOne({ reason, kind, car, date }: DueDocument): string {
  const day = formatMonthDayYear(date);
  if (!car) return `Your ${DUE_NAMES[kind]} expires on ${day}`;
  if (reason === "expiry")
    return `The ${DUE_NAMES[kind]} of your ${carName(car)} expires on ${day}`;
  return reason === "inspection"
    ? `The next inspection of your ${carName(car)} is due on ${day}`
    : `The inspection of your ${carName(car)} was due on ${day}`;
}

interface Summary {
  subject: string;
  preview: string;
  heading: string;
  text: string;
}

const UPLOAD = "Upload each new document as soon as you have it.";
const HALF_YEARLY = "A rental car is inspected every half year.";

function summarise(due: readonly DueDocument[]): Summary {
  const [first] = due;
  const one = due.length === 1 && first;
  const isOfCars = due.every(({ car }) => car !== null);
  if (due.every(({ reason }) => reason === "expiry"))
    return {
      subject: one
        ? describeOne(one)
        : `${due.length} of your ${isOfCars ? "cars' " : ""}documents expire soon`,
      preview: "Upload the renewed documents in time.",
      heading: one ? "A document expires soon" : "Documents expire soon",
      text: "These documents expire soon. Upload each one as soon as you've renewed it.",
    };
  if (due.some(({ reason }) => reason === "expiry"))
    return {
      subject: `${due.length} things are due soon for your cars${isOfCars ? "" : " and business"}`,
      preview: "Renew the documents and book the inspections in time.",
      heading: "Documents and inspections are due",
      text: `This is due soon. ${HALF_YEARLY} ${UPLOAD}`,
    };
  const isOverdue = due.some(({ reason }) => reason === "overdue_inspection");
  const isOverdueOnly = due.every(({ reason }) => reason === "overdue_inspection");
  const state = isOverdueOnly ? "overdue" : isOverdue ? "due" : "due soon";
  return {
    subject: one ? describeOne(one) : `${due.length} inspections are ${state}`,
    preview: isOverdue ? "Book the inspection now." : "Book the inspection in time.",
    heading: one ? `An inspection is ${state}` : `Inspections are ${state}`,
    text: `${HALF_YEARLY} ${UPLOAD}`,
  };
}

const FACT_DATES: Record<DueDocument["reason"], string> = {
  expiry: "until",
  inspection: "due",
  overdue_inspection: "overdue since",
};

/** @param due what is due, of at least one document */
export function reminderMail(
  firstName: string,
  due: readonly DueDocument[],
  origin: string,
): MailContent {
  const { text, ...summary } = summarise(due);
  return {
    ...summary,
    paragraphs: [
      `Hello ${firstName},`,
      text,
      ...(due.some(({ kind }) => kind === "insurance")
        ? [
            "When its insurance expires, we take a car off the site until you've renewed the insurance and activated the car again.",
          ]
        : []),
    ],
    facts: due.map(({ reason, kind, car, date }) => [
      capitalised(DUE_NAMES[kind]) + (car ? `, ${carName(car)}` : ""),
      `${FACT_DATES[reason]} ${formatMonthDayYear(date)}`,
    ]),
    action: openDocuments(origin, toReminderPath(due)),
  };
}

/** To hosts of approved cars, before or in the licensing month. */
export const licensingMail = (firstName: string, year: number, origin: string): MailContent => ({
  subject: `May ${year} is licensing month`,
  preview: "Renew your licences and the papers of your cars.",
  heading: "May is licensing month",
  paragraphs: [
    `Hello ${firstName},`,
    "Rental cars and their franchises are relicensed every May. Renew yours with the Road Traffic Department in time.",
    "Then upload the new papers: the plate, insurance and inspection on each car's page, and your business licence, franchise letter and VAT certificate in your settings.",
  ],
  action: { label: "Open my cars", url: `${origin}/host/listings` },
});

/** To the host of cars that were taken off the site. */
export function insuranceExpiredMail(
  firstName: string,
  cars: readonly (Car & { expires_on: CalendarDate | null })[],
  origin: string,
): MailContent {
  const [first] = cars;
  const one = cars.length === 1 && first;
  return {
    subject: one
      ? `Your ${carName(first)} is off the site`
      : `${cars.length} of your cars are off the site`,
    preview: "The insurance has expired.",
    heading: "The insurance has expired",
    paragraphs: [
      `Hello ${firstName},`,
      one
        ? "Your car's insurance has expired, so renters can't find or book it any more. Existing bookings are not cancelled."
        : "The insurance of these cars has expired, so renters can't find or book them any more. Existing bookings are not cancelled.",
      "Upload the renewed insurance, then activate the car to put it back on the site.",
    ],
    facts: cars.map((car) => [
      carName(car),
      car.expires_on ? `until ${formatMonthDayYear(car.expires_on)}` : "",
    ]),
    action: openDocuments(origin),
  };
}
