// Checks, serves and maintains document files, which are stored encrypted.
import { readFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { sql } from "kysely";
import {
  MAX_DOCUMENT_BYTES,
  MAX_DOCUMENT_MEGABYTES,
} from "../../../domain/listing/car-documents.ts";
import { DomainError, isDomainError } from "../../../domain/errors.ts";
import type { Ctx, DataCtx } from "../context.ts";
import type { Expected } from "../http/receive-file.ts";
import { seal, unseal } from "../keys/sealing.ts";
import { readBuffer, type ObjectStore } from "./object-store.ts";

export type DocumentType = "image/jpeg" | "application/pdf";

/** Pixels on the longer side of a picture. The small print of a page stays legible. */
const LARGEST = 2400;
const HOUR_MS = 3_600_000;
/** A file without a row may belong to an upload in progress. After a day it is an orphan. */
const STRAY_HOURS = 24;
/** Rows or files that are processed together. */
const BATCH = 500;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** The upload of a document: the request body is the file. */
export const DOCUMENT_UPLOAD: Expected = {
  maxBytes: MAX_DOCUMENT_BYTES,
  tooLarge: () =>
    new DomainError("document_too_large", { limit_megabytes: MAX_DOCUMENT_MEGABYTES }),
  broken: () => new DomainError("document_broken"),
  body: (request) => request.body as Readable | undefined,
};

/** The name of a document's file. */
export const documentFile = (id: string): string => `${id}.sealed`;

/**
 * Determines the type of a file by its content alone. A PDF is returned unchanged; a picture is
 * re-encoded without metadata.
 * @param file path of the received file
 * @throws DomainError document_type_refused, document_broken, photo_too_many_pixels,
 * photo_too_narrow
 */
export async function readDocument(
  ctx: Pick<Ctx, "images">,
  sender: string,
  file: string,
): Promise<{ type: DocumentType; body: Buffer }> {
  const body = await readFile(file);
  if (body.toString("latin1", 0, 5) === "%PDF-") {
    // A PDF ends with a pointer to its cross-reference table, which a truncated file lacks.
    const end = body.toString("latin1", Math.max(0, body.length - 2048));
    if (!/startxref\s+\d+\s+%%EOF/.test(end)) throw new DomainError("document_broken");
    return { type: "application/pdf", body };
  }
  try {
    return { type: "image/jpeg", body: (await ctx.images.makeMaster(file, sender, LARGEST)).image };
  } catch (error) {
    if (isDomainError(error, "photo_type_refused")) throw new DomainError("document_type_refused");
    if (isDomainError(error, "photo_broken")) throw new DomainError("document_broken");
    throw error;
  }
}

/** Prepares the response for a document, so that nothing in it can run. */
export function replyWithDocument(
  reply: FastifyReply,
  { type, body, id, kind }: { type: DocumentType; body: Buffer; id: string; kind: string },
): Buffer {
  const [place, extension] = type === "application/pdf" ? ["attachment", "pdf"] : ["inline", "jpg"];
  reply
    .type(type)
    .header("content-disposition", `${place}; filename="${kind}-${id.slice(0, 8)}.${extension}"`)
    .header("content-security-policy", "sandbox; default-src 'none'; frame-ancestors 'none'");
  return body;
}

/** @throws DomainError document_store_failed, or another code for a photo */
export async function putFile(
  ctx: Pick<Ctx, "log">,
  store: ObjectStore,
  id: string,
  sealed: Buffer,
  code: "document_store_failed" | "photo_store_failed" = "document_store_failed",
): Promise<void> {
  try {
    await store.put(documentFile(id), sealed, "application/octet-stream");
  } catch (error) {
    ctx.log.error({ err: error }, "a document could not be stored");
    throw new DomainError(code);
  }
}

/**
 * Removes the files of deleted documents. The daily job removes those that cannot be removed now.
 */
export async function removeFiles(
  ctx: Pick<Ctx, "log">,
  store: ObjectStore,
  documents: readonly { id: string }[],
): Promise<void> {
  try {
    await store.remove(documents.map(({ id }) => documentFile(id)));
  } catch (error) {
    ctx.log.warn({ err: error }, "files of documents are left behind");
  }
}

/** What the maintenance of a store needs to know about its documents. */
export interface DocumentStore<Row extends DocumentRow> {
  store: ObjectStore;
  /** The table with a row per document: its id and the key that encrypted it. */
  table:
    "car_documents" | "identity_documents" | "business_documents" | "trip_photos" | "case_files";
  boundTo(row: Row): string;
}
interface DocumentRow {
  id: string;
}

/** Removes orphaned files, and re-encrypts with the current key what an older key encrypted. */
export async function removeStaleFiles<Row extends DocumentRow>(
  ctx: Pick<Ctx, "db" | "clock" | "log" | "keys">,
  documents: DocumentStore<Row>,
): Promise<void> {
  await removeStrays(ctx, documents);
  await sealAnew(ctx, documents);
}

async function removeStrays(
  ctx: DataCtx,
  { store, table }: Pick<DocumentStore<DocumentRow>, "store" | "table">,
): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - STRAY_HOURS * HOUR_MS);
  let batch: string[] = [];
  const remove = async (): Promise<void> => {
    const ids = batch.flatMap(
      (name) => /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.sealed$/.exec(name)?.[1] ?? [],
    );
    const { rows } =
      await sql<DocumentRow>`select id from ${sql.table(table)} where id = any(${ids}::uuid[])`.execute(
        ctx.db,
      );
    const stored = new Set(rows.map(({ id }) => documentFile(id)));
    await store.remove(batch.filter((name) => !stored.has(name)));
    batch = [];
  };
  for await (const { name, modifiedAt } of store.list()) {
    if (modifiedAt >= before) continue;
    batch.push(name);
    if (batch.length === BATCH) await remove();
  }
  await remove();
}

async function sealAnew<Row extends DocumentRow>(
  ctx: Pick<Ctx, "db" | "log" | "keys">,
  documents: DocumentStore<Row>,
): Promise<void> {
  const keyId = ctx.keys.sealing.current.id;
  let after = FIRST_ID;
  for (;;) {
    const { rows } = await sql<Row>`
      select * from ${sql.table(documents.table)} where key_id <> ${keyId} and id > ${after} order by id limit ${BATCH}`.execute(
      ctx.db,
    );
    for (const row of rows)
      try {
        await sealOneAnew(ctx, documents, row);
      } catch (error) {
        // A document that cannot be decrypted must not block the others.
        ctx.log.error({ err: error }, "a document could not be sealed anew");
      }
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.id ?? after;
  }
}

async function sealOneAnew<Row extends DocumentRow>(
  ctx: Pick<Ctx, "db" | "keys">,
  { store, table, boundTo }: DocumentStore<Row>,
  row: Row,
): Promise<void> {
  const keys = ctx.keys.sealing;
  const stored = await store.read(documentFile(row.id));
  if (!stored) return; // removed in the meantime
  const plain = unseal(keys, await readBuffer(stored), boundTo(row));
  await store.put(
    documentFile(row.id),
    seal(keys, plain, boundTo(row)),
    "application/octet-stream",
  );
  await sql`update ${sql.table(table)} set key_id = ${keys.current.id} where id = ${row.id}`.execute(
    ctx.db,
  );
}
