// Texts about message templates.
import type { TemplateMoment, TemplateVariable } from "../../../../domain/message/template.ts";
import type { TemplateErrorDetails } from "../../../../domain/message/template-errors.ts";
import { formatList } from "../../../../domain/text/format.ts";
import { ApiError } from "../../../api/api.ts";

export const MOMENT_NAMES: Record<TemplateMoment, string> = {
  approved: "When the booking is approved",
  day_before: "At 9 AM on the day before the pickup",
  check_in: "When check-in opens, 24 hours before the pickup",
  before_return: "Two hours before the return",
  after_return: "After the return",
};

export const VARIABLE_NAMES: Record<TemplateVariable, string> = {
  first_name: "Renter's first name",
  car: "Car",
  pickup_date: "Pickup date",
  pickup_time: "Pickup time",
  pickup_place: "Pickup place",
  return_date: "Return date",
  return_time: "Return time",
  trip_link: "Link to the trip",
};

type Sentences = {
  [C in keyof TemplateErrorDetails]: (details: TemplateErrorDetails[C]) => string;
};

const SENTENCES: Sentences = {
  template_variable_unknown: ({ names }) =>
    `We don't know ${formatList(names.map((name) => `{${name}}`))}. Use the buttons to insert variables.`,
  too_many_templates: ({ limit }) =>
    `You can have up to ${limit} templates. Delete one to add another.`,
};

/** The message for a refusal about templates; undefined for any other failure. */
export function describeTemplateError(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || !Object.hasOwn(SENTENCES, error.code)) return undefined;
  const sentence = SENTENCES[error.code as keyof Sentences] as (details: unknown) => string;
  return sentence(error.details);
}
