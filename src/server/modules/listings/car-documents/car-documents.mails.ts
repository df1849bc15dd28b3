// The mails about the papers of cars: what expires soon, and cars that are off the site because their insurance did.
import { DOCUMENT_NAMES, type DocumentKind } from "../../../../domain/listing/car-documents.ts";
import { formatMonthDayYear, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import type { MailContent } from "../../../platform/mail/mail-layout.ts";

interface Car {
  make: string;
  model: string;
  year: number;
}
type Expiring = Car & { kind: DocumentKind; expires_on: CalendarDate };

const carName = ({ year, make, model }: Car): string => `${year} ${make} ${model}`;
const toDocuments = (origin: string): NonNullable<MailContent["action"]> => ({
  label: "Open my documents",
  url: `${origin}/host/settings#documents`,
});
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** @param documents what expires, the soonest first */
export function reminderMail(firstName: string, documents: readonly Expiring[], origin: string): MailContent {
  const [first] = documents;
  const one = documents.length === 1 && first;
  const subject = one
    ? `The ${DOCUMENT_NAMES[first.kind]} of your ${carName(first)} expires on ${formatMonthDayYear(first.expires_on)}`
    : `${documents.length} documents of your cars expire soon`;
  return {
    subject,
    preview: "Upload the renewed ones before they expire.",
    heading: one ? "A document expires soon" : "Documents expire soon",
    paragraphs: [
      `Hello ${firstName},`,
      "These papers of your cars expire soon. Upload each as soon as it is renewed.",
      ...(documents.some(({ kind }) => kind === "insurance")
        ? ["A car whose insurance has expired is taken off the site, and can be booked again once you have renewed it."]
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
    subject: one ? `Your ${carName(first)} is off the site` : `${cars.length} of your cars are off the site`,
    preview: "The insurance has expired.",
    heading: "The insurance has expired",
    paragraphs: [
      `Hello ${firstName},`,
      one
        ? "The insurance of your car has expired, so it can't be found or booked any more. Bookings that you have stay as they are."
        : "The insurance of these cars has expired, so they can't be found or booked any more. Bookings that you have stay as they are.",
      "Upload the renewed insurance, then activate the car: it does not come back by itself.",
    ],
    facts: cars.map((car) => [carName(car), car.expires_on ? `until ${formatMonthDayYear(car.expires_on)}` : ""]),
    action: toDocuments(origin),
  };
}
