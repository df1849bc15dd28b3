// Trips: read by both sides and admins, and recorded by both sides (product.md, Trips).
import type { Trip } from "../../../contract/bookings/trips.ts";
import { DomainError } from "../../../domain/errors.ts";
import { personalTopic } from "../../../domain/live.ts";
import {
  canonicalText,
  type EntryContent,
  type TripEntry,
  type HandoverKind,
  type EntryKind,
  type EntrySide,
} from "../../../domain/trip/entry.ts";
import { checkEntry } from "../../../domain/trip/entry-rules.ts";
import {
  inTransaction,
  type DataCtx,
  type DbCtx,
  type Ctx,
  type NotifyCtx,
  type User,
} from "../../platform/context.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import { publishLive } from "../../platform/realtime/publish-live.ts";
import { carHasLockbox, readLockbox } from "../listings/lockbox/lockbox.service.ts";
import { findHelpersOfCar } from "../helpers/rights.service.ts";
import { findAuthors } from "./authors.repository.ts";
import { readDeposit } from "../deposits/deposits.service.ts";
import { hashEntry } from "./chain.ts";
import {
  authorId,
  openTripFor,
  toOccasion,
  type Delegate,
  type OpenTrip,
  type TripActor,
} from "./open-trip.ts";
import {
  findEntry,
  findPhotos,
  insertEntry,
  lockTrip,
  type TripEntryRow,
} from "./trips.repository.ts";
import { notifyOfReturn } from "../bookings/notifications/return-notifications.service.ts";
import { presentTrip, showsLockbox } from "./trips.presenter.ts";

export { openTrip, type OpenTrip } from "./open-trip.ts";

/** @throws DomainError not_found, no_trip */
export async function readTrip(
  ctx: DataCtx & Pick<Ctx, "keys">,
  user: User,
  bookingId: string,
): Promise<Trip> {
  const { trip, party, side } = await openTripFor(ctx, user, bookingId, "read");
  const stored = new Set((await findPhotos(ctx.db, bookingId)).map((photo) => photo.entry_id));
  const now = ctx.clock.now();
  const { car_id } = trip.row;
  const hasLockbox = await carHasLockbox(ctx.db, car_id);
  const lockbox = showsLockbox(trip, side, now) ? await readLockbox(ctx, car_id) : undefined;
  const isHelper = party === "helper";
  const authors = side === "host" ? await findAuthors(ctx.db, bookingId, user.id) : new Map();
  // Helpers see no money.
  const deposit = isHelper ? null : await readDeposit(ctx, bookingId, side);
  return presentTrip(trip, { side, isHelper, authors, stored, hasLockbox, lockbox, deposit, now });
}

export interface NewEntry {
  id: string;
  handover: HandoverKind;
  /** When it was made, in ISO 8601: by the phone's clock, corrected if the phone knew ours. */
  at: string;
  /** What the phone's clock showed, if it was corrected. */
  deviceAt?: string | undefined;
  content: EntryContent;
}

interface NewAuthor {
  /** Whose account the entry belongs to. */
  user: Pick<User, "id">;
  side: EntrySide;
  /** Who recorded it for the host. */
  delegate?: Delegate | undefined;
}

/**
 * Adds a new entry to a trip that this transaction has locked.
 * @returns its position in the chain and its hash
 * @throws DomainError trip_entry_id_taken, and every code of checkEntry
 */
