// Photos of handovers: encrypted in the object store, read by both sides and admins, and deleted
// 180 days after the trip has closed. A photo's entry, which has its hash, stays.
import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { DomainError, isDomainError } from "../../../domain/errors.ts";
import {
  TRIP_PHOTO_PIXELS,
  type PhotoPlace,
  type HandoverKind,
} from "../../../domain/trip/entry.ts";
import { checkEntry } from "../../../domain/trip/entry-rules.ts";
import { closesAt, TRIP_PHOTO_DAYS } from "../../../domain/trip/trip.ts";
import type { Trip } from "../../../contract/bookings/trips.ts";
import { requireAdmin } from "../../../domain/policies/admin.ts";
import { inTransaction, type Ctx, type User } from "../../platform/context.ts";
import { sweepItem } from "../../platform/jobs/sweep-item.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import { seal, unseal } from "../../platform/keys/sealing.ts";
import { documentFile, putFile, removeFiles } from "../../platform/storage/document-store.ts";
import { readBuffer } from "../../platform/storage/object-store.ts";
import { authorId, openTrip, openTripFor, toOccasion, type TripActor } from "./open-trip.ts";
import {
  deletePhotos,
  findEntry,
  findPhoto,
  findPhotosBy,
  findWithOldPhotos,
  insertPhoto,
  lockTrip,
  type TripPhotoRow,
} from "./trips.repository.ts";
import { appendEntry, isRepeat, readTrip, type NewEntry } from "./trips.service.ts";

const DAY_MS = 86_400_000;

type PhotoKey = Pick<TripPhotoRow, "id" | "booking_id" | "entry_id">;

/** Binds a file's encryption to its entry and booking, so that it can't be used for another. */
export const tripPhotoContext = ({ id, booking_id, entry_id }: PhotoKey): string =>
  `trip-photo:${booking_id}:${entry_id}:${id}`;

export interface SentPhoto {
  bookingId: string;
  id: string;
  handover: HandoverKind;
  place: PhotoPlace;
  /** The mark that it shows. */
  mark_id?: string | undefined;
  /** By the phone's clock, in ISO 8601. */
  at: string;
  deviceAt: string | undefined;
}

const toEntry = (
  { id, handover, place, mark_id, at, deviceAt }: SentPhoto,
  hashes: { sha256: string; sent_sha256: string },
): NewEntry => ({
  id,
  handover,
  at,
  deviceAt,
  content: { kind: "photo", place, ...hashes, ...(mark_id === undefined ? {} : { mark_id }) },
});

/**
 * Checks whether an upload may begin, so that a photo that would be refused need not be sent.
 * @throws DomainError not_found, no_trip, and every code of checkEntry
 */
export async function admitPhoto(
  ctx: Pick<Ctx, "db" | "clock">,
  actor: TripActor,
  photo: SentPhoto,
): Promise<void> {
  const { trip, side } = await openTripFor(ctx, actor, photo.bookingId, "record");
  // A repeat after a lost response is compared once the file has arrived.
  if (await findEntry(ctx.db, photo.id)) return;
  const entry = { ...toEntry(photo, { sha256: "", sent_sha256: "" }), side };
  checkEntry(entry, { ...toOccasion(trip), now: ctx.clock.now() });
}

const hashBuffer = (body: Buffer): string => createHash("sha256").update(body).digest("hex");
async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

/**
 * Stores a photo without its metadata. A repeat gets the same answer.
 * @param file path of the received file
 * @throws DomainError not_found, no_trip, trip_entry_id_taken, photo_store_failed, and every code
 * of checkEntry and ImageProcessor.makeMaster
 */
export async function storePhoto(
  ctx: Ctx,
  user: User,
  photo: SentPhoto,
  file: string,
): Promise<Trip> {
  await recordPhoto(ctx, user, photo, file);
  return readTrip(ctx, user, photo.bookingId);
}

/**
 * Like storePhoto, but a runner may call it too.
 * @throws DomainError like storePhoto
 */
