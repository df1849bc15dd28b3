// Decides what may appear in a log or beside a failed job: where and how something failed, but
// never user input or credentials. Errors keep only fields known to be ours. Messages written by
// others are dropped, and any other text loses what looks personal.

const MOST_LETTERS = 1000;
const MOST_ITEMS = 20;
const MOST_DEPTH = 4;
const MOST_FRAMES = 12;

/** Fields whose values are always removed. */
const PRIVATE_KEY =
  /(^|_|-)(e?_?mail|recipient|sender|to|phone|name|password|secret|token|authorization|cookies?|body|text|html|message|subject|card|number|cvc|expiry|iban|account_number|address|ip|date_of_birth|birthday|licence|special_requests|url|query|headers?)$/i;

const UUID = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i;

/**
 * Each match is replaced. The order matters: a password within a URL looks like an email address.
 */
const PATTERNS: readonly [RegExp, string][] = [
  [/(\/\/)[^\s/@]+@/g, "$1"],
  [/(\b[a-z][a-z+.-]*:\/\/[^\s?#"'<>]*)[?#][^\s"'<>]*/gi, "$1?[removed]"],
  [/[^\s@<>"'(),;:=]+@[^\s@<>"'(),;:]+/g, "[e-mail]"],
  [/\bBearer\s+\S+/gi, "Bearer [removed]"],
  [/\b(?:sk|rk|pk|whsec)_\w+/g, "[key]"],
  // Our own long names contain neither capitals nor digits, so they are not taken for tokens.
  [/\b(?![a-z_-]+\b)[\w-]{32,}\b/g, "[token]"],
  // Nine or more digits, however they are separated. A date has eight.
  [/\+?\d(?:[ ().-]{0,2}\d){8,}/g, "[number]"],
];

/**
 * Removes what looks like an email address, a phone or card number, a token, a key, or a URL's
 * query.
 */
export function scrub(text: string): string {
  const cut = text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text;
  // Row ids stay: they reveal nothing to anyone who may not read the rows.
  return cut
    .split(UUID)
    .map((part, n) =>
      n % 2 === 1
        ? part
        : PATTERNS.reduce((left, [pattern, instead]) => left.replace(pattern, instead), part),
    )
    .join("");
}

/**
 * Quoted parts of a message are often user input, except for names of tables, columns and
 * constraints.
 */
const QUOTED = /"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”|<[^>]*>/g;
const OUR_NAME = /^.[a-z]+(_[a-z0-9]+)+.$/;

const scrubMessage = (message: string): string =>
  scrub(
    message.replace(QUOTED, (quoted) =>
      OUR_NAME.test(quoted) ? quoted : `${quoted.at(0)}…${quoted.at(-1)}`,
    ),
  );

/**
 * Fields of Node, PostgreSQL, nodemailer, Stripe and S3 errors: codes, and names of our own tables.
 */
const LOGGED_FIELDS = [
  "code",
  "syscall",
  "severity",
  "constraint",
  "table",
  "column",
  "routine",
  "command",
  "responseCode",
  "statusCode",
  "rawType",
  "decline_code",
  "requestId",
  "signal",
] as const;

export interface DescribedError {
  type: string;
  message: string;
  /** Where it was thrown, without the message. */
  stack?: string;
  cause?: DescribedError;
  errors?: DescribedError[];
  [field: string]: unknown;
}

type Fields = Record<string, unknown>;

/** The message of an error, or a substitute when the message was written by someone else. */
function readMessage(error: Error): string {
  const fields = error as unknown as Fields;
  // zod: only codes and paths, because its messages may quote the input.
  if (Array.isArray(fields["issues"]))
    return (fields["issues"] as { code?: string; path?: PropertyKey[] }[])
      .slice(0, MOST_ITEMS)
      .map(({ code = "", path = [] }) => `${path.map(String).join(".")}: ${code}`)
      .map(scrub)
      .join("; ");
  // It only repeats its cause's message.
  if (error.cause instanceof Error && error.cause.message === error.message)
    return readMessage(error.cause);
  // A mail server's own text often contains the address.
  if (typeof fields["response"] === "string" || "responseCode" in fields)
    return `the mail server said ${/^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(String(fields["response"]))?.[0] ?? "no"}`;
  if ("rawType" in fields) return "the card provider refused";
  // PostgreSQL: data exceptions (class 22) quote the value. When the value contains quotes itself,
  // QUOTED does not match all of it.
  if ("severity" in fields && String(fields["code"]).startsWith("22"))
    return "a value does not fit";
  // The engine quotes the input it could not parse, and more text around it.
  if (error instanceof SyntaxError) return "not well-formed";
  return scrubMessage(error.message);
}

/** What may be logged about an error. Anything can be thrown. */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: scrubMessage(String(error)) };
  const fields = error as unknown as Fields;
  const described: DescribedError = { type: error.name || "Error", message: readMessage(error) };
  for (const key of LOGGED_FIELDS) {
    const value = fields[key];
    if (typeof value === "number") described[key] = value;
    else if (typeof value === "string" && value.length <= 100) described[key] = scrubMessage(value);
  }
  // Only the frames: the stack begins with the message, which may have several lines.
  const frames = error.stack?.split("\n").filter((line) => /^\s+at /.test(line)) ?? [];
  if (frames.length > 0)
    described.stack = frames
      .slice(0, MOST_FRAMES)
      .map((line) => line.trim())
      .join("\n");
  if (depth >= MOST_DEPTH) return described;
  if (error.cause !== undefined) described.cause = describeError(error.cause, depth + 1);
  if (error instanceof AggregateError)
    described.errors = error.errors
      .slice(0, MOST_ITEMS)
      .map((each) => describeError(each, depth + 1));
  return described;
}

/** An error in one line, as stored with a failed job. */
export function summariseError(error: unknown): string {
  const { type, message, code } = describeError(error);
  return `${type}${code === undefined || code === message ? "" : ` ${String(code)}`}: ${message}`;
}

/** Redacts any value that is logged. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return scrub(value);
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null)
    return typeof value === "function" ? undefined : value;
  if (value instanceof Error) return describeError(value);
  if (value instanceof Date) return value.toISOString();
  if (depth >= MOST_DEPTH) return "…";
  if (Array.isArray(value))
    return value.slice(0, MOST_ITEMS).map((each) => redact(each, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype)
    return `[${value.constructor?.name ?? "object"}]`;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      PRIVATE_KEY.test(key) ? "[removed]" : redact(each, depth + 1),
    ]),
  );
}
