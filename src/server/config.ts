// The only reader of process.env: parses every setting once and reports all errors together, before
// anything starts.
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join, resolve } from "node:path";
import { createHash } from "node:crypto";
import { z } from "zod";
import { PRODUCT_NAME } from "../domain/brand.ts";
import { compactPhone, isPhone } from "../domain/person/phone.ts";
import { type Contact, type Contacts, EXAMPLE_CONTACTS } from "../domain/message/support.ts";

const PROJECT_ROOT = resolve(import.meta.dirname, "../..");

/** Invalid settings. `errors` contains one sentence for each. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly errors: string[];
  constructor(errors: string[]) {
    super(errors.join("\n"));
    this.errors = errors;
  }
}

/** Whether a host name means only this machine. */
export const isLoopback = (host: string): boolean =>
  /^(127(\.\d{1,3}){3}|localhost|::1|\[::1\])$/.test(host);

const portSetting = (name: string) =>
  z
    .string()
    .regex(/^\d{1,5}$/, `${name} must be a number from 0 to 65535.`)
    .transform(Number)
    .refine((value) => value <= 65535, `${name} must be a number from 0 to 65535.`);
const flag = (name: string) =>
  z.enum(["0", "1"], `${name} must be 0 or 1.`).transform((value) => value === "1");
const url = (name: string, protocols: string[]) =>
  z.string().refine(
    (value) => {
      const parsed = URL.parse(value);
      return parsed !== null && protocols.includes(parsed.protocol);
    },
    `${name} must be a URL that begins with ${protocols.map((each) => `${each}//`).join(" or ")}.`,
  );

/** http or https, a host, an optional port, and nothing else. */
function isOrigin(value: string): boolean {
  const parsed = URL.parse(value);
  return (
    parsed !== null && /^https?:$/.test(parsed.protocol) && `${parsed.origin}/` === parsed.href
  );
}

/** The origin of a local substitute for an external API. */
const standIn = (name: string) =>
  z
    .string()
    .refine(isOrigin, `${name} must be an origin like http://127.0.0.1:4000, without a path.`)
    .transform((value) => value.replace(/\/$/, ""))
    .optional();

const phone = (name: string) =>
  z
    .string()
    .refine(
      (value) => isPhone(compactPhone(value)),
      `${name} must be a phone number with its country code, like +1 242 300 0000.`,
    );

