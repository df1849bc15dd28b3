// The copy of a person's data: requested, created by a job, encrypted for its owner only, deleted
// after a week.
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { strToU8, zip, type AsyncZippable } from "fflate";
import {
  COPY_DAYS,
  COPY_PAUSE_HOURS,
  type DataCopy,
} from "../../../contract/people/personal-data.ts";
import { DomainError } from "../../../domain/errors.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import { inTransaction, type Ctx, type DataCtx, type User } from "../../platform/context.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { personalTopic } from "../../../domain/live.ts";
import { seal, unseal } from "../../platform/keys/sealing.ts";
import { publishLive } from "../../platform/realtime/publish-live.ts";
import { readBuffer } from "../../platform/storage/object-store.ts";
import {
  getAddress,
  getOwnProfile,
  lockOwnAccount,
  profilePhotoFiles,
} from "../accounts/accounts.service.ts";
import { largestSize } from "../media/media.service.ts";
import { readPayoutDetails } from "../payouts/payout-details.service.ts";
import { readLockboxesOf } from "../listings/lockbox/lockbox.service.ts";
import { readOwnCaseFiles } from "../cases/case-files.service.ts";
import { readOwnPhotos } from "../trips/trip-photos.service.ts";
import {
  deleteCopiesBefore,
  deleteCopy,
  findCopy,
  findCopyById,
  findPhotoIds,
  gather,
  knownCopies,
  markCopy,
  saveCopy,
  type CopyRow,
} from "./data-copy.repository.ts";
import { copyReadyMail } from "./personal-data.mails.ts";

export const MAKE_COPY = "data-copy";
export const REMOVE_COPY = "data-copy-remove";
const HOUR_MS = 3_600_000;
const zipped = promisify<AsyncZippable, Uint8Array>(zip);

/** The name of a copy's file. */
export const dataCopyFile = (id: string): string => `${id}.sealed`;
/** Binds the encryption to the copy and its owner. */
const boundTo = ({ id, user_id }: Pick<CopyRow, "id" | "user_id">): string =>
  `data-copy:${user_id}:${id}`;
const later = (at: string, hours: number): string =>
  new Date(Date.parse(at) + hours * HOUR_MS).toISOString();

function present(row: CopyRow | undefined, now: string): DataCopy {
  const expires_at = row?.ready_at ? later(row.ready_at, COPY_DAYS * 24) : null;
  const pause = row && !row.failed_at ? later(row.asked_at, COPY_PAUSE_HOURS) : null;
  const may_ask_from = pause !== null && pause > now ? pause : null;
  if (!row || (expires_at !== null && expires_at <= now))
    return { state: "none", asked_at: null, expires_at: null, bytes: null, may_ask_from };
  const state = row.ready_at ? "ready" : row.failed_at ? "failed" : "making";
  return { state, asked_at: row.asked_at, expires_at, bytes: row.bytes, may_ask_from };
}

export const readCopy = async (ctx: DataCtx, user: User): Promise<DataCopy> =>
  present(await findCopy(ctx.db, user.id), ctx.clock.now().toISOString());

/** @throws DomainError copy_too_soon */
export function requestCopy(
  ctx: Pick<Ctx, "db" | "clock" | "log" | "jobs">,
  user: User,
): Promise<DataCopy> {
  return inTransaction(ctx, async (tx) => {
    await lockOwnAccount(tx.db, user.id);
    const now = tx.clock.now().toISOString();
    const before = await findCopy(tx.db, user.id);
    const { may_ask_from } = present(before, now);
    if (may_ask_from) throw new DomainError("copy_too_soon", { may_ask_from });
    const id = randomUUID();
    await saveCopy(tx.db, { id, user_id: user.id, asked_at: now });
    if (before) await tx.jobs.send(tx.db, REMOVE_COPY, { id: before.id });
    await tx.jobs.send(tx.db, MAKE_COPY, { id }, { retryLimit: 2 });
    await recordAudit(tx, {
      actorKind: (await getOwnProfile(tx, user.id)).user_type,
      actorId: user.id,
      action: "account.data_copy",
      subjectType: "account",
      subjectId: user.id,
    });
    return readCopy(tx, user);
  });
}

