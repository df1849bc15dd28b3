// A person's own verification: documents are stored encrypted, submitted, withdrawn, and deleted
// when overdue (docs/decisions/0019). verifications.service.ts has the admins' decisions.
import { randomUUID } from "node:crypto";
import type { Identity } from "../../../contract/people/identity.ts";
import type { AuditVerb } from "../../../domain/audit.ts";
import { DomainError } from "../../../domain/errors.ts";
import {
  IDENTITY_DOCUMENT_DAYS,
  missingIdentityDocuments,
  takesDocuments,
  type IdentityDocument,
  type IdentityState,
} from "../../../domain/person/identity.ts";
import { personalTopic } from "../../../domain/live.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import { isAdmin, ownSide } from "../../../domain/policies/policy.ts";
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type DbCtx,
  type User,
} from "../../platform/context.ts";
import {
  documentFile,
  putFile,
  readDocument,
  removeFiles,
  type DocumentType,
} from "../../platform/storage/document-store.ts";
import { publishLive } from "../../platform/realtime/publish-live.ts";
import { seal, unseal } from "../../platform/keys/sealing.ts";
import { readBuffer } from "../../platform/storage/object-store.ts";
import { getOwnProfile, lockOwnAccount } from "../accounts/accounts.service.ts";
import { presentIdentity } from "./identity.presenter.ts";
import * as repository from "./identity.repository.ts";
import type { IdentityDocumentRow } from "./identity.repository.ts";
import { readSettings } from "./settings.repository.ts";

export { findState } from "./identity.repository.ts";
export { holdSettings, readSettings } from "./settings.repository.ts";

const DAY_MS = 86_400_000;

/** Binds a file's encryption to its document and person, so that it opens as no other document. */
export const identityDocumentContext = ({
  id,
  user_id,
}: Pick<IdentityDocumentRow, "id" | "user_id">): string => `identity-document:${user_id}:${id}`;

export async function readIdentity(ctx: Pick<Ctx, "db" | "sms">, user: User): Promise<Identity> {
  const [row, documents] = await Promise.all([
    repository.findIdentity(ctx.db, user.id),
    repository.findIdentityDocuments(ctx.db, [user.id]),
  ]);
  return presentIdentity(row, documents, ctx.sms.isOffered);
}

/**
 * @throws DomainError driver_not_verified if only verified drivers may book and this person is not
 */
export async function checkDriver(ctx: DbCtx, userId: string): Promise<void> {
  if (!(await readSettings(ctx.db)).verified_drivers_only) return;
  const state = await repository.findState(ctx.db, userId);
  if (state !== "verified") throw new DomainError("driver_not_verified", { state });
}

export const isVerified = async (ctx: DbCtx, userId: string): Promise<boolean> =>
  (await repository.findState(ctx.db, userId)) === "verified";

/**
 * Refuses an upload that may not begin, so that the file need not be sent.
 * @throws DomainError not_found without a profile, identity_settled
 */
export async function admitIdentityDocument(ctx: DbCtx, user: User): Promise<void> {
  await getOwnProfile(ctx, user.id);
  checkOpen(await repository.findState(ctx.db, user.id));
}

function checkOpen(state: IdentityState): void {
  if (!takesDocuments(state)) throw new DomainError("identity_settled", { state });
}

/**
 * Locks the account first, since deleting it deletes its verification.
 * @throws DomainError unauthenticated
 */
async function lockOwn(tx: DbCtx, { id }: User): Promise<void> {
  await lockOwnAccount(tx.db, id);
  await repository.lockIdentity(tx.db, id);
}

/**
 * Stores an uploaded document, replacing the previous one of its kind. The first new document also
 * deletes those of an earlier decision.
 * @param file path of the received file
 * @throws DomainError document_type_refused, document_broken, photo_too_many_pixels,
 * photo_too_narrow, document_store_failed, identity_settled
 */
export async function storeIdentityDocument(
  ctx: Ctx,
  user: User,
  kind: IdentityDocument,
  file: string,
): Promise<Identity> {
  const { type, body } = await readDocument(ctx, user.id, file);
  const id = randomUUID();
  const keys = ctx.keys.sealing;
  await putFile(
    ctx,
    ctx.identityDocuments,
    id,
    seal(keys, body, identityDocumentContext({ id, user_id: user.id })),
  );
  try {
    const replaced = await inTransaction(ctx, async (tx) => {
      await lockOwn(tx, user);
      checkOpen(await repository.findState(tx.db, user.id));
      const decided = (await repository.findIdentity(tx.db, user.id))?.decided_at;
      const before = [
        ...(await repository.deleteIdentityDocumentRows(tx.db, user.id, { kind })),
        ...(decided
          ? await repository.deleteIdentityDocumentRows(tx.db, user.id, { before: decided })
          : []),
      ];
      await repository.insertIdentityDocument(tx.db, {
        id,
        user_id: user.id,
        kind,
        type,
        bytes: body.length,
        key_id: keys.current.id,
        created_at: tx.clock.now().toISOString(),
      });
      await audit(tx, user, "document_store", user.id, { document_id: id, kind });
      await publishLive(tx, personalTopic(user.id), "profile");
      return before;
    });
    await removeFiles(ctx, ctx.identityDocuments, replaced);
  } catch (error) {
    await removeFiles(ctx, ctx.identityDocuments, [{ id }]);
    throw error;
  }
  return readIdentity(ctx, user);
}