const environment = z.object({
  PORT: portSetting("PORT").default(3000),
  HOST: z.string().min(1, "HOST must not be empty.").default("127.0.0.1"),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, "PUBLIC_URL must be an origin like https://caydrive.example, without a path.")
    .optional(),
  DATA_DIR: z.string().min(1, "DATA_DIR must not be empty.").optional(),
  DATABASE_URL: url("DATABASE_URL", ["postgres:", "postgresql:"]).optional(),
  DATABASE_REPLICA_URL: url("DATABASE_REPLICA_URL", ["postgres:", "postgresql:"]).optional(),
  DATABASE_CONNECTIONS: z
    .string()
    .regex(/^([5-9]|[1-4]\d|50)$/, "DATABASE_CONNECTIONS must be a number from 5 to 50.")
    .transform(Number)
    .default(10),
  DEMO: flag("DEMO").optional(),
  ALLOW_SANDBOX: flag("ALLOW_SANDBOX").default(false),
  SMTP_URL: url("SMTP_URL", ["smtp:", "smtps:"]).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/,
      "MAIL_FROM must be an email address.",
    )
    .default(`${PRODUCT_NAME} <no-reply@caydrive.test>`),
  SUPPORT_EMAIL: z.email("SUPPORT_EMAIL must be an email address.").optional(),
  SUPPORT_PHONE: phone("SUPPORT_PHONE").optional(),
  EMERGENCY_PHONE: phone("EMERGENCY_PHONE").optional(),
  METRICS_TOKEN: z
    .string()
    .regex(
      /^[\x21-\x7e]{16,}$/,
      "METRICS_TOKEN must have 16 or more ASCII characters, without spaces.",
    )
    .optional(),
  METRICS_PORT: portSetting("METRICS_PORT").optional(),
  METRICS_HOST: z.string().min(1, "METRICS_HOST must not be empty.").default("127.0.0.1"),
  LOG_LEVEL: z
    .enum(
      ["fatal", "error", "warn", "info", "debug", "silent"],
      "LOG_LEVEL must be fatal, error, warn, info, debug or silent.",
    )
    .default("info"),
  POSTGRES_BIN: z.string().min(1, "POSTGRES_BIN must not be empty.").optional(),
  SIGNING_KEYS: z.string().optional(),
  ENCRYPTION_KEYS: z.string().optional(),
  PAYMENT_WEBHOOK_SECRET: z
    .string()
    .min(16, "PAYMENT_WEBHOOK_SECRET must have 16 characters or more.")
    .optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(
      /^[sr]k_(test|live)_\w+$/,
      "STRIPE_SECRET_KEY must be a server key: sk_ or rk_, then test_ or live_, then letters and digits.",
    )
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(
      /^whsec_\w{16,}$/,
      "STRIPE_WEBHOOK_SECRET must be the signing key of a webhook endpoint: whsec_ and 16 or more letters and digits.",
    )
    .optional(),
  STRIPE_API_URL: standIn("STRIPE_API_URL"),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(
      /^AC\w{8,}$/,
      "TWILIO_ACCOUNT_SID must be the ID of an account: AC and 8 or more letters and digits.",
    )
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z
    .string()
    .regex(
      /^(\+[1-9]\d{6,14}|[A-Za-z0-9 ]{1,11})$/,
      "TWILIO_FROM must be a number like +12425550100, or a name of 11 letters and digits at most.",
    )
    .optional(),
  TWILIO_API_URL: standIn("TWILIO_API_URL"),
  TRUST_PROXY: z
    .string()
    .regex(/^\d$/, "TRUST_PROXY must be the number of proxies in front of this instance, 0 to 9.")
    .transform(Number)
    .default(0),
  DRAIN_SECONDS: z
    .string()
    .regex(/^([1-5]?\d|60)$/, "DRAIN_SECONDS must be a number of seconds from 0 to 60.")
    .transform(Number)
    .default(0),
  UNLIMITED: flag("UNLIMITED").default(false),
  ADMIN_SECOND_FACTOR: flag("ADMIN_SECOND_FACTOR").default(false),
  GOOGLE_MAPS_API_KEY: z
    .string()
    .regex(
      /^[\w-]+$/,
      "GOOGLE_MAPS_API_KEY must be a key of letters, digits, hyphens and underscores.",
    )
    .optional(),
  GOOGLE_MAPS_URL: standIn("GOOGLE_MAPS_URL"),
  MAP_STYLE_URL: url("MAP_STYLE_URL", ["https:", "http:"]).optional(),
  S3_ENDPOINT: url("S3_ENDPOINT", ["https:", "http:"]).optional(),
  S3_REGION: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
});

/** Every name that is read from the environment. */
export const SETTING_NAMES: readonly string[] = Object.keys(environment.shape);

/** The bucket that stores photos and documents. */
export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** An account at Twilio. */
export interface TwilioAccount {
  sid: string;
  token: string;
  /** A number of the account, in E.164, or its sender name. */
  from: string;
  /** The origin of a substitute for Twilio's API; the tests set it. */
  url: string | undefined;
}

/** An account at Stripe. */
export interface StripeAccount {
  secretKey: string;
  webhookSecret: string;
  /** The origin of a substitute for Stripe's API; the tests set it. */
  url: string | undefined;
}

export interface Config {
  port: number;
  host: string;
  /** The origin that people and emails use. With PORT=0 it is known once the server listens. */
  publicUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  /** A streaming replica of the database. */
  databaseReplicaUrl: string | undefined;
  /** Connections of the process for requests and the work they cause; two are always in LISTEN. */
  databaseConnections: number;
  demo: boolean;
  /**
   * Whether local substitutes (sandbox checkout, /dev/mailbox, demo data) may be used: product.md,
   * Stand-ins.
   */
  standInsAllowed: boolean;
  /** Whether admins need a second factor: on live instances, or if a setting says so. */
  adminsNeedSecondFactor: boolean;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** How people reach the operator; example contacts if not set. */
  contacts: Contacts;
  logLevel: string;
  /**
   * Where Prometheus fetches metrics: on the instance's port with the token, or on a separate port;
   * nowhere without either.
   */
  metrics: { token: string | undefined; port: number | undefined; host: string };
  postgresBin: string | undefined;
  /** The number of proxies in front that are trusted to report the visitor's address. */
  trustedProxies: number;
  /**
   * How long a stopping process keeps serving while /readyz fails, so that the proxies in front
   * send no new requests.
   */
  drainSeconds: number;
  signingKeys: string | undefined;
  encryptionKeys: string | undefined;
  /** Signs the events that the sandbox sends. */
  paymentWebhookSecret: string | undefined;
  /** undefined: the sandbox accepts the cards. */
  stripe: StripeAccount | undefined;
  /** undefined: text messages go where emails go without SMTP_URL, or are not sent. */
  twilio: TwilioAccount | undefined;
  /**
   * Lifts the rate limits; only the tests and the bench set it, and only if local substitutes are
   * allowed.
   */
  unlimited: boolean;
  googleMapsApiKey: string | undefined;
  /** The origin of a substitute for Google's web services; the tests set it. */
  googleMapsUrl: string | undefined;
  /** A MapLibre style that draws the maps; undefined: the bundled map of the islands. */
  mapStyleUrl: string | undefined;
  /** undefined: photos and documents are stored in dataDir. */
  s3: S3Settings | undefined;
  production: boolean;
  release: string;
}

