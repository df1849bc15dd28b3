// SQL for drafts of new listings.
import type { Selectable } from "kysely";
import type { DraftContent } from "../../../../domain/listing/listing-draft.ts";
import type { Db } from "../../../platform/database/database.ts";
import type { ListingDraftsTable } from "../../../platform/database/schema.ts";

export type DraftRow = Selectable<ListingDraftsTable>;

/** A host's drafts, last changed first. */
export const findDrafts = (db: Db, hostId: string): Promise<DraftRow[]> =>
  db
    .selectFrom("listing_drafts")
    .selectAll()
    .where("host_id", "=", hostId)
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .execute();

export const findDraft = (db: Db, id: string): Promise<DraftRow | undefined> =>
  db.selectFrom("listing_drafts").selectAll().where("id", "=", id).executeTakeFirst();

/** Whether a listing has this id, even one that is deleted. */
export const isListingId = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom("car_listings").select("id").where("id", "=", id).executeTakeFirst()) !==
  undefined;

export interface NewDraft {
  id: string;
  hostId: string;
  content: DraftContent;
}

export function insertDraft(
  db: Db,
  { id, hostId, content }: NewDraft,
  now: Date,
): Promise<DraftRow> {
  const at = now.toISOString();
  return db
    .insertInto("listing_drafts")
    .values({
      id,
      host_id: hostId,
      version: 1,
      content: JSON.stringify(content),
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Replaces the content and counts the version up. */
export const updateDraft = (
  db: Db,
  id: string,
  content: DraftContent,
  now: Date,
): Promise<DraftRow> =>
  db
    .updateTable("listing_drafts")
    .set((row) => ({
      content: JSON.stringify(content),
      version: row("version", "+", 1),
      updated_at: now.toISOString(),
    }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** @returns whether the host had this draft */
export const deleteDraft = async (db: Db, hostId: string, id: string): Promise<boolean> =>
  (
    await db
      .deleteFrom("listing_drafts")
      .where("id", "=", id)
      .where("host_id", "=", hostId)
      .executeTakeFirst()
  ).numDeletedRows > 0n;

export async function deleteDraftsBefore(db: Db, changedBefore: string): Promise<void> {
  await db.deleteFrom("listing_drafts").where("updated_at", "<", changedBefore).execute();
}