/** @throws DomainError identity_settled, identity_incomplete, date_of_birth_required, not_found */
export async function submit(
  ctx: Pick<Ctx, "db" | "clock" | "log" | "sms">,
  user: User,
): Promise<Identity> {
  await inTransaction(ctx, async (tx) => {
    const { date_of_birth } = await getOwnProfile(tx, user.id);
    await lockOwn(tx, user);
    checkOpen(await repository.findState(tx.db, user.id));
    const missing = missingIdentityDocuments(await freshDocuments(tx, user.id));
    if (missing.length > 0) throw new DomainError("identity_incomplete", { missing });
    if (date_of_birth === null) throw new DomainError("date_of_birth_required");
    await repository.updateIdentity(tx.db, user.id, {
      state: "submitted",
      submitted_at: tx.clock.now().toISOString(),
      decided_at: null,
      decided_by: null,
      reason: null,
    });
    await audit(tx, user, "submit", user.id);
    await publishLive(tx, [personalTopic(user.id), "admins"], "profile");
  });
  return readIdentity(ctx, user);
}

/** The documents uploaded since the last decision. */
async function freshDocuments(ctx: DbCtx, userId: string): Promise<IdentityDocumentRow[]> {
  const decided = (await repository.findIdentity(ctx.db, userId))?.decided_at ?? "";
  return (await repository.findIdentityDocuments(ctx.db, [userId])).filter(
    ({ created_at }) => created_at > decided,
  );
}

/** Deletes the person's documents immediately and withdraws a pending submission. */
export async function withdrawIdentity(ctx: Ctx, user: User): Promise<Identity> {
  await getOwnProfile(ctx, user.id);
  const documents = await inTransaction(ctx, async (tx) => {
    await lockOwn(tx, user);
    const before = await repository.findIdentity(tx.db, user.id);
    const removed = await repository.deleteIdentityDocumentRows(tx.db, user.id);
    if (before?.state === "submitted")
      await repository.updateIdentity(tx.db, user.id, { state: "none" });
    if (removed.length > 0)
      await audit(tx, user, "documents_remove", user.id, {
        kinds: removed.map(({ kind }) => kind),
      });
    await publishLive(tx, [personalTopic(user.id), "admins"], "profile");
    return removed;
  });
  await removeFiles(ctx, ctx.identityDocuments, documents);
  return readIdentity(ctx, user);
}

/**
 * Deletes the document rows of a departing person.
 * @returns the documents whose files must be removed
 */
export const dropDocuments = (ctx: DbCtx, userId: string): Promise<{ id: string }[]> =>
  repository.deleteIdentityDocumentRows(ctx.db, userId);

export const removeIdentityFiles = (
  ctx: Pick<Ctx, "log" | "identityDocuments">,
  documents: readonly { id: string }[],
): Promise<void> => removeFiles(ctx, ctx.identityDocuments, documents);

/**
 * Decrypts a person's document, after auditing the access.
 * @throws DomainError not_found
 */
export async function openDocument(
  ctx: Pick<Ctx, "db" | "clock" | "keys" | "identityDocuments">,
  viewer: User,
  userId: string,
  kind: IdentityDocument,
): Promise<{ type: DocumentType; body: Buffer; id: string; kind: IdentityDocument }> {
  const row = await repository.findIdentityDocument(ctx.db, userId, kind);
  const stored = row && (await ctx.identityDocuments.read(documentFile(row.id)));
  if (!row || !stored) throw new DomainError("not_found", { what: "document" });
  const body = unseal(ctx.keys.sealing, await readBuffer(stored), identityDocumentContext(row));
  await audit(ctx, viewer, "document_view", userId, { document_id: row.id, kind });
  return { type: row.type, body, id: row.id, kind };
}

/** Deletes the overdue documents. */
export async function deleteOverdue(
  ctx: Pick<Ctx, "db" | "clock" | "log" | "identityDocuments">,
): Promise<void> {
  const before = new Date(
    ctx.clock.now().getTime() - IDENTITY_DOCUMENT_DAYS * DAY_MS,
  ).toISOString();
  const removed = await inTransaction(ctx, (tx) => repository.deleteOver(tx.db, before));
  await removeFiles(ctx, ctx.identityDocuments, removed);
}

/** Audits an action on a person's verification. */
export const audit = (
  ctx: DataCtx,
  actor: User,
  what: AuditVerb<"identity">,
  userId: string,
  after?: object,
  reason?: string,
): Promise<void> =>
  recordAudit(ctx, {
    actorKind: actor.id !== userId && isAdmin(actor) ? "admin" : ownSide(actor),
    actorId: actor.id,
    action: `identity.${what}`,
    subjectType: "account",
    subjectId: userId,
    after: after ?? null,
    reason: reason ?? null,
  });