type Given = Record<string, string | undefined>;

/**
 * product.md, Stand-ins: only while the instance cannot be reached from outside, or if a setting
 * allows it.
 */
const areStandInsAllowed = ({ HOST = "127.0.0.1", PUBLIC_URL, ALLOW_SANDBOX }: Given): boolean =>
  ALLOW_SANDBOX === "1" ||
  (isLoopback(HOST) &&
    (PUBLIC_URL === undefined || isLoopback(URL.parse(PUBLIC_URL)?.hostname ?? "")));

const CONTACTS = ["SUPPORT_EMAIL", "SUPPORT_PHONE", "EMERGENCY_PHONE"] as const;

const toContact = (set: string | undefined, example: string): Contact => ({
  text: set ?? example,
  isExample: set === undefined,
});

/** The errors in the settings of a public instance. */
function liveModeErrors({
  SMTP_URL,
  SIGNING_KEYS,
  ENCRYPTION_KEYS,
  STRIPE_SECRET_KEY,
  STRIPE_API_URL,
  PUBLIC_URL,
  TWILIO_API_URL,
  UNLIMITED,
  DEMO,
  ...given
}: Given): string[] {
  const where = "is missing: this instance can be reached from outside";
  const errors: string[] = [];
  if (!STRIPE_SECRET_KEY?.includes("_live_"))
    errors.push(
      `A live STRIPE_SECRET_KEY ${where}, so cards must really be charged. To use the sandbox or a test key anyway, set ALLOW_SANDBOX=1.`,
    );
  if (STRIPE_API_URL) errors.push("STRIPE_API_URL may only be set on a test instance.");
  if (TWILIO_API_URL) errors.push("TWILIO_API_URL may only be set on a test instance.");
  if (!SMTP_URL) errors.push(`SMTP_URL ${where}, so email must really be sent.`);
  if (!SIGNING_KEYS)
    errors.push(`SIGNING_KEYS ${where}, so sessions need keys that outlive this machine.`);
  if (!ENCRYPTION_KEYS)
    errors.push(
      `ENCRYPTION_KEYS ${where}, so bank details and documents need keys that outlive this machine.`,
    );
  if (!PUBLIC_URL) errors.push(`PUBLIC_URL ${where}, so links in emails need its address.`);
  for (const name of CONTACTS)
    if (!given[name]) errors.push(`${name} ${where}, so people need a way to reach its operator.`);
  if (UNLIMITED === "1") errors.push("UNLIMITED may only be set on a test instance.");
  if (DEMO === "1")
    errors.push(
      "DEMO may only be set on a test instance: everyone knows the passwords of its accounts.",
    );
  return errors;
}

/** On a port that other machines can reach, metrics need a token. */
const metricsErrors = ({
  METRICS_PORT,
  METRICS_HOST = "127.0.0.1",
  METRICS_TOKEN,
}: Given): string[] =>
  METRICS_PORT && !METRICS_TOKEN && !isLoopback(METRICS_HOST)
    ? ["METRICS_TOKEN is missing: METRICS_HOST can be reached from other machines."]
    : [];

const S3 = [
  "S3_ENDPOINT",
  "S3_REGION",
  "S3_BUCKET",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
] as const;

const STRIPE = ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"] as const;

const TWILIO = ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"] as const;

/** Requires either all of some settings or none. */
function partsMissing(given: Given, names: readonly string[]): string[] {
  const missing = names.filter((name) => !given[name]);
  if (missing.length === names.length) return [];
  return missing.map((name) => `${name} is missing: set all of ${names.join(", ")}, or none.`);
}