export async function appendEntry(
  ctx: Pick<Ctx, "db" | "clock" | "keys">,
  trip: OpenTrip,
  { user, side, delegate, entry }: NewAuthor & { entry: NewEntry },
): Promise<{ position: number; hash: Buffer }> {
  const { id, handover, deviceAt } = entry;
  const { kind, ...content } = entry.content;
  const now = ctx.clock.now();
  const at = new Date(entry.at).toISOString();
  const made: TripEntry = { id, handover, side, at, content: entry.content };
  checkEntry(made, { ...toOccasion(trip), now });
  const previous = trip.rows.at(-1);
  const row = {
    booking_id: trip.row.id,
    position: trip.rows.length + 1,
    id,
    handover,
    kind,
    side,
    author_id: user.id,
    content: {
      ...content,
      ...(deviceAt && { device_at: new Date(deviceAt).toISOString() }),
      ...(delegate?.kind === "runner" && { runner_link: delegate.id }),
    },
    made_at: made.at,
    received_at: now.toISOString(),
    previous_hash: previous?.hash ?? null,
    key_id: ctx.keys.sealing.current.id,
  };
  const hash = hashEntry(ctx.keys.sealing, row);
  // Two trips may receive the same id at the same time.
  if (!(await insertEntry(ctx.db, { ...row, hash }))) throw new DomainError("trip_entry_id_taken");
  if (delegate) await auditDelegate(ctx, row, delegate);
  if (kind === "confirmation")
    await recordAudit(ctx, {
      actorKind: delegate?.kind ?? side,
      actorId: delegate?.id ?? user.id,
      action: "trip.confirm",
      subjectType: "booking",
      subjectId: row.booking_id,
      after: { handover: row.handover, position: row.position, head_hash: hash.toString("hex") },
    });
  const { renter_id, host_id, car_id } = trip.row;
  const helpers = await findHelpersOfCar(ctx.db, car_id, "handovers");
  await publishLive(
    ctx,
    [renter_id, host_id, ...helpers].map((person) => personalTopic(person)),
    "bookings",
    trip.row.id,
  );
  return { position: row.position, hash };
}

/** Audits what somebody did for the host under their own name. */
const auditDelegate = (
  ctx: DataCtx,
  { id, booking_id, handover, kind }: Pick<TripEntryRow, "id" | "booking_id" | "handover" | "kind">,
  { kind: actorKind, id: actorId }: Delegate,
): Promise<void> =>
  recordAudit(ctx, {
    actorKind,
    actorId,
    ...(actorKind === "runner"
      ? { action: "runner_link.record", subjectType: "runner_link", subjectId: actorId }
      : { action: "trip.record", subjectType: "booking", subjectId: booking_id }),
    after: { booking_id, handover, kind, entry_id: id },
  });

/** Kinds whose time the server sets, so that a repeat has another time. */
const TIMED_BY_US: readonly EntryKind[] = ["confirmation", "flight_delay"];
/** Fields that are stored with an entry but are not part of its content. */
const OURS = { agreement: undefined, device_at: undefined, runner_link: undefined };

/**
 * Whether an entry was stored already.
 * @throws DomainError trip_entry_id_taken if its id belongs to another entry
 */
export async function isRepeat(
  ctx: DbCtx,
  { row }: OpenTrip,
  actor: TripActor,
  { id, handover, at, content }: NewEntry,
): Promise<boolean> {
  const known = await findEntry(ctx.db, id);
  if (!known) return false;
  const isSame =
    known.booking_id === row.id &&
    known.author_id === authorId(actor) &&
    known.handover === handover &&
    (TIMED_BY_US.includes(content.kind) || known.made_at === new Date(at).toISOString()) &&
    canonicalText({ kind: known.kind, ...known.content, ...OURS }) === canonicalText(content);
  if (!isSame) throw new DomainError("trip_entry_id_taken");
  return true;
}

const toAction = (kind: EntryKind) => {
  if (kind === "licence_check") return "check_licence";
  return kind === "return_notice" ? "give_return_notice" : "record";
};

/**
 * Adds a reading, a mark, the licence check or the renter's notice of the return.
 * @throws DomainError not_found, no_trip, forbidden, trip_entry_id_taken, and every code of
 * checkEntry
 */
export async function addEntry(
  ctx: NotifyCtx,
  user: User,
  bookingId: string,
  entry: NewEntry,
): Promise<Trip> {
  await recordEntry(ctx, user, bookingId, entry);
  return readTrip(ctx, user, bookingId);
}

/**
 * Like addEntry, but a runner may call it too.
 * @throws DomainError like addEntry
 */
export async function recordEntry(
  ctx: NotifyCtx,
  actor: TripActor,
  bookingId: string,
  entry: NewEntry,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockTrip(tx.db, bookingId);
    const { kind } = entry.content;
    const { trip, side, delegate } = await openTripFor(tx, actor, bookingId, toAction(kind));
    if (await isRepeat(tx, trip, actor, entry)) return;
    await appendEntry(tx, trip, { user: { id: authorId(actor) }, side, delegate, entry });
    if (kind === "return_notice") await notifyOfReturn(tx, bookingId, "notice");
  });
}
