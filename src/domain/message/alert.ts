// Alerts: what a phone is told at once, by text message or web push, and the quiet hours in which
// it waits. The bell and emails have their own kinds (notification.ts).
import { pickupAt, type RentalPeriod } from "../booking/rental-period.ts";
import { PRODUCT_NAME } from "../brand.ts";
import { addDays, hourInNassau, todayInNassau, wallClockInNassau } from "../calendar/dates.ts";

export const ALERT_KINDS = ["request", "today", "cancellation", "case", "message"] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

export const ALERT_CHANNELS = ["text", "push"] as const;
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

/** The name of each setting, and what its alerts are about. */
export const ALERT_LABELS: Record<AlertKind, { name: string; about: string }> = {
  request: { name: "Requests", about: "New requests, and answers to yours" },
  today: {
    name: "Today's trips",
    about:
      "Same-day bookings, delayed flights, declined deposits, cars due back, and a summary of the day each morning",
  },
  cancellation: {
    name: "Cancellations",
    about: "One of your trips was cancelled or put on hold, or a storm affects your trips or cars",
  },
  case: { name: "Cases", about: "A claim about your trip, its decision, and the last day to act" },
  message: { name: "Messages", about: "A message you haven't read within a minute" },
};

/**
 * Whether an alert is sent to a person who has chosen nothing. Text messages cost money and
 * interrupt, so only hosts get them unasked, about what can't wait a day. Push is chosen per
 * device.
 */
export const isAlertDefault = (
  kind: AlertKind,
  channel: AlertChannel,
  { isHost }: { isHost: boolean },
): boolean => channel === "push" || (isHost && kind !== "message" && kind !== "case");

/** Text messages to one number within 24 hours. */
export const MAX_ALERT_TEXTS_A_DAY = 20;
/** Devices of one person; one more replaces the one that was added first. */
export const MAX_ALERT_DEVICES = 10;
/** A message that is read within this time causes no alert. */
export const MESSAGE_ALERT_SECONDS = 60;
/** An alert that could not be sent for this long is dropped. */
export const ALERT_LIFE_HOURS = 24;
/** The hour in Nassau from which people are told about the trips of the day. */
export const MORNING_HOUR = 7;

export interface QuietHours {
  is_quiet: boolean;
  /** Full hours in Nassau, 0 to 23, that differ. Past midnight if `quiet_from` is the later one. */
  quiet_from: number;
  quiet_until: number;
  /** Whether alerts about a trip that is about to begin are sent at any hour. */
  urgent_anyway: boolean;
}

export const DEFAULT_QUIET_HOURS: QuietHours = {
  is_quiet: true,
  quiet_from: 22,
  quiet_until: 7,
  urgent_anyway: true,
};

/** The end of the quiet hours at an instant; undefined outside them. */
export function quietEnd(
  { is_quiet, quiet_from: from, quiet_until: until }: QuietHours,
  now: Date,
): Date | undefined {
  if (!is_quiet) return undefined;
  const hour = wallClockInNassau(now).getUTCHours();
  const isQuiet = from < until ? from <= hour && hour < until : hour >= from || hour < until;
  if (!isQuiet) return undefined;
  const today = todayInNassau(now);
  return hourInNassau(hour < until ? today : addDays(today, 1), until);
}

const DAY_MS = 86_400_000;

/**
 * Whether an alert about a trip is urgent: the trip begins today or, if it was cancelled, within
 * 24 hours.
 */
export const isUrgentAlert = (kind: AlertKind, period: RentalPeriod, now: Date): boolean =>
  kind === "cancellation"
    ? pickupAt(period).getTime() - now.getTime() < DAY_MS
    : period.start <= todayInNassau(now);

/** Dots, as people and browsers read them, and the other signs that hold an address together. */
const INSIDE_ADDRESS = /(?<=\S)[.\u2024\u3002\uff0e\uff61/\\:@]+(?=[^\s\d])|(?<=\d\.\d+)\.(?=\d)/gu;

/**
 * A title or body of an alert that no phone turns into a link. People choose the names of
 * themselves and their cars, and "refund.de wrote to you" comes from our number.
 */
export const breakLinks = (text: string): string => text.replace(INSIDE_ADDRESS, " ");

export interface AlertText {
  title: string;
  body: string;
  /** The page that it leads to. */
  url: string;
}

/** Signs that would turn a text message into UCS-2, where a part has 70 characters, not 160. */
const PLAIN: Record<string, string> = {
  "–": "-",
  "—": "-",
  "’": "'",
  "“": '"',
  "”": '"',
  "…": "...",
};

/** The alert as a text message, with the reply that ends texts (CTIA Messaging Principles). */
export const toAlertMessage = ({ title, body, url }: AlertText): string =>
  `${PRODUCT_NAME}: ${title}. ${body}\n${url}\nSTOP ends texts`.replace(
    /[–—’“”…]/g,
    (sign) => PLAIN[sign] ?? sign,
  );
