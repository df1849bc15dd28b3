// Confirms handovers. The renter enters the code on the host's phone, so that both agree on the
// reading and the minute. If the renter enters none, the host can confirm a late return alone.
import type { Trip } from "../../../contract/bookings/trips.ts";
import { DomainError } from "../../../domain/errors.ts";
import { dueBackAfterStorms } from "../../../domain/storm/storm.ts";
import {
  canonicalText,
  type ConfirmedBy,
  type EntryContent,
  type HandoverKind,
} from "../../../domain/trip/entry.ts";
import { checkEntry } from "../../../domain/trip/entry-rules.ts";
import { foldEntries, type EntryOf, type Handover } from "../../../domain/trip/handover.ts";
import { isAgreed } from "../../../domain/trip/lockbox.ts";
import { dueBackAt } from "../../../domain/trip/trip.ts";
import {
  inTransaction,
  type Ctx,
  type DbCtx,
  type NotifyCtx,
  type User,
} from "../../platform/context.ts";
import { announceUsageCharges } from "../charges/announce.service.ts";
import { notifyOfReturn } from "../bookings/notifications/return-notifications.service.ts";
import { writeCurrentAgreement } from "./agreement/agreement.service.ts";
import { acceptCode, tryCode, type EnteredCode } from "./handover-secrets.service.ts";
import { checkOpen, openTrip, openTripFor, toOccasion, type OpenTrip } from "./open-trip.ts";
import { deleteSecret, lockTrip } from "./trips.repository.ts";
import { appendEntry, isRepeat, readTrip, type NewEntry } from "./trips.service.ts";

const MINUTE_MS = 60_000;

/** The confirmation of a handover, at the beginning of this minute by our clock. */
export const makeConfirmation = (
  { clock }: Pick<Ctx, "clock">,
  handover: HandoverKind,
  readingId: string | null,
  by: ConfirmedBy,
): Omit<NewEntry, "id"> => ({
  handover,
  at: new Date(Math.floor(clock.now().getTime() / MINUTE_MS) * MINUTE_MS).toISOString(),
  content: { kind: "confirmation", reading_id: readingId, by },
});

/** @throws DomainError handover_reading_changed */
function checkReading(
  { handovers }: OpenTrip,
  handover: HandoverKind,
  readingId: string | null,
): void {
  if ((handovers[handover].reading?.id ?? null) !== readingId)
    throw new DomainError("handover_reading_changed");
}

/**
 * Confirms a handover with the host's code, which may have been entered days ago. A repeat with the
 * same id gets the same answer.
 * @throws DomainError not_found, no_trip, forbidden, handover_already_confirmed, trip_on_hold,
 * trip_entry_id_taken, handover_reading_missing, handover_reading_changed, handover_code_wrong,
 * no_valid_handover_code, and every code of checkEntry
 */
export async function enterCode(
  ctx: NotifyCtx,
  user: User,
  bookingId: string,
  entered: EnteredCode,
): Promise<Trip> {
  const { id, handover, at, deviceAt, reading_id } = entered;
  const entry: NewEntry = {
    id,
    handover,
    at,
    deviceAt,
    content: { kind: "confirmation", reading_id, by: "code" },
  };
  const admit = (trip: OpenTrip, now: Date): EntryOf<"reading"> => {
    checkOpen(trip, handover);
    const reading = findAgreedReading(trip, entered);
    checkEntry({ ...entry, side: "renter" }, { ...toOccasion(trip), now });
    return reading;
  };
  const { trip: before } = await openTripFor(ctx, user, bookingId, "enter_code");
  if (await isRepeat(ctx, before, user, entry)) return readTrip(ctx, user, bookingId);
  const { content: figures } = admit(before, ctx.clock.now());
  const tried = await tryCode(ctx, bookingId, entered, figures);
  await inTransaction(ctx, async (tx) => {
    await lockTrip(tx.db, bookingId);
    const { trip } = await openTripFor(tx, user, bookingId, "enter_code");
    // A repeat has waited for the first request, which deleted the secret.
    if (await isRepeat(tx, trip, user, entry)) return;
    admit(trip, tx.clock.now());
    const agreed = await acceptCode(tx, bookingId, handover, tried);
    const confirmation = { ...entry, at: agreed.toISOString() };
    await appendEntry(tx, trip, {
      user,
      side: "renter",
      entry: await withAgreement(tx, trip, confirmation),
    });
    await deleteSecret(tx.db, bookingId, handover);
    if (handover === "return") await announceCharges(tx, await openTrip(tx, bookingId));
  });
  return readTrip(ctx, user, bookingId);
}

