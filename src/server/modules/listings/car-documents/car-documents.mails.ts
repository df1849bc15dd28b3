// The emails about car documents: documents that expire soon, and cars taken off the site because
// their insurance expired.
import { DOCUMENT_NAMES, type DocumentKind } from "../../../../domain/listing/car-documents.ts";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import { formatMonthDayYear } from "../../../../domain/text/format.ts";
import type { MailContent } from "../../../platform/mail/mail-layout.ts";
import { capitalised } from "../../../../domain/text/capitalised.ts";

interface Car {
  make: string;
  model: string;
  year: number;
}
type Expiring = Car & { kind: DocumentKind; expires_on: CalendarDate };

const carName = ({ year, make, model }: Car): string => `${year} ${make} ${model}`;
const toDocuments = (origin: string): NonNullable<MailContent["action"]> => ({
  label: "Open my documents",
  url: `${origin}/host/listings?filter=documents_due`,
});

/** @param documents the expiring documents, the soonest first */
export function reminderMail(
  firstName: string,
  documents: readonly Expiring[],
  origin: string,
): MailContent {
  const [first] = documents;
  const one = documents.length === 1 && first;
  const subject = one
    ? `The ${DOCUMENT_NAMES[first.kind]} of your ${carName(first)} expires on ${formatMonthDayYear(first.expires_on)}`
    : `${documents.length} of your cars' documents expire soon`;
  return {
    subject,
    preview: "Upload the renewed documents in time.",
    heading: one ? "A document expires soon" : "Documents expire soon",
    paragraphs: [
      `Hello ${firstName},`,
      "These documents expire soon. Upload each one as soon as you've renewed it.",
      ...(documents.some(({ kind }) => kind === "insurance")
        ? [
            "When its insurance expires, we take a car off the site until you've renewed the insurance and activated the car again.",
          ]
        : []),
    ],
    facts: documents.map((each) => [
      `${capitalised(DOCUMENT_NAMES[each.kind])}, ${carName(each)}`,
      `until ${formatMonthDayYear(each.expires_on)}`,
    ]),
    action: toDocuments(origin),
  };
}

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
    action: toDocuments(origin),
  };
}
