// Message templates in a host's words (product.md, Message templates; trips.md, section 8): the
// variables they may contain, and the moments at which they are sent automatically.
import { remindsFrom } from "../booking/booking-deadlines.ts";
import type { RentalPeriod } from "../booking/rental-period.ts";
import { DomainError } from "../errors.ts";
import { checkInAt, dueBackAt } from "../trip/trip.ts";

export const TEMPLATE_VARIABLES = [
  "first_name",
  "car",
  "pickup_date",
  "pickup_time",
  "pickup_place",
  "return_date",
  "return_time",
  "trip_link",
] as const;
export type TemplateVariable = (typeof TEMPLATE_VARIABLES)[number];
export type TemplateValues = Record<TemplateVariable, string>;

/**
 * approved: once the booking is approved. day_before: at 9:00 AM on the day before the pickup.
 * check_in: when check-in opens. before_return: two hours before the return. after_return: once the
 * return is confirmed.
 */
export const TEMPLATE_MOMENTS = [
  "approved",
  "day_before",
  "check_in",
  "before_return",
  "after_return",
] as const;
export type TemplateMoment = (typeof TEMPLATE_MOMENTS)[number];

export const MAX_TEMPLATES = 30;
export const MAX_TEMPLATE_NAME_LENGTH = 60;
export const MAX_TEMPLATE_LENGTH = 2000;
const BEFORE_RETURN_HOURS = 2;
/** A message that could not be sent in time, such as after a failure, is sent up to this late. */
export const MAX_TEMPLATE_DELAY_HOURS = 6;
const HOUR_MS = 3_600_000;

const PLACEHOLDER = /\{\s*([^{}]*?)\s*\}/g;

const isVariable = (name: string): name is TemplateVariable =>
  (TEMPLATE_VARIABLES as readonly string[]).includes(name);

/** A word with a brace on one side only: "{first_name, see you". */
const HALF_BRACED = /\{(\w+)|(\w+)\}/g;

/**
 * A word with one brace, or with two on each side, counts as unknown: nobody means to send it.
 * @throws DomainError template_variable_unknown with every unknown name, once
 */
export function checkTemplate(body: string): void {
  const named = (text: string) => [...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
  const rest = body.replaceAll(PLACEHOLDER, "");
  const halves = [...rest.replaceAll(PLACEHOLDER, "").matchAll(HALF_BRACED)];
  const unknown = [
    ...new Set([
      ...named(body).filter((name) => !isVariable(name)),
      ...named(rest),
      ...halves.map(([, after, before]) => after ?? before ?? ""),
    ]),
  ];
  if (unknown.length > 0) throw new DomainError("template_variable_unknown", { names: unknown });
}

/** The message of a template. Values are inserted as they are, and not searched for variables. */
export const fillTemplate = (body: string, values: TemplateValues): string =>
  body.replaceAll(PLACEHOLDER, (text, name: string) => (isVariable(name) ? values[name] : text));

export interface TemplateOccasion {
  period: RentalPeriod;
  approvedAt: Date;
  pickedUpAt: Date | null;
  returnedAt: Date | null;
}

/** When a moment comes; null if it hasn't been decided yet, or no longer matters. */
export function momentAt(
  moment: TemplateMoment,
  { period, approvedAt, pickedUpAt, returnedAt }: TemplateOccasion,
): Date | null {
  switch (moment) {
    case "approved":
      return approvedAt;
    case "day_before":
      return pickedUpAt ? null : remindsFrom(period.start);
    case "check_in":
      return pickedUpAt ? null : checkInAt(period);
    case "before_return":
      return returnedAt
        ? null
        : new Date(dueBackAt(period).getTime() - BEFORE_RETURN_HOURS * HOUR_MS);
    case "after_return":
      return returnedAt;
  }
}

/**
 * Whether a template is to be sent now. A moment before the approval, or before the template was
 * last changed, is over: the host did not mean that message for this renter.
 */
export function isTemplateDue(
  { moment, changedAt }: { moment: TemplateMoment; changedAt: Date },
  occasion: TemplateOccasion,
  now: Date,
): boolean {
  const at = momentAt(moment, occasion);
  return (
    at !== null &&
    at >= occasion.approvedAt &&
    at >= changedAt &&
    at <= now &&
    now.getTime() < at.getTime() + MAX_TEMPLATE_DELAY_HOURS * HOUR_MS
  );
}
