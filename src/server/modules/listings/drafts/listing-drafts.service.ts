// Drafts of new listings: one host's, on all of the host's devices.
import type { Input } from "../../../../contract/endpoint.ts";
import type { ListingDraft, saveListingDraft } from "../../../../contract/host/listing-drafts.ts";
import { DomainError } from "../../../../domain/errors.ts";
import {
  LISTING_DRAFT_DAYS,
  MAX_LISTING_DRAFTS,
} from "../../../../domain/listing/listing-draft.ts";
import { personalTopic } from "../../../../domain/live.ts";
import { requireHost } from "../../../../domain/policies/host-area.ts";
import {
  inTransaction,
  type DataCtx,
  type DbCtx,
  type TransactionCtx,
  type User,
} from "../../../platform/context.ts";
import type { JobHandler } from "../../../platform/jobs/jobs.ts";
import { publishLive } from "../../../platform/realtime/publish-live.ts";
import { holdHost } from "../../accounts/accounts.service.ts";
import * as repository from "./listing-drafts.repository.ts";

const DAY_MS = 86_400_000;

/** @throws DomainError forbidden */
export async function listDrafts(ctx: DbCtx, user: User): Promise<{ drafts: ListingDraft[] }> {
  requireHost(user);
  return { drafts: (await repository.findDrafts(ctx.db, user.id)).map(present) };
}

const present = ({ id, version, content, updated_at }: repository.DraftRow): ListingDraft => ({
  id,
  version,
  content: content as ListingDraft["content"],
  updated_at,
});

/**
 * Saves a draft, unless it has changed since the given version.
 * @throws DomainError forbidden, not_found if it was discarded or has become a listing,
 * draft_changed, too_many_drafts, listing_id_taken if a new one has the id of a listing
 */
export function saveDraft(
  ctx: TransactionCtx,
  user: User,
  id: string,
  { version, content }: Input<typeof saveListingDraft>["body"],
): Promise<ListingDraft> {
  requireHost(user);
  return inTransaction(ctx, async (tx) => {
    // One change of a host at a time, so that the limit and the versions hold.
    await holdHost(tx, user);
    const before = await repository.findDraft(tx.db, id);
    if (before && before.host_id !== user.id) throw new DomainError("listing_id_taken");
    if (!before && version > 0) throw new DomainError("not_found", { what: "draft" });
    if (before && before.version !== version) throw new DomainError("draft_changed");
    if (!before) await requireRoom(tx, user, id);
    const now = tx.clock.now();
    const after = before
      ? await repository.updateDraft(tx.db, id, content, now)
      : await repository.insertDraft(tx.db, { id, hostId: user.id, content }, now);
    await publishLive(tx, personalTopic(user.id), "drafts", id);
    return present(after);
  });
}

/** @throws DomainError too_many_drafts, listing_id_taken */
async function requireRoom(ctx: DbCtx, user: User, id: string): Promise<void> {
  if (await repository.isListingId(ctx.db, id)) throw new DomainError("listing_id_taken");
  const drafts = await repository.findDrafts(ctx.db, user.id);
  if (drafts.length >= MAX_LISTING_DRAFTS)
    throw new DomainError("too_many_drafts", { limit: MAX_LISTING_DRAFTS });
}

/** @throws DomainError forbidden */
export function discardDraft(
  ctx: TransactionCtx,
  user: User,
  id: string,
): Promise<{ deleted: true }> {
  requireHost(user);
  return inTransaction(ctx, async (tx) => {
    await dropDraft(tx, user, id);
    return { deleted: true };
  });
}

/** The part of discardDraft that runs in the caller's transaction. */
export async function dropDraft(ctx: DbCtx, user: User, id: string): Promise<void> {
  if (await repository.deleteDraft(ctx.db, user.id, id))
    await publishLive(ctx, personalTopic(user.id), "drafts", id);
}

/** Runs before the job that removes unused photos, which then removes theirs. */
export const draftsJobs = (ctx: DataCtx): JobHandler[] => [
  { name: "listing-drafts-expiry", cron: "11 4 * * *", run: () => deleteOldDrafts(ctx) },
];

/** Deletes drafts that nobody has changed for 90 days. */
export async function deleteOldDrafts({ db, clock }: DataCtx): Promise<void> {
  const before = new Date(clock.now().getTime() - LISTING_DRAFT_DAYS * DAY_MS);
  await repository.deleteDraftsBefore(db, before.toISOString());
}
