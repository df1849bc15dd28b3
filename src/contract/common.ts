// Schemas that several endpoints share.
import { z } from "zod";
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from "../domain/person/name.ts";
import { maskContacts } from "../domain/text/contact-masking.ts";
import { isHandoverTime, isTimeOfDay } from "../domain/calendar/time-of-day.ts";
import { isCalendarDate, type CalendarDate } from "../domain/calendar/dates.ts";
import { readPoint } from "../domain/place/distance.ts";
import { readBounds } from "../domain/place/map-area.ts";
import { hasLetterOrNumber, isVisible, limitMarks, normaliseLines } from "../domain/text/text.ts";

/** In lower case, as PostgreSQL writes it: ids are also compared as text. */
export const id = z.uuid().toLowerCase();
/**
 * A uuid in a large response. The column's type guarantees the format, so it is not validated
 * again.
 */
export const sentId = z.string().meta({ format: "uuid" });
/** A booking's number, which people quote. The id stays what requests name it by. */
export const bookingNumber = z
  .string()
  .describe('The number that people quote, such as "BK-4821-7390".');
/** yyyy-MM-dd of a day that exists. */
export const calendarDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, "must be a date like 2026-12-05")
  .refine(isCalendarDate, "must be a day that exists");
/** A day that limits a list. Its neighbours are dates too. */
export const listDay = calendarDate.refine(
  (day) => day >= "1900-01-01" && day < "3000-01-01",
  "must be a day from 1900 to 2999",
);
/** A date in a large response, likewise. */
export const sentDate = z.string().meta({ format: "date" }) as unknown as z.ZodType<CalendarDate>;
/** A time of the day in Nassau, on the half hour. */
export const timeOfDay = z
  .string()
  .regex(/^\d\d:\d\d$/, "must be a time like 10:30")
  .refine(isTimeOfDay, "must be a full or half hour");
/** A time of the day on the half hour; 24:00 is its end. */
export const handoverTime = z
  .string()
  .regex(/^\d\d:\d\d$/, "must be a time like 10:30")
  .refine(isHandoverTime, "must be a full or half hour");
/** Dollars with at most two decimals. */
export const dollars = z
  .number()
  .nonnegative()
  .max(1_000_000_000)
  .refine((value) => Math.round(value * 100) / 100 === value, "must have at most two decimals");
export const cents = z.int();
/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime();
export const cursor = z
  .string()
  .max(200)
  .regex(/^[\w-]+$/, "was not returned by this API");
// Patterns are published (openapi.ts), so every regex engine must read them: \x escapes, no \p, no
// flags. Checks that need Unicode properties are refinements, which are not published.
const CONTROL_CHARACTERS = String.raw`\x00-\x1f\x7f-\x9f`;
export const NO_CONTROLS = new RegExp(`^[^${CONTROL_CHARACTERS}]*$`);
const LINES = new RegExp(`^(?:[^${CONTROL_CHARACTERS}]|[\\t\\n])*$`);
const isOneLine = (value: string): boolean =>
  /^(?:[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|[\u200c\u200d])*$/u.test(value);
const ONE_LINE = { error: "must be on one line, without hidden characters", abort: true };
/** An invisible text counts as empty. */
const tidy = (typed: string): string => (isVisible(typed) ? limitMarks(typed) : "");
/**
 * Multi-line text that a person typed. CRLF becomes LF before the pattern is checked, so a
 * remaining CR is refused like every other control character. HTML and SQL stay plain text.
 */
export const text = (max: number) =>
  z
    .string()
    .overwrite(normaliseLines)
    .trim()
    .overwrite(tidy)
    .max(max)
    .regex(LINES, "can't contain control characters");
/** One line of text, without hidden characters and characters that reorder the text around them. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .overwrite(tidy)
    .max(max)
    .regex(NO_CONTROLS, ONE_LINE)
    .refine(isOneLine, ONE_LINE);
/** An address that we send email to. */
export const emailAddress = z
  .string("is required")
  .trim()
  .toLowerCase()
  .max(MAX_EMAIL_LENGTH, "is too long")
  .pipe(z.email("must be an email address"));
/** A person's name: one line of text with a letter or a number. */
export const nameText = line(MAX_NAME_LENGTH)
  .min(1, { error: "is required", abort: true })
  .refine(hasLetterOrNumber, "must contain a letter or number");
/** Web addresses as people type them, with the endings of commonly shared links. */
const WEB_ADDRESS =
  /:\/\/|\bwww\.|[\p{L}\p{N}]\.(?:com|net|org|info|biz|io|me|ly|app|xyz|link|shop|bs)\b/iu;
/**
 * The name that a person chooses. Everybody can read it, so it may not contain contact details, nor
 * a phone number split over first and last name.
 */
export const ownName = nameText.refine(
  (name) =>
    maskContacts(name) === name && !/(?:\p{Nd}.*){4}/u.test(name) && !WEB_ADDRESS.test(name),
  "can't contain an email address, a phone number or a web address",
);
export const personName = z.object({ first_name: z.string(), last_name: z.string() });

/** A streamed response: text in chunks. */
const streamed = z.custom<AsyncIterable<string>>((value) => Symbol.asyncIterator in Object(value));
/** A complete list as CSV (RFC 4180, UTF-8), streamed row by row from the database. */
export const csv = { contentType: "text/csv", output: streamed } as const;

/**
 * One or more of these values, repeated in the query string: ?feature=Bluetooth&feature=Sunroof.
 * Duplicates count once.
 */
export const queryList = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .union([z.enum(values), z.array(z.enum(values)).max(values.length)])
    .transform((given): T[number][] => [...new Set<T[number]>([given].flat())]);

/** A number from a query string. */
export const queryNumber = <S extends z.ZodNumber>(schema: S) =>
  z
    .string()
    .max(20)
    .regex(/^-?\d+(\.\d+)?$/, "must be a number")
    .transform(Number)
    .pipe(schema);

/** An area of the map from a query string. */
export const queryBounds = z
  .string()
  .max(60)
  .transform((written, { issues, value }) => {
    const bounds = readBounds(written);
    if (bounds) return bounds;
    issues.push({
      code: "custom",
      input: value,
      message: "must be west,south,east,north in degrees",
    });
    return z.NEVER;
  });

/** A point from a query string, where a car may be. */
export const queryPoint = z
  .string()
  .max(30)
  .transform((written, { issues, value }) => {
    const point = readPoint(written);
    if (point) return point;
    issues.push({
      code: "custom",
      input: value,
      message: "must be latitude,longitude in degrees, in The Bahamas",
    });
    return z.NEVER;
  });
