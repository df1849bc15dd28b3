// Car documents: stored and removed by a car's host, read by the host and by admins. The files are
// encrypted in the object store.
import { randomUUID } from "node:crypto";
import type { CarDocument } from "../../../../contract/host/car-documents.ts";
import type { AuditVerb } from "../../../../domain/audit.ts";
import {
  isRemovable,
  needsExpiry,
  type DocumentKind,
} from "../../../../domain/listing/car-documents.ts";
import { isInspectionDay } from "../../../../domain/listing/document-reminders.ts";
import { todayInNassau, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { mayAsAdmin, requireAdmin } from "../../../../domain/policies/admin.ts";
import { recordAudit } from "../../../platform/database/audit-log.ts";
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type DbCtx,
  type User,
} from "../../../platform/context.ts";
import {
  documentFile,
  putFile,
  readDocument,
  removeFiles as removeFilesOf,
} from "../../../platform/storage/document-store.ts";
import { seal, unseal } from "../../../platform/keys/sealing.ts";
import { readBuffer } from "../../../platform/storage/object-store.ts";
import {
  deleteCarDocuments,
  findCarDocument,
  findCarDocuments,
  insertCarDocument,
  type CarDocumentRow,
} from "./car-documents.repository.ts";
import { holdSettings } from "../../identity/identity.service.ts";
import { checkExpiry } from "./check-expiry.ts";
import { getListingFor } from "../hosting/host-access.ts";
import { updateListingRow } from "../hosting/host-listings.repository.ts";

/**
 * The context that a document's file is encrypted for: it cannot be opened as another document or
 * for another car.
 */
export const carDocumentContext = ({ id, car_id }: Pick<CarDocumentRow, "id" | "car_id">): string =>
  `car-document:${car_id}:${id}`;

const present = ({
  id,
  kind,
  type,
  bytes,
  expires_on,
  inspected_on,
  created_at,
}: CarDocumentRow): CarDocument => ({
  id,
  kind,
  type,
  bytes,
  expires_on,
  inspected_on,
  created_at,
});

/**
 * The documents of these cars, with an entry for every car. documentWarnings (domain) finds what is
 * wrong with them.
 */
export async function toDocuments(
  ctx: DbCtx,
  carIds: readonly string[],
): Promise<Map<string, CarDocument[]>> {
  const found = new Map<string, CarDocument[]>(carIds.map((id) => [id, []]));
  for (const row of await findCarDocuments(ctx.db, carIds))
    found.get(row.car_id)?.push(present(row));
  return found;
}

export interface DocumentUpload {
  carId: string;
  kind: DocumentKind;
  /** Null for a licence plate without an expiry date. */
  expiresOn: CalendarDate | null;
  /** The day of an inspection, if the host has entered it. */
  inspectedOn: CalendarDate | null;
}

/**
 * Checks whether an upload may begin, so that a file that would be refused need not be sent.
 * @throws DomainError not_found, forbidden, invalid_request
 */
export async function admitCarDocument(
  ctx: DataCtx,
  user: User,
  { carId, kind, expiresOn, inspectedOn }: DocumentUpload,
): Promise<void> {
  await getListingFor(ctx, user, "edit", carId);
  checkExpiry(ctx, expiresOn, { isRequired: needsExpiry(kind) });
  const message = inspectionError(kind, inspectedOn, todayInNassau(ctx.clock.now()));
  if (message)
    throw new DomainError("invalid_request", {
      errors: [{ field: "query.inspected_on", message }],
    });
}

function inspectionError(
  kind: DocumentKind,
  inspectedOn: CalendarDate | null,
  today: CalendarDate,
): string | undefined {
  if (inspectedOn === null) return undefined;
  if (kind !== "inspection") return "Only an inspection has a day of inspection.";
  return isInspectionDay(inspectedOn, today)
    ? undefined
    : "Enter the day of the last inspection, within the past year.";
}

/**
 * Stores an uploaded document in place of an older one. It does not put a car back on the site;
 * that is up to its host.
 * @param file path of the received file
 * @throws DomainError not_found, document_type_refused, document_broken, photo_too_many_pixels,
 * photo_too_narrow, document_store_failed
 */
