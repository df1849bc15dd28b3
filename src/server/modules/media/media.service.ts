// Car photos: who may upload, list and remove them, how the public reads them, and what listings
// need to know about them.
import { randomUUID } from "node:crypto";
import type { StoredPhoto } from "../../../contract/listings/media.ts";
import { DomainError } from "../../../domain/errors.ts";
import {
  isLargeEnough,
  isPhotoKey,
  mayNamePhoto,
  PHOTO_WIDTHS,
  readPhotoKey,
  type PhotoSize,
  type PhotoWidth,
} from "../../../domain/listing/photo.ts";
import type { Picture } from "../../platform/images/image-process.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import { requireHost } from "../../../domain/policies/host-area.ts";
import { ownerScope } from "../../../domain/policies/admin.ts";
import { inTransaction, type Ctx, type DbCtx, type User } from "../../platform/context.ts";
import type { FoundPhoto } from "../../platform/storage/photo-store.ts";
import {
  MASTER_TYPE,
  presentProgress,
  presentStored,
  type PhotoProgress,
} from "./media.presenter.ts";
import * as repository from "./media.repository.ts";
import {
  masterName,
  listObjectNames,
  PHOTO_SIZES_JOB,
  sizeName,
  type PhotoSizesJob,
} from "./photo-files.ts";

export interface Upload {
  key: string;
  /** Replaces the user's own photo of this name; without it the name must be new. */
  replace: boolean;
}

/**
 * Checks whether an upload may begin, so that a file that would be refused need not be sent.
 * @throws DomainError forbidden, photo_name_refused, photo_exists
 */
export async function admitUpload(ctx: DbCtx, user: User, { key, replace }: Upload): Promise<void> {
  requireHost(user);
  if (!mayNamePhoto(key, user.id)) throw new DomainError("photo_name_refused");
  const there = await repository.findPhotoByKey(ctx.db, key);
  if (there && !(replace && there.owner_id === user.id)) throw new DomainError("photo_exists");
}

/**
 * Stores an uploaded file as a photo; a job then makes its sizes. URLs are cached forever, so
 * replacing is only for an upload whose answer was lost, while no car shows the photo.
 * @param file path of the received file
 * @returns the id of the photo
 * @throws DomainError every code of ImageProcessor.makeMaster, photo_exists, photo_store_failed
 */
export async function storePhoto(
  ctx: Ctx,
  user: User,
  { key, replace }: Upload,
  file: string,
): Promise<string> {
  const master = await ctx.images.makeMaster(file, user.id);
  const id = randomUUID();
  await putMaster(ctx, id, master);
  try {
    const replaced = await inTransaction(ctx, async (tx) => {
      const before = replace ? await repository.deleteReplaced(tx.db, user.id, key) : undefined;
      const at = ctx.clock.now().toISOString();
      const { width, height, image } = master;
      const photo = { id, owner_id: user.id, key, bytes: image.length, width, height };
      // The more photos an owner has waiting, the lower the priority, so that nobody waits for all
      // of another's.
      const priority = -(await repository.countUnmade(tx.db, user.id));
      await repository.insertPhoto(tx.db, {
        ...photo,
        state: "processing",
        created_at: at,
        updated_at: at,
      });
      await ctx.jobs.send(tx.db, PHOTO_SIZES_JOB.name, { photo_id: id } satisfies PhotoSizesJob, {
        ...PHOTO_SIZES_JOB.options,
        priority,
      });
      return before;
    });
    if (replaced) await removeObjects(ctx, [replaced]);
  } catch (error) {
    await removeObjects(ctx, [id]);
    throw error;
  }
  return id;
}

async function putMaster(
  ctx: Pick<Ctx, "log" | "objects">,
  id: string,
  { image }: Picture,
): Promise<void> {
  try {
    await ctx.objects.put(masterName(id), image, MASTER_TYPE);
  } catch (error) {
    ctx.log.error({ err: error }, "a photo could not be stored");
    throw new DomainError("photo_store_failed");
  }
}

/** Removes the files of deleted photos. The daily job removes what fails here. */
export async function removeObjects(
  ctx: Pick<Ctx, "log" | "objects">,
  ids: readonly string[],
): Promise<void> {
  try {
    await ctx.objects.remove(ids.flatMap(listObjectNames));
  } catch (error) {
    ctx.log.warn({ err: error }, "files of photos are left behind");
  }
}

