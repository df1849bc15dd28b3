// Background jobs for photos: making the sizes that pages need, and the daily removal of unused
// photos and stray files.
import { PHOTO_SIZES, UNUSED_PHOTO_HOURS } from "../../../domain/listing/photo.ts";
import { inTransaction, type Ctx } from "../../platform/context.ts";
import type { JobHandler } from "../../platform/jobs/jobs.ts";
import { readBuffer } from "../../platform/storage/object-store.ts";
import { deleteOrphans, findPhotoRow, knownIds, setState } from "./media.repository.ts";
import { removeObjects } from "./media.service.ts";
import {
  masterName,
  listObjectNames,
  readPhotoId,
  PHOTO_SIZES_JOB,
  sizeName,
  type PhotoSizesJob,
} from "./photo-files.ts";

const HOUR_MS = 3_600_000;
/** The number of rows or files per batch. */
const BATCH = 500;

export function mediaJobs(ctx: Ctx): JobHandler[] {
  return [
    {
      name: PHOTO_SIZES_JOB.name,
      oneAtATime: true,
      run: ({ photo_id }: PhotoSizesJob) => makeSizes(ctx, photo_id),
      gaveUp: async ({ photo_id }: PhotoSizesJob) =>
        void (await setState(ctx.db, photo_id, "failed", ctx.clock.now())),
    },
    { name: "photos-cleanup", cron: "41 4 * * *", run: () => removeOrphans(ctx) },
  ];
}

/**
 * Makes every size of a photo, also when a failed one is retried. Repeating it gives the same
 * result.
 */
async function makeSizes(ctx: Ctx, id: string): Promise<void> {
  const photo = await findPhotoRow(ctx.db, id);
  if (!photo || photo.state === "ready") return;
  const master = await ctx.objects.read(masterName(id));
  if (!master) throw new Error(`the master of photo ${id} is gone`);
  const picture = await readBuffer(master);
  for (const size of PHOTO_SIZES) {
    const resized = await ctx.images.resize(picture, size, photo.owner_id);
    await ctx.objects.put(sizeName(id, size), resized, `image/${size.format}`);
  }
  // The photo was removed in the meantime, so the files written after that are removed too.
  if (!(await setState(ctx.db, id, "ready", ctx.clock.now()))) await removeObjects(ctx, [id]);
}

/**
 * Removes photos that no car has used within a day of their upload, and the files of deleted
 * photos.
 */
export async function removeOrphans(
  ctx: Pick<Ctx, "db" | "clock" | "log" | "objects">,
): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - UNUSED_PHOTO_HOURS * HOUR_MS);
  let removed: { id: string }[];
  do {
    removed = await inTransaction(ctx, (tx) => deleteOrphans(tx.db, before.toISOString(), BATCH));
    await removeObjects(
      ctx,
      removed.map(({ id }) => id),
    );
  } while (removed.length === BATCH);
  await removeStrayFiles(ctx, before);
}

/**
 * A new file may belong to a photo whose row is not inserted yet, so files younger than a day are
 * left alone.
 */
async function removeStrayFiles(ctx: Pick<Ctx, "db" | "objects">, before: Date): Promise<void> {
  let batch: { name: string; id: string }[] = [];
  const remove = async (): Promise<void> => {
    const known = await knownIds(
      ctx.db,
      batch.map(({ id }) => id),
    );
    const strays = batch.filter(
      ({ name, id }) => !known.has(id) || !listObjectNames(id).includes(name),
    );
    await ctx.objects.remove(strays.map(({ name }) => name));
    batch = [];
  };
  for await (const { name, modifiedAt } of ctx.objects.list()) {
    const id = readPhotoId(name);
    if (!id || modifiedAt >= before) continue;
    batch.push({ name, id });
    if (batch.length === BATCH) await remove();
  }
  await remove();
}
