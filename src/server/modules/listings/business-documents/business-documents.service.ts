// The documents of a host's business: stored and removed by the host, read by the host and by
// admins. The files are encrypted in an object store of their own.
import { randomUUID } from "node:crypto";
import type { BusinessDocument } from "../../../../contract/host/business-documents.ts";
import type { AuditVerb } from "../../../../domain/audit.ts";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { personalTopic } from "../../../../domain/live.ts";
import type { BusinessDocumentKind } from "../../../../domain/person/business-documents.ts";
import { requireHost } from "../../../../domain/policies/host-area.ts";
import { ownSide } from "../../../../domain/policies/policy.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type DbCtx,
  type TransactionCtx,
  type User,
} from "../../../platform/context.ts";
import { seal, unseal } from "../../../platform/keys/sealing.ts";
import { publishLive } from "../../../platform/realtime/publish-live.ts";
import {
  documentFile,
  putFile,
  readDocument,
  removeFiles,
  type DocumentType,
} from "../../../platform/storage/document-store.ts";
import { readBuffer } from "../../../platform/storage/object-store.ts";
import { holdHost, lockOwnAccount } from "../../accounts/accounts.service.ts";
import { checkExpiry } from "../car-documents/check-expiry.ts";
import {
  deleteBusinessDocuments,
  findBusinessDocument,
  findBusinessDocuments,
  insertBusinessDocument,
  type BusinessDocumentRow,
} from "./business-documents.repository.ts";

/** Binds a file's encryption to its document and host, so that it opens as no other document. */
export const businessDocumentContext = ({
  id,
  host_id,
}: Pick<BusinessDocumentRow, "id" | "host_id">): string => `business-document:${host_id}:${id}`;

const present = (row: BusinessDocumentRow): BusinessDocument => ({
  id: row.id,
  kind: row.kind,
  type: row.type,
  bytes: row.bytes,
  number: row.number,
  expires_on: row.expires_on,
  created_at: row.created_at,
});

export const readBusinessDocuments = async (
  ctx: DbCtx,
  hostId: string,
): Promise<BusinessDocument[]> => (await findBusinessDocuments(ctx.db, hostId)).map(present);

export interface BusinessDocumentUpload {
  kind: BusinessDocumentKind;
  number: string | null;
  /** Null for a document that does not expire. */
  expiresOn: CalendarDate | null;
}

/**
 * Checks whether an upload may begin, so that a file that would be refused need not be sent.
 * @throws DomainError forbidden, invalid_request
 */
export function admitBusinessDocument(
  ctx: Pick<Ctx, "clock">,
  user: User,
  { expiresOn }: BusinessDocumentUpload,
): void {
  requireHost(user);
  checkExpiry(ctx, expiresOn);
}

/**
 * Stores an uploaded document in place of an older one of its kind.
 * @param file path of the received file
 * @throws DomainError account_suspended, forbidden, document_type_refused, document_broken,
 * photo_too_many_pixels, photo_too_narrow, document_store_failed
 */
export async function storeBusinessDocument(
  ctx: Ctx,
  user: User,
  { kind, number, expiresOn }: BusinessDocumentUpload,
  file: string,
): Promise<BusinessDocument> {
  const { type, body } = await readDocument(ctx, user.id, file);
  const id = randomUUID();
  const keys = ctx.keys.sealing;
  const sealed = seal(keys, body, businessDocumentContext({ id, host_id: user.id }));
  await putFile(ctx, ctx.businessDocuments, id, sealed);
  try {
    const { stored, replaced } = await inTransaction(ctx, async (tx) => {
      await holdHost(tx, user);
      const before = await deleteBusinessDocuments(tx.db, user.id, kind);
      const after = await insertBusinessDocument(tx.db, {
        id,
        host_id: user.id,
        kind,
        type,
        bytes: body.length,
        number,
        expires_on: expiresOn,
        reminded_days: null,
        key_id: keys.current.id,
        created_at: tx.clock.now().toISOString(),
      });
      await audit(tx, user, "store", user.id, { before: before[0], after });
      await publishLive(tx, [personalTopic(user.id), "admins"], "profile");
      return { stored: after, replaced: before };
    });
    await removeBusinessFiles(ctx, replaced);
    return present(stored);
  } catch (error) {
    await removeBusinessFiles(ctx, [{ id }]);
    throw error;
  }
}

export const removeBusinessFiles = (
  ctx: Pick<Ctx, "log" | "businessDocuments">,
  documents: readonly { id: string }[],
): Promise<void> => removeFiles(ctx, ctx.businessDocuments, documents);

/**
 * The decrypted file of a host's document. A view in the admin area is audited before the file is
 * returned.
 * @throws DomainError not_found
 */
export async function openBusinessDocument(
  ctx: Pick<Ctx, "db" | "clock" | "keys" | "businessDocuments">,
  viewer: User,
  hostId: string,
  kind: BusinessDocumentKind,
  { asAdmin = false } = {},
): Promise<{ type: DocumentType; body: Buffer; id: string; kind: BusinessDocumentKind }> {
  const row = await findBusinessDocument(ctx.db, hostId, kind);
  const stored = row && (await ctx.businessDocuments.read(documentFile(row.id)));
  if (!row || !stored) throw new DomainError("not_found", { what: "document" });
  const body = unseal(ctx.keys.sealing, await readBuffer(stored), businessDocumentContext(row));
  if (asAdmin) await audit(ctx, viewer, "view", hostId, { after: row });
  return { type: row.type, body, id: row.id, kind };
}

/** @throws DomainError not_found */
export async function removeBusinessDocument(
  ctx: TransactionCtx & Pick<Ctx, "businessDocuments">,
  user: User,
  kind: BusinessDocumentKind,
): Promise<{ deleted: true }> {
  const removed = await inTransaction(ctx, async (tx) => {
    await lockOwnAccount(tx.db, user.id);
    const [before] = await deleteBusinessDocuments(tx.db, user.id, kind);
    if (!before) throw new DomainError("not_found", { what: "document" });
    await audit(tx, user, "remove", user.id, { before });
    await publishLive(tx, [personalTopic(user.id), "admins"], "profile");
    return before;
  });
  await removeBusinessFiles(ctx, [removed]);
  return { deleted: true };
}

/**
 * Deletes the document rows of a departing host.
 * @returns the documents whose files must be removed
 */
export const dropBusinessDocuments = (ctx: DbCtx, hostId: string): Promise<{ id: string }[]> =>
  deleteBusinessDocuments(ctx.db, hostId);

const recorded = (row: BusinessDocumentRow | undefined) =>
  row ? { document_id: row.id, kind: row.kind, expires_on: row.expires_on } : null;

const audit = (
  ctx: DataCtx,
  actor: User,
  what: AuditVerb<"business_document">,
  hostId: string,
  { before, after }: { before?: BusinessDocumentRow | undefined; after?: BusinessDocumentRow },
): Promise<void> =>
  recordAudit(ctx, {
    actorKind: what === "view" ? "admin" : ownSide(actor),
    actorId: actor.id,
    action: `business_document.${what}`,
    subjectType: "account",
    subjectId: hostId,
    before: recorded(before),
    after: recorded(after),
  });