export interface PhotoListQuery {
  prefix: string;
  limit: number;
  offset: number;
  sortBy: {
    column: "name" | "created_at" | "updated_at" | "last_accessed_at";
    order: "asc" | "desc";
  };
  search?: string | undefined;
}

/** The contents of a folder that the user may see. */
export async function listPhotos(
  ctx: DbCtx,
  user: User,
  query: PhotoListQuery,
): Promise<StoredPhoto[]> {
  const { prefix, search = "", sortBy, limit, offset } = query;
  const rows = await repository.listFolder(ctx.db, {
    ownerId: ownerScope(user),
    folder: prefix === "" ? "" : `${prefix.replace(/\/+$/, "")}/`,
    search,
    column: sortBy.column === "last_accessed_at" ? "updated_at" : sortBy.column,
    order: sortBy.order,
    limit,
    offset,
  });
  return rows.map(presentStored);
}

/**
 * Removes photos, except other people's, those that a car shows or was approved with, and unknown
 * names. An admin may remove anybody's, which is recorded in the audit log.
 * @returns the removed photos
 */
export async function deletePhotos(
  ctx: Pick<Ctx, "db" | "clock" | "log" | "objects">,
  user: User,
  keys: readonly string[],
): Promise<StoredPhoto[]> {
  const removed = await inTransaction(ctx, async (tx) => {
    const rows = await repository.deleteUnused(tx.db, keys, ownerScope(user));
    for (const [ownerId, photos] of Map.groupBy(rows, (row) => row.owner_id))
      if (ownerId !== user.id)
        await recordAudit(tx, {
          actorKind: "admin",
          actorId: user.id,
          action: "account.photos_remove",
          subjectType: "account",
          subjectId: ownerId,
          before: { photos: photos.map((row) => row.key) },
        });
    return rows;
  });
  await removeObjects(
    ctx,
    removed.map((row) => row.id),
  );
  return removed.map((row) => presentStored({ ...row, name: row.key }));
}

/** The progress of the user's photos with these names. */
export async function readProgress(
  ctx: DbCtx,
  user: User,
  keys: readonly string[],
): Promise<PhotoProgress[]> {
  return (await repository.findOwn(ctx.db, user.id, keys)).map(presentProgress);
}

/** A photo by name in one size, or its master until the sizes are made. */
export async function findPhoto(
  ctx: Pick<Ctx, "db" | "objects">,
  key: string,
  size: PhotoSize,
): Promise<FoundPhoto | undefined> {
  const row = isPhotoKey(key) ? await repository.findPhotoByKey(ctx.db, key) : undefined;
  if (!row) return undefined;
  const final = row.state === "ready";
  const name = final ? sizeName(row.id, size) : masterName(row.id);
  const type = final ? `image/${size.format}` : MASTER_TYPE;
  return { name, type, final, read: () => ctx.objects.read(name) };
}

/**
 * The keys of these URLs (with or without our origin), in order; undefined if one is not an
 * uploaded photo.
 */
function photoKeys(ctx: Pick<Ctx, "publicUrl">, urls: readonly string[]): string[] | undefined {
  const keys = urls.map((url) => readPhotoKey(url, ctx.publicUrl()));
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

/**
 * Why a car can't show these URLs: not all are photos of `ownerId`, its host, or one has too few
 * pixels. Call it in the transaction that adds them, which then protects them from removal until it
 * ends. Do not pass photos that the car already shows, since the demo's photos have no owner.
 */
export async function findPhotoProblem(
  ctx: Pick<Ctx, "db" | "publicUrl">,
  ownerId: string,
  urls: readonly string[],
): Promise<"not_own" | "too_small" | undefined> {
  const keys = photoKeys(ctx, urls);
  if (!keys) return "not_own";
  const own = await repository.findOwn(ctx.db, ownerId, keys);
  if (!keys.every((key) => own.some((row) => row.key === key))) return "not_own";
  return own.every(isLargeEnough) ? undefined : "too_small";
}

/** The file name of the largest size of a photo that is ready. */
export const largestSize = (id: string): string =>
  sizeName(id, { width: Math.max(...PHOTO_WIDTHS) as PhotoWidth, format: "webp" });
