// Handing a car over with a lockbox, without the host (product.md, Trips; trips.md, section 4).
import { DomainError } from "../errors.ts";
import { pickupAt, type RentalPeriod } from "../booking/rental-period.ts";
import { PHOTO_SLOTS, type HandoverKind, type PhotoPlace, type TripEntry } from "./entry.ts";
import { foldEntries, type Handover } from "./handover.ts";
import { lockboxAnswerUntil, type TripFacts } from "./trip.ts";

/** Letters, digits and the keys of a keypad, as the host enters a code. */
export const LOCKBOX_CODE = /^[0-9A-Za-z#*]{3,12}$/;
export const MAX_LOCKBOX_CODE_LENGTH = 12;
/** The longest text that says where the lockbox is and how it opens, in characters. */
export const MAX_LOCKBOX_DIRECTIONS_LENGTH = 300;

/** How far the phone's time of a confirmation may be behind the server's. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

const INSIDE: readonly PhotoPlace[] = ["instruments", "front_seats", "boot"];
/** The slots that somebody without the key can photograph. */
export const OUTSIDE_SLOTS = PHOTO_SLOTS.filter((slot) => !INSIDE.includes(slot));

/** When the code can be shown: at the booked pickup time. */
export const lockboxOpensAt = (period: RentalPeriod): Date => pickupAt(period);

/** The outside photos that the renter has not taken; none if the host has taken all of them. */
export function missingOutsidePhotos({ photos }: Pick<Handover, "photos">): PhotoPlace[] {
  const findMissing = (side: "renter" | "host"): PhotoPlace[] =>
    OUTSIDE_SLOTS.filter(
      (slot) => !photos.some((photo) => photo.side === side && photo.content.place === slot),
    );
  return findMissing("host").length === 0 ? [] : findMissing("renter");
}

/** Whether both sides agree on what a confirmation says: by the code, or by the host's answer. */
export const isAgreed = ({ confirmation, lockboxAnswer }: Handover): boolean =>
  confirmation?.content.by === "code" ||
  (confirmation?.content.by === "lockbox" && lockboxAnswer?.content.kind === "lockbox_acceptance");

/**
 * Refuses an entry about a lockbox that does not fit the trip. Other entries pass.
 * @throws DomainError lockbox_too_early, lockbox_needs_photos, lockbox_not_opened,
 * lockbox_reading_missing, handover_reading_changed, not_confirmed_by_lockbox,
 * lockbox_already_answered, lockbox_answer_too_late
 */
export function checkLockboxEntry(
  { handover, content, at }: Pick<TripEntry, "handover" | "content" | "at">,
  { facts, entries, now }: { facts: TripFacts; entries: readonly TripEntry[]; now: Date },
): void {
  const handovers = foldEntries(entries);
  if (content.kind === "lockbox_opening") checkOpening(handovers.pickup, facts, now);
  if (content.kind === "confirmation" && content.by === "lockbox") {
    const opening = handovers.pickup.lockboxOpening;
    if (!opening || Date.parse(at) < Date.parse(opening.at) - CLOCK_TOLERANCE_MS)
      throw new DomainError("lockbox_not_opened");
    checkConfirmedReading(content.reading_id, { handover, at }, entries);
  }
  if (content.kind === "lockbox_acceptance" || content.kind === "lockbox_contest")
    checkAnswer(handover, handovers[handover], facts, now);
}

/** Checks that the renter confirms the latest reading of either side at that time. */
function checkConfirmedReading(
  readingId: string | null,
  { handover, at }: Pick<TripEntry, "handover" | "at">,
  entries: readonly TripEntry[],
): void {
  const reading = entries.find(
    ({ id, handover: of, content }) =>
      id === readingId && of === handover && content.kind === "reading",
  );
  if (!reading) throw new DomainError("lockbox_reading_missing");
  const seenAt = reading.at > at ? reading.at : at;
  const latest = foldEntries(entries.filter((entry) => entry.at <= seenAt))[handover].reading;
  if (latest?.id !== readingId) throw new DomainError("handover_reading_changed");
}

function checkOpening(pickup: Handover, facts: TripFacts, now: Date): void {
  const opensAt = lockboxOpensAt(facts.period);
  if (now < opensAt)
    throw new DomainError("lockbox_too_early", { opens_at: opensAt.toISOString() });
  const missing = missingOutsidePhotos(pickup);
  if (missing.length > 0) throw new DomainError("lockbox_needs_photos", { missing });
}

function checkAnswer(
  handover: HandoverKind,
  { lockboxAnswer }: Handover,
  facts: TripFacts,
  now: Date,
): void {
  const confirmedAt = facts.lockboxConfirmedAt[handover];
  if (!confirmedAt) throw new DomainError("not_confirmed_by_lockbox");
  if (lockboxAnswer)
    throw new DomainError("lockbox_already_answered", { answered_at: lockboxAnswer.at });
  const until = lockboxAnswerUntil(confirmedAt);
  if (now >= until)
    throw new DomainError("lockbox_answer_too_late", { closed_at: until.toISOString() });
}
