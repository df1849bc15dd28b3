// Profile photos: cropped to a square in two sizes on upload, public, and deleted from the object
// store once replaced or removed.
import { randomUUID } from "node:crypto";
import type { Profile } from "../../../../contract/people/accounts.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { PROFILE_PHOTO_SIZES } from "../../../../domain/person/profile-photo.ts";
import { inTransaction, type Ctx, type DbCtx, type User } from "../../../platform/context.ts";
import { notifyHostChanged } from "../../../platform/realtime/events.ts";
import { readBuffer } from "../../../platform/storage/object-store.ts";
import { presentProfile } from "../accounts.presenter.ts";
import { findProfile, lockOwnAccount, updateProfileRow } from "../accounts.repository.ts";

/** The job that deletes a photo's files from the object store once no row references them. */
export const REMOVE_PORTRAIT = "portrait-remove";
/** Longest side, in pixels, of the picture from which the squares are cropped. */
const LARGEST = 1600;

const profilePhotoFile = (id: string, side: number): string => `portraits/${id}/${side}.webp`;
/** Every file of a photo. */
export const profilePhotoFiles = (id: string): string[] =>
  PROFILE_PHOTO_SIZES.map((side) => profilePhotoFile(id, side));

/**
 * Refuses an upload that may not begin.
 * @throws DomainError not_found without a profile
 */
export async function admitProfilePhoto(ctx: DbCtx, user: User): Promise<void> {
  if (!(await findProfile(ctx.db, user.id)))
    throw new DomainError("not_found", { what: "profile" });
}

/**
 * Stores the signed-in person's new photo, replacing the previous one.
 * @param file path of the received file
 * @throws DomainError every code of ImageProcessor.makeMaster, photo_store_failed, not_found
 */
export async function storeProfilePhoto(ctx: Ctx, user: User, file: string): Promise<Profile> {
  const { image } = await ctx.images.makeMaster(file, user.id, LARGEST);
  const id = randomUUID();
  let cut = image;
  try {
    // Each size is cut from the next larger one. Cut from the whole picture, two sizes could show
    // different parts of it.
    for (const side of PROFILE_PHOTO_SIZES.toReversed()) {
      cut = await ctx.images.cutSquare(cut, side, user.id);
      await put(ctx, profilePhotoFile(id, side), cut);
    }
    return await changePhoto(ctx, user, id);
  } catch (error) {
    await ctx.jobs.send(ctx.db, REMOVE_PORTRAIT, { id });
    throw error;
  }
}

async function put(ctx: Pick<Ctx, "log" | "objects">, name: string, body: Buffer): Promise<void> {
  try {
    await ctx.objects.put(name, body, "image/webp");
  } catch (error) {
    ctx.log.error({ err: error }, "a portrait could not be stored");
    throw new DomainError("photo_store_failed");
  }
}

/** @throws DomainError not_found without a profile */
export const removeProfilePhoto = (
  ctx: Pick<Ctx, "db" | "clock" | "log" | "jobs">,
  user: User,
): Promise<Profile> => changePhoto(ctx, user, null);

/**
 * Updates the row first. A job of the same transaction deletes the old files, so the row never
 * points to a missing photo.
 */
function changePhoto(
  ctx: Pick<Ctx, "db" | "clock" | "log" | "jobs">,
  user: User,
  photo_id: string | null,
): Promise<Profile> {
  return inTransaction(ctx, async (tx) => {
    await lockOwnAccount(tx.db, user.id);
    const before = await findProfile(tx.db, user.id);
    const row = await updateProfileRow(tx.db, user.id, { photo_id }, tx.clock.now().toISOString());
    if (!before || !row) throw new DomainError("not_found", { what: "profile" });
    await notifyHostChanged(tx, user.id);
    if (before.photo_id) await tx.jobs.send(tx.db, REMOVE_PORTRAIT, { id: before.photo_id });
    return presentProfile(row, user);
  });
}

/**
 * Reads one size of a photo.
 * @throws DomainError not_found
 */
export async function readProfilePhoto(
  ctx: Pick<Ctx, "objects">,
  { id, side }: { id: string; side: number },
): Promise<Buffer> {
  const stored = await ctx.objects.read(profilePhotoFile(id, side));
  if (!stored) throw new DomainError("not_found", { what: "photo" });
  return readBuffer(stored);
}