/** The job. Running it twice creates the same file. */
export async function makeCopy(ctx: Ctx, id: string): Promise<void> {
  const row = await findCopyById(ctx.db, id);
  if (!row || row.ready_at) return;
  const body = Buffer.from(await zipped(await gatherFiles(ctx, row.user_id)));
  await ctx.copies.put(
    dataCopyFile(id),
    seal(ctx.keys.sealing, body, boundTo(row)),
    "application/octet-stream",
  );
  const ready_at = ctx.clock.now().toISOString();
  const isWanted = await inTransaction(ctx, async (tx) => {
    if (!(await markCopy(tx.db, id, { ready_at, bytes: body.length }))) return false;
    const { email, firstName } = await getAddress(tx, row.user_id);
    await queueMail(tx, {
      to: email,
      ...copyReadyMail(firstName, later(ready_at, COPY_DAYS * 24), tx.publicUrl()),
    });
    await publishLive(tx, personalTopic(row.user_id), "profile", row.user_id);
    return true;
  });
  if (!isWanted) await ctx.copies.remove([dataCopyFile(id)]); // the account was deleted meanwhile
}

export const abandonCopy = async (ctx: DataCtx, id: string): Promise<void> =>
  void (await markCopy(ctx.db, id, { failed_at: ctx.clock.now().toISOString() }));

/** Compresses JSON; photos are compressed already. */
async function gatherFiles(
  ctx: Pick<Ctx, "db" | "keys" | "log" | "objects" | "tripPhotos" | "caseFiles">,
  userId: string,
): Promise<AsyncZippable> {
  const files: AsyncZippable = {};
  const data = await gather(ctx.db, userId);
  const bank = await readPayoutDetails(ctx, { id: userId });
  for (const [name, rows] of Object.entries({
    ...data,
    payout_details: bank ? [bank] : [],
    lockboxes: await readLockboxesOf(ctx, userId),
  }))
    files[`${name}.json`] = strToU8(`${JSON.stringify(rows, null, 2)}\n`);
  const { photo_id } = await getOwnProfile(ctx, userId);
  const portrait = photo_id ? profilePhotoFiles(photo_id).at(-1) : undefined;
  const photos = (await findPhotoIds(ctx.db, userId)).map(
    (id) => [`photos/${id}.webp`, largestSize(id)] as const,
  );
  for (const [name, object] of [
    ...(portrait ? [["photo-of-you.webp", portrait] as const] : []),
    ...photos,
  ]) {
    const stored = await ctx.objects.read(object);
    if (stored) files[name] = [await readBuffer(stored), { level: 0 }];
  }
  for await (const { id, body } of readOwnPhotos(ctx, userId))
    files[`trip-photos/${id}.jpg`] = [body, { level: 0 }];
  for await (const { id, type, body } of readOwnCaseFiles(ctx, userId))
    files[`case-files/${id}.${type === "application/pdf" ? "pdf" : "jpg"}`] = [body, { level: 0 }];
  return files;
}

/** @throws DomainError not_found if there is none, or it has expired */
export async function readCopyFile(
  ctx: Pick<Ctx, "db" | "clock" | "keys" | "copies">,
  user: User,
): Promise<Buffer> {
  const row = await findCopy(ctx.db, user.id);
  const isReady = present(row, ctx.clock.now().toISOString()).state === "ready";
  const stored = row && isReady ? await ctx.copies.read(dataCopyFile(row.id)) : undefined;
  if (!row || !stored) throw new DomainError("not_found", { what: "copy" });
  return unseal(ctx.keys.sealing, await readBuffer(stored), boundTo(row));
}

/** Deletes a person's copy. A job of the same transaction removes its file. */
export async function dropCopy(ctx: Pick<Ctx, "db" | "jobs">, userId: string): Promise<void> {
  const id = await deleteCopy(ctx.db, userId);
  if (id) await ctx.jobs.send(ctx.db, REMOVE_COPY, { id });
}

/** The daily clean-up: copies older than a week, and files without a row. */
export async function removeOldCopies(ctx: Pick<Ctx, "db" | "clock" | "copies">): Promise<void> {
  const now = ctx.clock.now();
  const old = await deleteCopiesBefore(ctx.db, later(now.toISOString(), -COPY_DAYS * 24));
  await ctx.copies.remove(old.map(dataCopyFile));
  const dayAgo = new Date(now.getTime() - 24 * HOUR_MS);
  const names: string[] = [];
  for await (const { name, modifiedAt } of ctx.copies.list())
    if (modifiedAt < dayAgo) names.push(name);
  const known = await knownCopies(
    ctx.db,
    names.flatMap((name) => /^([0-9a-f-]{36})\.sealed$/.exec(name)?.[1] ?? []),
  );
  const stored = new Set([...known].map(dataCopyFile));
  await ctx.copies.remove(names.filter((name) => !stored.has(name)));
}