const toFigures = ({ content: { miles, level } }: EntryOf<"reading">): string =>
  canonicalText([miles, level]);

/**
 * The reading that the renter saw, from either phone. The other phone may have added a later one
 * with the same figures.
 * @throws DomainError handover_reading_missing, handover_reading_changed
 */
function findAgreedReading(
  { entries, handovers }: OpenTrip,
  { handover, at, reading_id: readingId }: EnteredCode,
): EntryOf<"reading"> {
  const readings = entries.filter(
    (entry): entry is EntryOf<"reading"> =>
      entry.content.kind === "reading" && entry.handover === handover,
  );
  const reading = readings.find(({ id }) => id === readingId);
  if (!reading) throw new DomainError("handover_reading_missing");
  const enteredAt = new Date(at).toISOString();
  // The host's clock may be ahead of the renter's.
  const seenAt = enteredAt > reading.at ? enteredAt : reading.at;
  const latest = foldEntries(readings.filter((each) => each.at <= seenAt))[handover].reading;
  const current = latest ?? handovers[handover].reading;
  if (!current || toFigures(current) !== toFigures(reading))
    throw new DomainError("handover_reading_changed");
  return reading;
}

/** Announces the charges that follow from the agreed return and readings. */
export async function announceCharges(
  tx: NotifyCtx,
  { row, handovers }: Pick<OpenTrip, "row" | "handovers">,
): Promise<void> {
  const { pickup, return: back } = handovers;
  if (!back.confirmation || !isAgreed(back)) return;
  const read = (handover: Handover) =>
    handover.reading && isAgreed(handover)
      ? { id: handover.reading.id, ...handover.reading.content }
      : null;
  await announceUsageCharges(tx, {
    bookingId: row.id,
    confirmationId: back.confirmation.id,
    returnedAt: new Date(back.confirmation.at),
    pickup: read(pickup),
    return: read(back),
  });
}

/** Adds the rental agreement to the confirmation of a pickup, so that it can't change any more. */
export async function withAgreement(tx: DbCtx, trip: OpenTrip, entry: NewEntry): Promise<NewEntry> {
  if (entry.handover !== "pickup") return entry;
  const agreement = await writeCurrentAgreement(tx, trip);
  return { ...entry, content: { ...entry.content, agreement } as EntryContent };
}

/**
 * The host alone confirms that the car is back, once it is due. Without this, a renter who leaves
 * the car without entering a code would keep the booking open and the host unpaid.
 * @throws DomainError not_found, no_trip, forbidden, handover_already_confirmed,
 * trip_entry_id_taken, pickup_not_confirmed, return_not_due, handover_reading_changed
 */
export async function confirmReturn(
  ctx: NotifyCtx,
  user: User,
  bookingId: string,
  { id, reading_id: readingId }: { id: string; reading_id: string | null },
): Promise<Trip> {
  await inTransaction(ctx, async (tx) => {
    await lockTrip(tx.db, bookingId);
    const { trip, delegate } = await openTripFor(tx, user, bookingId, "confirm_return");
    const entry = { id, ...makeConfirmation(tx, "return", readingId, "host") };
    if (await isRepeat(tx, trip, user, entry)) return;
    checkOpen(trip, "return");
    const due = dueBackAfterStorms(dueBackAt(trip.facts.period), trip.facts.storms ?? []);
    if (trip.facts.confirmedAt.pickup && (due === null || tx.clock.now() < due))
      throw new DomainError("return_not_due", { due_at: due?.toISOString() ?? null });
    checkReading(trip, "return", readingId);
    await appendEntry(tx, trip, { user, side: "host", delegate, entry });
    await deleteSecret(tx.db, bookingId, "return");
    await notifyOfReturn(tx, bookingId, "host");
  });
  return readTrip(ctx, user, bookingId);
}
