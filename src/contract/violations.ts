// Describes a request's violations in sentences. A schema gives the predicate ("must be a date like
// 2026-12-05") and the field's name is the subject, so zod's own messages never reach a person.
import type { z } from "zod";
import { formatCount } from "../domain/text/format.ts";
import type { FieldError } from "../domain/errors.ts";

/** A message listing more choices than these is of no use to a person. */
const MAX_CHOICES = 12;
/** Limits the unknown fields named in a response, as a request can contain any number. */
const MAX_NAMED = 10;
const MAX_NAME_LENGTH = 40;

const MISSING = "is required";
/** Fields about the person: missing ones are asked for ("Enter your ..."). */
const OWN_FIELDS = ["first_name", "last_name", "email", "password", "current_password"];

const TYPES: Record<string, string> = {
  string: "must be text",
  number: "must be a number",
  int: "must be a whole number",
  boolean: "must be true or false",
  array: "must be a list",
  object: "must be an object",
  record: "must be an object",
};
const FORMATS: Record<string, string> = {
  uuid: "must be a UUID",
  email: "must be an email address",
  datetime: "must be an instant like 2026-12-05T17:00:00.000Z",
};

const either = (values: readonly unknown[]): string =>
  values
    .map(String)
    .join(", ")
    .replace(/, ([^,]*)$/, " or $1");

const count = (amount: number, unit: string): string => `${formatCount(amount)} ${unit}`;
const UNITS: Record<string, string> = { string: "characters", array: "entries" };

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): string {
  const unit = UNITS[origin];
  if (unit && Number(minimum) <= 1) return MISSING;
  if (unit) return `must have ${count(Number(minimum), unit)} or more`;
  const least = formatCount(minimum);
  return inclusive ? `must be ${least} or more` : `must be more than ${least}`;
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): string {
  const unit = UNITS[origin];
  if (unit) return `must have ${count(Number(maximum), unit)} or fewer`;
  const most = formatCount(maximum);
  return inclusive ? `must be ${most} or less` : `must be less than ${most}`;
}

const invalidValue = (values: readonly unknown[]): string =>
  values.length > MAX_CHOICES ? "is not one of the accepted values" : `must be ${either(values)}`;

/** The predicate of an issue whose schema gives none. Pass it as `error` when parsing input. */
export function toPredicate(raw: z.core.$ZodRawIssue): string {
  const issue = raw as z.core.$ZodIssue;
  switch (issue.code) {
    case "invalid_type":
      return raw.input === undefined ? MISSING : (TYPES[issue.expected] ?? "has the wrong type");
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return tooBig(issue);
    case "invalid_format":
      return FORMATS[issue.format] ?? "has the wrong format";
    case "invalid_value":
      return raw.input === undefined ? MISSING : invalidValue(issue.values);
    case "invalid_union": {
      const own = issue.errors
        .flat()
        .find(({ path, code }) => path.length === 0 && code === "invalid_value");
      return (
        own?.message ?? (raw.input === undefined ? MISSING : "is not one of the accepted forms")
      );
    }
    default:
      return "can't be used";
  }
}

const ACRONYMS: Record<string, string> = { id: "ID", ids: "IDs", url: "URL", vat: "VAT" };
/** Names that do not work as a subject. */
const SUBJECTS: Record<string, string> = { expires_on: "expiry date", q: "search text" };

/** "first_name" or "firstName" -> "first name". */
const toWords = (name: string): string =>
  name
    .replace(/[a-z](?=[A-Z])/g, "$& ")
    .toLowerCase()
    .split(/[_\s]/)
    .map((word) => ACRONYMS[word] ?? word)
    .join(" ");

/** @param path the field's path without list indexes; empty for the input as a whole */
function toSentence(part: string, path: readonly string[], predicate: string): string {
  const name = path.at(-1);
  if (predicate === MISSING && OWN_FIELDS.includes(name ?? ""))
    return `Enter your ${toWords(name ?? "")}.`;
  const subject = name ? (SUBJECTS[name] ?? toWords(name)) : `the ${part}`;
  return `${subject.charAt(0).toUpperCase()}${subject.slice(1)} ${predicate}.`;
}

const unknownField = (part: string, path: readonly string[], key: string): FieldError => {
  const name = key.slice(0, MAX_NAME_LENGTH);
  return { field: [part, ...path, name].join("."), message: `There is no field named "${name}".` };
};

/**
 * One sentence per violation.
 * @param part of the request: "body", "query" or "params"
 */
export const toFieldErrors = ({ issues }: z.ZodError, part: string): FieldError[] =>
  issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code === "unrecognized_keys")
      return issue.keys.slice(0, MAX_NAMED).map((key) => unknownField(part, path, key));
    const named = path.filter((step) => !/^\d+$/.test(step));
    return [{ field: [part, ...path].join("."), message: toSentence(part, named, issue.message) }];
  });