function readStripe(settings: z.output<typeof environment>): StripeAccount | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = settings;
  return secretKey && webhookSecret
    ? { secretKey, webhookSecret, url: settings.STRIPE_API_URL }
    : undefined;
}

function readTwilio(settings: z.output<typeof environment>): TwilioAccount | undefined {
  const [sid, token, from] = TWILIO.map((name) => settings[name]);
  return sid && token && from ? { sid, token, from, url: settings.TWILIO_API_URL } : undefined;
}

function readS3(settings: z.output<typeof environment>): S3Settings | undefined {
  const [endpoint, region, bucket, accessKeyId, secretAccessKey] = S3.map((name) => settings[name]);
  if (!endpoint || !region || !bucket || !accessKeyId || !secretAccessKey) return undefined;
  return { endpoint, region, bucket, accessKeyId, secretAccessKey };
}

/**
 * Reads the settings from an environment.
 * @throws ConfigError with one sentence for each wrong setting
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== "" && value !== undefined),
  );
  const parsed = environment.safeParse(given);
  const standInsAllowed = areStandInsAllowed(given);
  const errors = [
    ...new Set(parsed.error?.issues.map((issue) => issue.message)),
    ...(standInsAllowed ? [] : liveModeErrors(given)),
    ...(given["DATABASE_REPLICA_URL"] && !given["DATABASE_URL"]
      ? ["DATABASE_URL is missing: DATABASE_REPLICA_URL is a replica of it."]
      : []),
    ...metricsErrors(given),
    ...partsMissing(given, S3),
    ...partsMissing(given, STRIPE),
    ...partsMissing(given, TWILIO),
  ];
  if (!parsed.success || errors.length > 0) throw new ConfigError(errors);
  const settings = parsed.data;
  return {
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: settings.PUBLIC_URL?.replace(/\/$/, ""),
    dataDir: resolve(settings.DATA_DIR ?? defaultDataDir()),
    databaseUrl: settings.DATABASE_URL,
    databaseReplicaUrl: settings.DATABASE_REPLICA_URL,
    databaseConnections: settings.DATABASE_CONNECTIONS,
    demo: settings.DEMO ?? (standInsAllowed && settings.DATABASE_URL === undefined),
    standInsAllowed,
    adminsNeedSecondFactor: !standInsAllowed || settings.ADMIN_SECOND_FACTOR,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    contacts: {
      email: toContact(settings.SUPPORT_EMAIL, EXAMPLE_CONTACTS.email),
      phone: toContact(settings.SUPPORT_PHONE, EXAMPLE_CONTACTS.phone),
      emergencyPhone: toContact(settings.EMERGENCY_PHONE, EXAMPLE_CONTACTS.emergencyPhone),
    },
    logLevel: settings.LOG_LEVEL,
    metrics: {
      token: settings.METRICS_TOKEN,
      port: settings.METRICS_PORT,
      host: settings.METRICS_HOST,
    },
    postgresBin: settings.POSTGRES_BIN,
    twilio: readTwilio(settings),
    trustedProxies: settings.TRUST_PROXY,
    drainSeconds: settings.DRAIN_SECONDS,
    signingKeys: settings.SIGNING_KEYS,
    encryptionKeys: settings.ENCRYPTION_KEYS,
    paymentWebhookSecret: settings.PAYMENT_WEBHOOK_SECRET,
    stripe: readStripe(settings),
    unlimited: settings.UNLIMITED,
    googleMapsApiKey: settings.GOOGLE_MAPS_API_KEY,
    googleMapsUrl: settings.GOOGLE_MAPS_URL,
    mapStyleUrl: settings.MAP_STYLE_URL,
    s3: readS3(settings),
    production: env["NODE_ENV"] === "production",
    release: JSON.parse(readFileSync(join(PROJECT_ROOT, "package.json"), "utf8")).version,
  };
}

/**
 * The data folder if DATA_DIR is not set: ./data, or for root a folder that the unprivileged
 * PostgreSQL can enter. PostgreSQL refuses to run as root, and the checkout may be in a home that
 * only root may enter.
 */
function defaultDataDir(): string {
  if (process.getuid?.() !== 0) return join(PROJECT_ROOT, "data");
  const mark = createHash("sha256").update(PROJECT_ROOT).digest("hex").slice(0, 8);
  return join("/var/lib/caydrive", `${basename(PROJECT_ROOT)}-${mark}`);
}

export { PROJECT_ROOT };
/** For messages: a path with the home folder shortened. */
export const displayPath = (path: string): string => path.replace(homedir(), "~");