export async function recordPhoto(
  ctx: Ctx,
  actor: TripActor,
  photo: SentPhoto,
  file: string,
): Promise<void> {
  const sent_sha256 = await hashFile(file);
  if (await isStored(ctx, actor, photo, sent_sha256)) return;
  const author = { id: authorId(actor) };
  const { image } = await ctx.images.makeMaster(file, author.id, TRIP_PHOTO_PIXELS, "shown");
  const { bookingId: booking_id } = photo;
  const id = randomUUID();
  const keys = ctx.keys.sealing;
  const sealed = seal(keys, image, tripPhotoContext({ id, booking_id, entry_id: photo.id }));
  await putFile(ctx, ctx.tripPhotos, id, sealed, "photo_store_failed");
  const entry = toEntry(photo, { sha256: hashBuffer(image), sent_sha256 });
  try {
    const isNew = await inTransaction(ctx, async (tx) => {
      await lockTrip(tx.db, booking_id);
      const { trip, side, delegate } = await openTripFor(tx, actor, booking_id, "record");
      if (await isRepeat(tx, trip, actor, entry)) return false;
      await appendEntry(tx, trip, { user: author, side, delegate, entry });
      await insertPhoto(tx.db, {
        id,
        entry_id: photo.id,
        booking_id,
        bytes: image.length,
        key_id: keys.current.id,
        created_at: tx.clock.now().toISOString(),
      });
      return true;
    });
    if (!isNew) await removeFiles(ctx, ctx.tripPhotos, [{ id }]);
  } catch (error) {
    // After any other error the row may be stored: the daily clean-up removes an orphan.
    if (isDomainError(error)) await removeFiles(ctx, ctx.tripPhotos, [{ id }]);
    throw error;
  }
}

/** @throws DomainError trip_entry_id_taken if the id belongs to another entry */
async function isStored(
  ctx: Pick<Ctx, "db">,
  actor: TripActor,
  { id, bookingId, handover, place, mark_id, at }: SentPhoto,
  sentSha256: string,
): Promise<boolean> {
  const known = await findEntry(ctx.db, id);
  if (!known) return false;
  const isSame =
    known.booking_id === bookingId &&
    known.author_id === authorId(actor) &&
    known.handover === handover &&
    known.made_at === new Date(at).toISOString() &&
    known.content["place"] === place &&
    known.content["mark_id"] === mark_id &&
    known.content["sent_sha256"] === sentSha256;
  if (!isSame) throw new DomainError("trip_entry_id_taken");
  return true;
}

/**
 * Decrypts a photo; an admin's access is audited.
 * @throws DomainError not_found, no_trip, role_required
 */
export async function openPhoto(
  ctx: Pick<Ctx, "db" | "clock" | "keys" | "tripPhotos">,
  user: User,
  bookingId: string,
  id: string,
): Promise<Buffer> {
  const { party } = await openTripFor(ctx, user, bookingId, "read");
  if (party === "admin") requireAdmin("decide_bookings", user);
  const photo = await findPhoto(ctx.db, bookingId, id);
  const body = photo && (await readPhotoFile(ctx, photo));
  if (!body) throw new DomainError("not_found", { what: "photo" });
  if (party === "admin")
    await recordAudit(ctx, {
      actorKind: "admin",
      actorId: user.id,
      action: "trip.photo_view",
      subjectType: "booking",
      subjectId: bookingId,
      after: { photo_id: id },
    });
  return body;
}

/**
 * The decrypted file of a photo; undefined if it is gone.
 * @throws Error if it is not the picture of its entry
 */
export async function readPhotoFile(
  ctx: Pick<Ctx, "db" | "keys" | "tripPhotos">,
  photo: PhotoKey,
): Promise<Buffer | undefined> {
  const stored = await ctx.tripPhotos.read(documentFile(photo.id));
  if (!stored) return undefined;
  const body = unseal(ctx.keys.sealing, await readBuffer(stored), tripPhotoContext(photo));
  const entry = await findEntry(ctx.db, photo.entry_id);
  if (hashBuffer(body) !== entry?.content["sha256"])
    throw new Error(`the file of the trip photo ${photo.id} is not the picture of its entry`);
  return body;
}

/** The photos that a person took, decrypted, with the ids of their entries. */
export async function* readOwnPhotos(
  ctx: Pick<Ctx, "db" | "keys" | "log" | "tripPhotos">,
  userId: string,
): AsyncGenerator<{ id: string; body: Buffer }> {
  for (const photo of await findPhotosBy(ctx.db, userId)) {
    const body = await readPhotoFile(ctx, photo).catch((error: unknown) => {
      ctx.log.error({ err: error, photo: photo.id }, "a trip photo can't be read");
      return undefined;
    });
    if (body) yield { id: photo.entry_id, body };
  }
}

/** Deletes the photos of trips that closed 180 days ago. */
export async function deleteOldPhotos(
  ctx: Pick<Ctx, "db" | "clock" | "log" | "tripPhotos">,
): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - TRIP_PHOTO_DAYS * DAY_MS);
  for (const id of await findWithOldPhotos(ctx.db, before.toISOString()))
    await sweepItem(ctx, { booking: id }, async () => {
      const closed = closesAt((await openTrip(ctx, id)).facts);
      if (closed && closed <= before)
        await removeFiles(ctx, ctx.tripPhotos, await deletePhotos(ctx.db, id));
    });
}
