// Which entries a trip accepts (product.md, Trips).
import { DomainError } from "../errors.ts";
import { ENTRY_LIMITS, type HandoverKind, type TankLevel, type TripEntry } from "./entry.ts";
import { checkFlightDelay } from "./flight-delay.ts";
import { foldEntries } from "./handover.ts";
import { checkLockboxEntry } from "./lockbox.ts";
import { TRIP_ON_PHONE_DAYS } from "./on-phone.ts";
import { closesAt, entryWindow, type TripFacts } from "./trip.ts";

/** How far a phone's clock may differ from ours, in minutes. */
const CLOCK_TOLERANCE_MINUTES = 5;
/** The furthest that a car is driven in 24 hours. */
const MAX_MILES_PER_DAY = 600;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

interface Occasion {
  facts: TripFacts;
  /** The entries that the trip already has. */
  entries: readonly TripEntry[];
  /** Whether the car is electric, so that its level is a charge. */
  usesPercent: boolean;
  /** When we received the entry. */
  now: Date;
}

/**
 * Refuses an entry that is new to the trip.
 * @throws DomainError pickup_not_confirmed, trip_entry_too_early, trip_entry_too_late,
 * trip_entry_in_future, too_many_trip_entries, trip_photo_repeated, level_unit_wrong,
 * odometer_backwards, odometer_too_far, trip_mark_unknown, trip_mark_has_photo, and every code of
 * checkFlightDelay and checkLockboxEntry
 */
export function checkEntry(entry: TripEntry, { facts, entries, usesPercent, now }: Occasion): void {
  const { handover, side, content } = entry;
  if (content.kind === "flight_delay") checkFlightDelay(new Date(content.pickup_at), facts, now);
  else if (!isAnswer(content)) checkTime(entry, facts, now);
  checkLockboxEntry(entry, { facts, entries, now });
  const limit = ENTRY_LIMITS[content.kind];
  const count = entries.filter(
    (each) =>
      each.handover === handover && each.side === side && each.content.kind === content.kind,
  ).length;
  if (count >= limit) throw new DomainError("too_many_trip_entries", { kind: content.kind, limit });
  if (content.kind === "photo") {
    checkPicture(content.sha256, entries);
    if (content.mark_id !== undefined) checkMark(content.mark_id, entry, entries);
  }
  if (content.kind !== "reading") return;
  checkUnit(entry.handover, content.level, { usesPercent, entries });
  if (handover === "return") checkMiles(content.miles, entries, now);
}

/** Refuses a repeated picture: it is evidence of one place at one time. */
function checkPicture(sha256: string, entries: readonly TripEntry[]): void {
  if (entries.some(({ content }) => content.kind === "photo" && content.sha256 === sha256))
    throw new DomainError("trip_photo_repeated");
}

/** Only the author of a mark adds its photo, and only one. The mark may arrive after the photo. */
function checkMark(
  markId: string,
  { handover, side }: Pick<TripEntry, "handover" | "side">,
  entries: readonly TripEntry[],
): void {
  const mark = entries.find(({ id, content }) => id === markId && content.kind === "mark");
  if (!mark || mark.handover !== handover || mark.side !== side)
    throw new DomainError("trip_mark_unknown");
  if (entries.some(({ content }) => content.kind === "photo" && content.mark_id === markId))
    throw new DomainError("trip_mark_has_photo");
}

/** The pickup's unit follows from the car, and the return's from the pickup. */
function checkUnit(
  handover: HandoverKind,
  { unit }: TankLevel,
  { usesPercent, entries }: Pick<Occasion, "usesPercent" | "entries">,
): void {
  const before = handover === "return" ? foldEntries(entries).pickup.reading : null;
  const expected = before?.content.level.unit ?? (usesPercent ? "percent" : "eighths");
  if (unit !== expected) throw new DomainError("level_unit_wrong", { unit: expected });
}

/** The host's answer has its own deadline, which counts from when we received the confirmation. */
const isAnswer = ({ kind }: TripEntry["content"]): boolean =>
  kind === "lockbox_acceptance" || kind === "lockbox_contest";

/** Marks and photos can still be added after a handover is confirmed. */
const canFollow = ({ kind }: TripEntry["content"]): boolean => kind === "photo" || kind === "mark";

/** When an entry can be made. Both sides can sign from the approval on until the trip is closed. */
const windowOf = (
  { handover, side, content }: Pick<TripEntry, "handover" | "side" | "content">,
  facts: TripFacts,
): ReturnType<typeof entryWindow> =>
  content.kind === "signature"
    ? { from: facts.approvedAt, until: closesAt(facts) }
    : entryWindow(facts, { handover, side, canFollow: canFollow(content) });

/**
 * Whether an entry arrived after its window had closed. Then only the phone's clock, which can be
 * set back, says that it was made in time (docs/decisions/0045).
 */
export function isReceivedLate(
  { handover, side, content }: Omit<TripEntry, "id" | "at">,
  facts: TripFacts,
  receivedAt: Date,
): boolean {
  if (content.kind === "confirmation" || content.kind === "flight_delay" || isAnswer(content))
    return false;
  const { until } = windowOf({ handover, side, content }, facts);
  return until !== null && receivedAt >= until;
}

/**
 * Checks that an entry was made in time, by the phone's clock. It may arrive as long as a phone
 * stores entries (docs/decisions/0045).
 */
function checkTime({ handover, side, content, at }: TripEntry, facts: TripFacts, now: Date): void {
  const { from, until } = windowOf({ handover, side, content }, facts);
  if (!from) throw new DomainError("pickup_not_confirmed");
  const toleranceMs = CLOCK_TOLERANCE_MINUTES * MINUTE_MS;
  const madeMs = Date.parse(at);
  const aheadMs = madeMs - toleranceMs - now.getTime();
  if (aheadMs > 0)
    throw new DomainError("trip_entry_in_future", {
      tolerance_minutes: CLOCK_TOLERANCE_MINUTES,
      retry_after_seconds: Math.ceil(aheadMs / 1000),
    });
  if (now < from || madeMs < from.getTime() - toleranceMs)
    throw new DomainError("trip_entry_too_early", { opens_at: from.toISOString() });
  // A fast clock never makes an entry late.
  const countedMs = Math.min(madeMs, now.getTime());
  const storedMs = TRIP_ON_PHONE_DAYS * DAY_MS;
  // A confirmation has the renter's minute, and the other phone's clock may be ahead of it.
  const isAgreed = until?.getTime() === facts.confirmedAt[handover]?.getTime();
  const untilMs = (until?.getTime() ?? 0) + (isAgreed ? toleranceMs : 0);
  const isLate = until && (countedMs >= untilMs || now.getTime() >= untilMs + storedMs);
  if (isLate) throw new DomainError("trip_entry_too_late", { closed_at: until.toISOString() });
}

function checkMiles(miles: number, entries: readonly TripEntry[], now: Date): void {
  const { reading, confirmation } = foldEntries(entries).pickup;
  if (!reading || !confirmation) return;
  const before = reading.content.miles;
  if (miles < before) throw new DomainError("odometer_backwards", { pickup_miles: before });
  const days = Math.ceil((now.getTime() - Date.parse(confirmation.at)) / DAY_MS);
  const most = before + Math.max(1, days) * MAX_MILES_PER_DAY;
  if (miles > most)
    throw new DomainError("odometer_too_far", {
      max_miles: most,
      miles_per_day: MAX_MILES_PER_DAY,
    });
}
