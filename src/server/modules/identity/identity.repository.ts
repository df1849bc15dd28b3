// SQL over verifications and their documents.
import { sql, type Insertable, type Selectable, type SqlBool, type Updateable } from "kysely";
import type { IdentityDocument, IdentityState } from "../../../domain/person/identity.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Position } from "../../platform/database/cursor.ts";
import type { IdentitiesTable, IdentityDocumentsTable } from "../../platform/database/schema.ts";
import { readId, readText, personText } from "../../platform/database/text-search.ts";

export type IdentityDocumentRow = Selectable<IdentityDocumentsTable>;

/** The profile details that the documents are compared with. */
const NAME = sql<string>`identity_name(person.first_name, person.last_name, person.date_of_birth)`;

/** Verifications with the profiles that the documents are compared with. */
const identities = (db: Db) =>
  db
    .selectFrom("identities as identity")
    .innerJoin("profiles as person", "person.user_id", "identity.user_id")
    .innerJoin("accounts as account", "account.id", "identity.user_id")
    .innerJoin("identity_states as today", "today.user_id", "identity.user_id")
    .leftJoin("profiles as admin", "admin.user_id", "identity.decided_by")
    .selectAll("identity")
    .select([
      "today.state as state_today",
      NAME.as("name"),
      sql<string>`identity.version || '-' || encode(sha256(convert_to(${NAME}, 'UTF8')), 'hex')`.as(
        "seen",
      ),
      "person.first_name",
      "person.last_name",
      "person.email",
      "person.date_of_birth",
      "person.phone",
      "person.phone_verified_at",
      "account.suspended_at",
      sql<string | null>`admin.first_name || ' ' || admin.last_name`.as("decided_by_name"),
      sql<string>`(identity.submitted_at at time zone 'UTC')::text`.as("key"),
      "identity.user_id as id",
    ]);
export type IdentityRow = Awaited<
  ReturnType<ReturnType<typeof identities>["executeTakeFirstOrThrow"]>
>;

export const findIdentity = (db: Db, userId: string): Promise<IdentityRow | undefined> =>
  identities(db).where("identity.user_id", "=", userId).executeTakeFirst();

/** The person's current verification state; "none" without a profile. */
export const findState = async (db: Db, userId: string): Promise<IdentityState> =>
  (
    await db
      .selectFrom("identity_states")
      .select("state")
      .where("user_id", "=", userId)
      .executeTakeFirst()
  )?.state ?? "none";

/**
 * Locks the person's row, creating it if necessary, so that changes to one verification run one
 * after another.
 */
export async function lockIdentity(db: Db, userId: string): Promise<void> {
  await db
    .insertInto("identities")
    .values({
      user_id: userId,
      submitted_at: null,
      decided_at: null,
      decided_by: null,
      reason: null,
      verified_as: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .selectFrom("identities")
    .select("user_id")
    .where("user_id", "=", userId)
    .forUpdate()
    .execute();
}

/** Call it with the row locked. */
export async function updateIdentity(
  db: Db,
  userId: string,
  change: Omit<Updateable<IdentitiesTable>, "version">,
): Promise<void> {
  await db
    .updateTable("identities")
    .set({ verified_as: null, ...change })
    .set((row) => ({ version: row("version", "+", 1) }))
    .where("user_id", "=", userId)
    .execute();
}

/** The documents of these people. */
export const findIdentityDocuments = (
  db: Db,
  userIds: readonly string[],
): Promise<IdentityDocumentRow[]> =>
  db
    .selectFrom("identity_documents")
    .selectAll()
    .where(sql<SqlBool>`user_id = any(${userIds}::uuid[])`)
    .orderBy("user_id")
    .orderBy("kind")
    .execute();

/** The kinds of a person's documents that no admin has opened. */
export async function findUnopened(db: Db, userId: string): Promise<IdentityDocument[]> {
  const rows = await db
    .selectFrom("identity_documents as document")
    .where("document.user_id", "=", userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("audit_events as event")
            .select("event.id")
            .where("event.subject_id", "=", userId)
            .where("event.action", "=", "identity.document_view")
            .where("event.actor_kind", "=", "admin")
            .where(sql<SqlBool>`event.after ->> 'document_id' = document.id::text`),
        ),
      ),
    )
    .select("document.kind")
    .orderBy("document.kind")
    .execute();
  return rows.map(({ kind }) => kind);
}

export const findIdentityDocument = (
  db: Db,
  userId: string,
  kind: IdentityDocument,
): Promise<IdentityDocumentRow | undefined> =>
  db
    .selectFrom("identity_documents")
    .selectAll()
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .executeTakeFirst();

/** Call it with the person's row locked, after deleting the previous document of that kind. */
export const insertIdentityDocument = (
  db: Db,
  document: Insertable<IdentityDocumentsTable>,
): Promise<IdentityDocumentRow> =>
  db.insertInto("identity_documents").values(document).returningAll().executeTakeFirstOrThrow();

/**
 * @param before deletes only documents created until then
 * @returns the deleted documents
 */
export const deleteIdentityDocumentRows = (
  db: Db,
  userId: string,
  { kind, before }: { kind?: IdentityDocument; before?: string } = {},
): Promise<IdentityDocumentRow[]> =>
  db
    .deleteFrom("identity_documents")
    .where("user_id", "=", userId)
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind ?? "government_id"))
    .$if(before !== undefined, (query) => query.where("created_at", "<=", before ?? ""))
    .returningAll()
    .execute();

/**
 * Deletes overdue documents: those that were decided on, and those that were never submitted.
 * @returns their ids
 */
export async function deleteOver(db: Db, before: string): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    delete from identity_documents document using identities identity
    where identity.user_id = document.user_id and identity.state <> 'submitted'
      and greatest(document.created_at, identity.decided_at) <= ${before}
    returning document.id`.execute(db);
  return rows;
}

export interface VerificationSearch {
  filter: "all" | "submitted" | "verified" | "rejected";
  search?: string | undefined;
}

/**
 * One page of people who have submitted documents, starting after `after`. Waiting ones come oldest
 * first, all others newest first.
 */
export function findVerificationPage(
  db: Db,
  { filter, search }: VerificationSearch,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<IdentityRow[]> {
  const id = search === undefined ? undefined : readId(search);
  const waiting = filter === "submitted";
  const place = sql`(${after?.key}::timestamp at time zone 'UTC', ${after?.id}::uuid)`;
  const at = sql`(identity.submitted_at, identity.user_id)`;
  return identities(db)
    .where("identity.submitted_at", "is not", null)
    .$if(filter !== "all", (query) => query.where("today.state", "=", filter as IdentityState))
    .$if(waiting, (query) => query.where("identity.state", "=", "submitted")) // uses the index
    .$if(id !== undefined, (query) => query.where("identity.user_id", "=", id ?? ""))
    .$if(search !== undefined && id === undefined, (query) =>
      query.where(readText(personText("person"), search ?? "")),
    )
    .$if(after !== undefined, (query) =>
      query.where(waiting ? sql<SqlBool>`${at} > ${place}` : sql<SqlBool>`${at} < ${place}`),
    )
    .orderBy("identity.submitted_at", waiting ? "asc" : "desc")
    .orderBy("identity.user_id", waiting ? "asc" : "desc")
    .limit(limit)
    .execute();
}
