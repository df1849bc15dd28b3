// Receives an uploaded file as a stream onto the disk, up to a size limit.
import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyRequest } from "fastify";
import { DomainError } from "../../../domain/errors.ts";
import { MAX_UPLOADS_AT_ONCE } from "../../../domain/listing/photo.ts";
import { limitPerUser } from "./user-concurrency.ts";
import { allowSlowBody } from "./request-limit.ts";

/** The bytes that a multipart form may add around its file. */
const FORM_BYTES = 20_000;

/** What may be uploaded, and the errors for anything else. */
export interface Expected {
  maxBytes: number;
  tooLarge: () => DomainError;
  /** The error when there is no file, or it ends too soon. */
  broken: () => DomainError;
  /** The file within the request; undefined when there is none. */
  body: (request: FastifyRequest) => Promise<Readable | undefined> | Readable | undefined;
}

/**
 * Limits each person's concurrent uploads. Disk and image processor belong to this process, and so
 * does the count.
 */
const uploading = limitPerUser(MAX_UPLOADS_AT_ONCE, () => new DomainError("uploads_under_way"));

/** No upload takes this long. */
const STALE_MS = 3_600_000;

/**
 * Opens a folder for uploads in progress and removes what a crash left there. Another process may
 * use the folder too.
 */
export async function openIncoming(dataDir: string, name: string): Promise<string> {
  const folder = join(dataDir, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const file of await readdir(folder)) {
    const path = join(folder, file);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > STALE_MS)
      await rm(path, { recursive: true, force: true });
  }
  return folder;
}

/**
 * Receives the file of a request into `folder`, and removes it once `use` has finished with its
 * path.
 * @param sender the id of the person who uploads
 * @throws DomainError uploads_under_way while the sender has too many uploads in progress;
 * expected.tooLarge, expected.broken
 */
export async function received<T>(
  request: FastifyRequest,
  sender: string,
  folder: string,
  expected: Expected,
  use: (file: string) => Promise<T>,
): Promise<T> {
  allowSlowBody(request);
  // Most clients announce the size of a body that is too large.
  if (Number(request.headers["content-length"]) > expected.maxBytes + FORM_BYTES)
    throw expected.tooLarge();
  return uploading(sender, async () => {
    const file = join(folder, randomUUID());
    try {
      await receive(request, file, expected);
      return await use(file);
    } finally {
      await rm(file, { force: true });
    }
  });
}

async function receive(request: FastifyRequest, file: string, expected: Expected): Promise<void> {
  try {
    const body = await expected.body(request);
    if (!body) throw expected.broken();
    // Opened before the first byte. A stream that opens the file itself may do so after an empty
    // body has ended and its file has been removed.
    const handle = await open(file, "wx", 0o600);
    await pipeline(
      body,
      (chunks: AsyncIterable<Buffer>) => measured(chunks, expected),
      handle.createWriteStream(),
    );
  } catch (error) {
    if (error instanceof DomainError || isDiskError(error)) throw error;
    throw expected.broken(); // the connection broke, or the form is malformed
  }
}

/**
 * Reads an oversized body to its end without storing the excess, so that the sender gets to read
 * the response.
 */
async function* measured(
  chunks: AsyncIterable<Buffer>,
  expected: Expected,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes <= expected.maxBytes) yield chunk;
  }
  if (bytes > expected.maxBytes) throw expected.tooLarge();
  if (bytes === 0) throw expected.broken();
}

/** Whether writing to the disk failed, which is not the sender's fault. */
const isDiskError = (error: unknown): boolean =>
  ["open", "write"].includes((error as NodeJS.ErrnoException).syscall ?? "");
