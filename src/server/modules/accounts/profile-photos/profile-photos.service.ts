// Photos of people: cut to a square in two sizes as they come, read by everybody, gone from the store once they are replaced or removed.
import { randomUUID } from "node:crypto";
import type { Profile } from "../../../../contract/people/accounts.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { PORTRAIT_SIDES } from "../../../../domain/person/profile-photo.ts";
import { inTransaction, type Ctx, type User } from "../../../platform/context.ts";
import { notifyHostChanged } from "../../../platform/realtime/events.ts";
import { countAttempt } from "../../../platform/http/rate-limit.ts";
import { bufferOf } from "../../../platform/storage/object-store.ts";
import { presentProfile } from "../accounts.presenter.ts";
import { findProfile, lockOwnAccount, updateProfileRow } from "../accounts.repository.ts";

/** The job that takes the files of a photo out of the store, once the row has let go of it. */
export const REMOVE_PORTRAIT = "portrait-remove";
const UPLOADS = { attempts: 30, seconds: 3600 };
/** Pixels of the longer side of what the squares are cut from. */
const LARGEST = 1600;

const fileOf = (id: string, side: number): string => `portraits/${id}/${side}.webp`;
/** Every file of a photo. */
export const portraitFiles = (id: string): string[] => PORTRAIT_SIDES.map((side) => fileOf(id, side));

/** Whether an upload may begin. Counts it. @throws DomainError PGRST116 without a profile, rate_limited */
export async function admitPortrait(ctx: Ctx, user: User): Promise<void> {
  if (!(await findProfile(ctx.db, user.id))) throw new DomainError("PGRST116", { what: "profile" });
  await countAttempt(ctx, `portrait-upload:${user.id}`, UPLOADS);
}

/**
 * Stores a photo of the signed-in person in place of an older one.
 * @param file path of what was received
 * @throws DomainError every code of Darkroom.develop, photo_store_failed, PGRST116
 */
export async function storePortrait(ctx: Ctx, user: User, file: string): Promise<Profile> {
  const { image } = await ctx.darkroom.develop(file, user.id, LARGEST);
  const id = randomUUID();
  let cut = image;
  try {
    // Each from the larger one before it: cut from the whole picture, another size could show another part of it.
    for (const side of PORTRAIT_SIDES.toReversed()) {
      cut = await ctx.darkroom.cutSquare(cut, side, user.id);
      await put(ctx, fileOf(id, side), cut);
    }
    return await changePhoto(ctx, user, id);
  } catch (error) {
    await ctx.jobs.send(ctx.db, REMOVE_PORTRAIT, { id });
    throw error;
  }
}

async function put(ctx: Ctx, name: string, body: Buffer): Promise<void> {
  try {
    await ctx.objects.put(name, body, "image/webp");
  } catch (error) {
    ctx.log.error({ err: error }, "a portrait could not be stored");
    throw new DomainError("photo_store_failed");
  }
}

/** @throws DomainError PGRST116 without a profile */
export const removePortrait = (ctx: Ctx, user: User): Promise<Profile> => changePhoto(ctx, user, null);

/** The row first, and the files of the older one by a job of the same transaction, so that none is shown that is not there. */
function changePhoto(ctx: Ctx, user: User, photo_id: string | null): Promise<Profile> {
  return inTransaction(ctx, async (tx) => {
    await lockOwnAccount(tx.db, user.id);
    const before = await findProfile(tx.db, user.id);
    const row = await updateProfileRow(tx.db, user.id, { photo_id }, tx.clock.now().toISOString());
    if (!before || !row) throw new DomainError("PGRST116", { what: "profile" });
    await notifyHostChanged(tx, user.id);
    if (before.photo_id) await tx.jobs.send(tx.db, REMOVE_PORTRAIT, { id: before.photo_id });
    return presentProfile(row, user.roles);
  });
}

/** One size of a photo. @throws DomainError PGRST116 */
export async function readPortrait(ctx: Ctx, { id, side }: { id: string; side: number }): Promise<Buffer> {
  const stored = await ctx.objects.read(fileOf(id, side));
  if (!stored) throw new DomainError("PGRST116", { what: "photo" });
  return bufferOf(stored);
}
