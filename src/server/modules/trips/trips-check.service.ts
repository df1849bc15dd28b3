// Verifies that no trip's record has changed since it was received, for npm run trips:check and a
// nightly job.
import type { Ctx } from "../../platform/context.ts";
import { recordIncident } from "../incidents/incidents.service.ts";
import type { Output } from "../../../contract/endpoint.ts";
import type { getTripCheck } from "../../../contract/bookings/trips.ts";
import { openTrip } from "./open-trip.ts";
import { findBreak } from "./chain.ts";
import {
  findCopiedTimes,
  findEntries,
  findPhotos,
  findRecordedBookings,
  findRecordedHashes,
  type TripEntryRow,
  type TripPhotoRow,
} from "./trips.repository.ts";

const BATCH = 500;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** The columns that a trigger copies from the entries to the booking (migration 0085). */
const COPIED = ["picked_up_at", "returned_at", "return_noticed_at", "delayed_pickup_at"] as const;
type Copied = (typeof COPIED)[number];
type CopiedTimes = Record<Copied, string | null>;

/** The names of these columns for admins. */
const TIME_NAMES: Record<Copied, string> = {
  picked_up_at: "pickup",
  returned_at: "return",
  return_noticed_at: "return notice",
  delayed_pickup_at: "delayed pickup",
};

interface CheckedTrip {
  bookingId: string;
  entries: number;
  /** The position of the first entry that differs; null if the chain is intact. */
  position: number | null;
  /** The names of the times on the booking that differ from the entries. */
  differing: string[];
  /** The hash of the last entry, in hexadecimal; null if there is none. */
  headHash: string | null;
}
interface TripsCheck {
  trips: number;
  entries: number;
  changed: CheckedTrip[];
}

/** Checks the chain, the photos and the copied times of one trip. */
async function checkTrip(
  { db, keys }: Pick<Ctx, "db" | "keys">,
  bookingId: string,
): Promise<CheckedTrip> {
  const rows = await findEntries(db, bookingId);
  const position =
    findBreak(keys.sealing, rows, await findRecordedHashes(db, bookingId)) ??
    findPhotoDifference(rows, await findPhotos(db, bookingId)) ??
    null;
  const copied = await findCopiedTimes(db, bookingId);
  const expected = expectTimes(rows);
  return {
    bookingId,
    entries: rows.length,
    position,
    differing: copied
      ? COPIED.filter((column) => copied[column] !== expected[column]).map(
          (column) => TIME_NAMES[column],
        )
      : [],
    headHash: rows.at(-1)?.hash.toString("hex") ?? null,
  };
}

/** The times that the trigger should have copied from the entries. */
function expectTimes(rows: readonly TripEntryRow[]): CopiedTimes {
  const times: CopiedTimes = {
    picked_up_at: null,
    returned_at: null,
    return_noticed_at: null,
    delayed_pickup_at: null,
  };
  for (const { kind, handover, content, made_at, received_at } of rows) {
    const at = made_at < received_at ? made_at : received_at;
    if (kind === "return_notice") times.return_noticed_at = at;
    if (kind === "flight_delay")
      times.delayed_pickup_at = new Date(String(content["pickup_at"])).toISOString();
    if (kind === "confirmation" && handover === "pickup") times.picked_up_at = at;
    if (kind === "confirmation" && handover === "return")
      times.returned_at = content["by"] === "renter" ? (times.return_noticed_at ?? at) : at;
  }
  return times;
}

/**
 * Runs `work` on a single snapshot of the database, so that an entry that arrives meanwhile is not
 * taken for a change.
 */
const onSnapshot = <C extends Pick<Ctx, "db">, T>(
  ctx: C,
  work: (ctx: C) => Promise<T>,
): Promise<T> =>
  ctx.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute((db) => work({ ...ctx, db }));

/** Checks every trip as of one moment. */
export const checkTrips = (ctx: Pick<Ctx, "db" | "keys">): Promise<TripsCheck> =>
  onSnapshot(ctx, checkAll);

async function checkAll(ctx: Pick<Ctx, "db" | "keys">): Promise<TripsCheck> {
  const check: TripsCheck = { trips: 0, entries: 0, changed: [] };
  let after = FIRST_ID;
  for (;;) {
    const ids = await findRecordedBookings(ctx.db, after, BATCH);
    for (const bookingId of ids) {
      const trip = await checkTrip(ctx, bookingId);
      if (trip.position !== null || trip.differing.length > 0) check.changed.push(trip);
      check.trips += 1;
      check.entries += trip.entries;
    }
    if (ids.length < BATCH) return check;
    after = ids.at(-1) ?? after;
  }
}

/**
 * The position of the first entry without its stored photo, or one past the last entry for a photo
 * without an entry. The photos of a trip are deleted together, so having none is fine.
 */
function findPhotoDifference(
  rows: readonly TripEntryRow[],
  photos: readonly TripPhotoRow[],
): number | undefined {
  if (photos.length === 0) return undefined;
  const stored = new Set(photos.map((photo) => photo.entry_id));
  const entries = rows.filter(({ kind }) => kind === "photo");
  const missing = entries.find(({ id }) => !stored.has(id));
  if (missing) return missing.position;
  return stored.size === entries.length ? undefined : rows.length + 1;
}

/**
 * The nightly check: records each changed trip, and each booking with differing times, as an
 * incident for an admin, once.
 */
export async function reportChangedTrips(ctx: Ctx): Promise<void> {
  for (const { bookingId, position, differing, headHash } of (await checkTrips(ctx)).changed) {
    const report = (key: string, details: Record<string, unknown>) =>
      recordIncident(ctx, {
        key: `${key}:${bookingId}`,
        kind: "trip_record_changed",
        bookingId,
        details: { ...details, head_hash: headHash },
      });
    if (position !== null) await report("trip", { position });
    if (differing.length > 0) await report("trip-times", { differing: differing.join(", ") });
  }
}

/** The check of one trip, for an admin. @throws DomainError not_found */
export async function readTripCheck(
  ctx: Pick<Ctx, "db" | "keys" | "clock">,
  bookingId: string,
): Promise<Output<typeof getTripCheck>> {
  const { entries, position, differing } = await onSnapshot(ctx, async (tx) =>
    checkTrip(tx, (await openTrip(tx, bookingId)).row.id),
  );
  return { entries, broken_at: position, differing, checked_at: ctx.clock.now().toISOString() };
}