export async function storeCarDocument(
  ctx: Ctx,
  user: User,
  upload: DocumentUpload,
  file: string,
): Promise<CarDocument> {
  const { carId, kind, expiresOn, inspectedOn } = upload;
  const { type, body } = await readDocument(ctx, user.id, file);
  const id = randomUUID();
  const keys = ctx.keys.sealing;
  await putFile(
    ctx,
    ctx.documents,
    id,
    seal(keys, body, carDocumentContext({ id, car_id: carId })),
  );
  try {
    const { stored, replaced } = await inTransaction(ctx, async (tx) => {
      await getListingFor(tx, user, "edit", carId, { forUpdate: true });
      const before = await deleteCarDocuments(tx.db, carId, kind);
      const after = await insertCarDocument(tx.db, {
        id,
        car_id: carId,
        kind,
        type,
        bytes: body.length,
        expires_on: expiresOn,
        inspected_on: inspectedOn,
        inspection_reminded_for: null,
        reminded_days: null,
        key_id: keys.current.id,
        created_at: tx.clock.now().toISOString(),
      });
      // Invalidates pending decisions of admins who saw the old document.
      await updateListingRow(tx.db, carId, {}, tx.clock.now());
      await audit(tx, user, "document_store", carId, { before: before[0], after });
      return { stored: after, replaced: before };
    });
    await removeCarDocumentFiles(ctx, replaced);
    return present(stored);
  } catch (error) {
    await removeCarDocumentFiles(ctx, [{ id }]);
    throw error;
  }
}

/** Like removeFiles in platform/storage/document-store.ts, for the store of car documents. */
export const removeCarDocumentFiles = (
  ctx: Pick<Ctx, "log" | "documents">,
  documents: readonly { id: string }[],
): Promise<void> => removeFilesOf(ctx, ctx.documents, documents);

/**
 * The decrypted file of a document. Of the admins, only those who review listings open other hosts'
 * documents. Their views are recorded before the file is returned, also of their own documents: an
 * owner who rents out a car may have no colleague to review it.
 * @throws DomainError not_found, forbidden, role_required
 */
export async function readDocumentFile(
  ctx: Pick<Ctx, "db" | "clock" | "keys" | "documents">,
  user: User,
  carId: string,
  kind: DocumentKind,
): Promise<{ type: CarDocumentRow["type"]; body: Buffer; id: string; kind: DocumentKind }> {
  const car = await getListingFor(ctx, user, "read", carId);
  const row = await findCarDocument(ctx.db, carId, kind);
  const stored = row && (await ctx.documents.read(documentFile(row.id)));
  if (!row || !stored) throw new DomainError("not_found", { what: "document" });
  if (car.host_id !== user.id) requireAdmin("review_listings", user);
  const body = unseal(ctx.keys.sealing, await readBuffer(stored), carDocumentContext(row));
  if (mayAsAdmin("review_listings", user))
    await audit(ctx, user, "document_view", carId, { after: row }, "admin");
  return { type: row.type, body, id: row.id, kind };
}

/** @throws DomainError not_found, forbidden, document_needed (isRemovable) */
export async function removeDocument(
  ctx: Pick<Ctx, "db" | "clock" | "log" | "documents">,
  user: User,
  carId: string,
  kind: DocumentKind,
): Promise<{ deleted: true }> {
  const removed = await inTransaction(ctx, async (tx) => {
    const { is_approved } = await getListingFor(tx, user, "edit", carId, { forUpdate: true });
    const [before] = await deleteCarDocuments(tx.db, carId, kind);
    if (!before) throw new DomainError("not_found", { what: "document" });
    const { documents_required } = await holdSettings(tx.db);
    const needs = { isApproved: is_approved, documentsRequired: documents_required };
    if (!isRemovable(before, needs, todayInNassau(tx.clock.now())))
      throw new DomainError("document_needed");
    // Invalidates pending decisions of admins who saw the document.
    await updateListingRow(tx.db, carId, {}, tx.clock.now());
    await audit(tx, user, "document_remove", carId, { before });
    return before;
  });
  await removeCarDocumentFiles(ctx, [removed]);
  return { deleted: true };
}

const recorded = (row: CarDocumentRow | undefined) =>
  row
    ? {
        document_id: row.id,
        kind: row.kind,
        expires_on: row.expires_on,
        ...(row.kind === "inspection" && { inspected_on: row.inspected_on }),
      }
    : null;

const audit = (
  ctx: DataCtx,
  user: User,
  what: AuditVerb<"listing">,
  carId: string,
  { before, after }: { before?: CarDocumentRow | undefined; after?: CarDocumentRow },
  actorKind: "host" | "admin" = "host",
): Promise<void> =>
  recordAudit(ctx, {
    actorKind,
    actorId: user.id,
    action: `listing.${what}`,
    subjectType: "listing",
    subjectId: carId,
    before: recorded(before),
    after: recorded(after),
  });
