// The files of cases: uploaded by a side, stored encrypted, readable by everybody who may read the
// statement that names them, and deleted when due.
import { createHash } from "node:crypto";
import { DomainError } from "../../../domain/errors.ts";
import { MAX_CASE_FILES } from "../../../domain/cases/trip-case.ts";
import { requireAdmin } from "../../../domain/policies/admin.ts";
import { CASE_KINDS } from "../../../domain/tariff/tariff.ts";
import { readUsageTerms } from "../../../domain/tariff/usage-terms.ts";
import { inTransaction, type Ctx, type DbCtx, type User } from "../../platform/context.ts";
import { seal, unseal } from "../../platform/keys/sealing.ts";
import {
  documentFile,
  putFile,
  readDocument,
  removeFiles,
  removeStaleFiles,
  type DocumentType,
} from "../../platform/storage/document-store.ts";
import { readBuffer } from "../../platform/storage/object-store.ts";
import { recordView } from "./case-file.service.ts";
import { authorizeForCases } from "./authorize-case.ts";
import {
  countCaseFiles,
  deleteDueFiles,
  findCaseFile,
  findCaseFilesBy,
  insertCaseFile,
  isNamed,
  markCaseFileStored,
  type CaseFileRow,
} from "./cases.repository.ts";

/** The most files of a side for one booking: enough for a statement and an appeal of each kind. */
const MAX_FILES = 2 * MAX_CASE_FILES * CASE_KINDS.length;

/** Binds a file's encryption to its booking. */
const caseFileContext = ({ id, booking_id }: Pick<CaseFileRow, "id" | "booking_id">) =>
  `case-file:${booking_id}:${id}`;

interface Upload {
  bookingId: string;
  /** Made by the client. */
  id: string;
}

const hash = (body: Buffer): string => createHash("sha256").update(body).digest("hex");

/**
 * Checks whether an upload may begin, so that a file that would be refused need not be sent.
 * @throws DomainError not_found, case_without_tariff, too_many_case_files
 */
export async function admitCaseFile(ctx: DbCtx, user: User, { bookingId, id }: Upload) {
  const { booking } = await authorizeForCases(ctx, user, bookingId, "add_file");
  if (!readUsageTerms(booking)) throw new DomainError("case_without_tariff");
  if (await findCaseFile(ctx.db, id)) return;
  if ((await countCaseFiles(ctx.db, bookingId, user.id)) >= MAX_FILES)
    throw new DomainError("too_many_case_files", { limit: MAX_FILES });
}

/**
 * Stores an uploaded file. A repeat gets the same answer.
 * @param file path of the received file
 * @throws DomainError case_file_id_taken, and every code of readDocument and putFile
 */
export async function storeCaseFile(
  ctx: Ctx,
  user: User,
  { bookingId, id }: Upload,
  file: string,
): Promise<{ id: string; type: DocumentType }> {
  const { type, body } = await readDocument(ctx, user.id, file);
  const row = {
    id,
    booking_id: bookingId,
    author_id: user.id,
    type,
    bytes: body.length,
    sha256: hash(body),
  };
  const keys = ctx.keys.sealing;
  // The row is stored before the file: the id belongs to its first sender, who can send again.
  await inTransaction(ctx, async (tx) => {
    const isNew = await insertCaseFile(tx.db, {
      ...row,
      key_id: keys.current.id,
      created_at: tx.clock.now().toISOString(),
    });
    if (!isNew) requireSame(await findCaseFile(tx.db, id), row);
  });
  await putFile(ctx, ctx.caseFiles, id, seal(keys, body, caseFileContext(row)));
  // A statement can name it from now on.
  await markCaseFileStored(ctx.db, id, ctx.clock.now().toISOString());
  return { id, type };
}

/** @throws DomainError case_file_id_taken for another file with this id */
function requireSame(
  known: CaseFileRow | undefined,
  { booking_id, author_id, sha256 }: Pick<CaseFileRow, "booking_id" | "author_id" | "sha256">,
): void {
  const isSame =
    known?.booking_id === booking_id && known.author_id === author_id && known.sha256 === sha256;
  if (!isSame) throw new DomainError("case_file_id_taken");
}

/**
 * Decrypts a file for its author, or for whoever may read the case once a statement names it. An
 * admin's access is audited.
 * @throws DomainError not_found, role_required
 */
export async function openCaseFile(
  ctx: Pick<Ctx, "db" | "clock" | "keys" | "caseFiles">,
  user: User,
  { bookingId, id }: Upload,
): Promise<{ type: DocumentType; body: Buffer }> {
  const { party } = await authorizeForCases(ctx, user, bookingId, "read");
  if (party === "admin") requireAdmin("decide_bookings", user);
  const row = await findCaseFile(ctx.db, id);
  const mayRead = row?.author_id === user.id || (await isNamed(ctx.db, id));
  const body = row?.booking_id === bookingId && mayRead ? await readFile(ctx, row) : undefined;
  if (!row || !body) throw new DomainError("not_found", { what: "file" });
  if (party === "admin") await recordView(ctx, user, bookingId, { file: id });
  return { type: row.type, body };
}

async function readFile(
  ctx: Pick<Ctx, "keys" | "caseFiles">,
  row: CaseFileRow,
): Promise<Buffer | undefined> {
  const stored = await ctx.caseFiles.read(documentFile(row.id));
  return stored && unseal(ctx.keys.sealing, await readBuffer(stored), caseFileContext(row));
}

/** The files that a person uploaded, decrypted. */
export async function* readOwnCaseFiles(
  ctx: Pick<Ctx, "db" | "keys" | "log" | "caseFiles">,
  userId: string,
): AsyncGenerator<{ id: string; type: DocumentType; body: Buffer }> {
  for (const row of await findCaseFilesBy(ctx.db, userId)) {
    const body = await readFile(ctx, row).catch((error: unknown) => {
      ctx.log.error({ err: error, file: row.id }, "a case's file can't be read");
      return undefined;
    });
    if (body) yield { id: row.id, type: row.type, body };
  }
}

/** Deletes the files that are due, and maintains those that remain. */
export async function maintainCaseFiles(
  ctx: Pick<Ctx, "db" | "clock" | "log" | "keys" | "caseFiles">,
): Promise<void> {
  const removed = await deleteDueFiles(ctx.db, ctx.clock.now().toISOString());
  await removeFiles(ctx, ctx.caseFiles, removed);
  await removeStaleFiles(ctx, {
    store: ctx.caseFiles,
    table: "case_files",
    boundTo: caseFileContext,
  });
}
