// Receiving an uploaded file: as it comes, onto the disk, no more of it than it may have.
import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyRequest } from "fastify";
import { DomainError } from "../../../domain/errors.ts";
import { MAX_UPLOADS_AT_ONCE } from "../../../domain/listing/photo.ts";
import { openAtOnce } from "./user-concurrency.ts";
import { allowSlowBody } from "./request-limit.ts";

/** What a form may have around its file. */
const FORM_BYTES = 20_000;

/** What may come, and what is said of what may not. */
export interface Expected {
  maxBytes: number;
  tooLarge: () => DomainError;
  /** There is nothing, or it ends too soon. */
  broken: () => DomainError;
  /** The file within the request; undefined when there is none. */
  body: (request: FastifyRequest) => Promise<Readable | undefined> | Readable | undefined;
}

/** How many files of each person are on their way. Disk and darkroom are this process's, and so is the count. */
const uploading = openAtOnce(MAX_UPLOADS_AT_ONCE, () => new DomainError("uploads_under_way"));

/** Nothing is on its way for so long. */
const STALE_MS = 3_600_000;

/** A folder for files on their way, without what a crash left there. Another process may be using it too. */
export async function openIncoming(dataDir: string, name: string): Promise<string> {
  const folder = join(dataDir, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const file of await readdir(folder)) {
    const path = join(folder, file);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > STALE_MS) await rm(path, { recursive: true, force: true });
  }
  return folder;
}

/**
 * Receives the file of a request into `folder`, and hands its path on for as long as `use` takes.
 * @param sender the id of who sends it
 * @throws DomainError uploads_under_way while as many others of the sender's are on their way as may be; expected.tooLarge, expected.broken
 */
export async function received<T>(
  request: FastifyRequest,
  sender: string,
  folder: string,
  expected: Expected,
  use: (file: string) => Promise<T>,
): Promise<T> {
  allowSlowBody(request);
  // Most who send too much say so beforehand.
  if (Number(request.headers["content-length"]) > expected.maxBytes + FORM_BYTES) throw expected.tooLarge();
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
    // Opened before the first byte: a stream that opens by itself may do so after a body that ended at once, and its file was removed.
    const handle = await open(file, "wx", 0o600);
    await pipeline(body, (chunks: AsyncIterable<Buffer>) => measured(chunks, expected), handle.createWriteStream());
  } catch (error) {
    if (error instanceof DomainError || isOurs(error)) throw error;
    throw expected.broken(); // the connection broke, or the form is none
  }
}

/** What is too much is read to its end without being kept, so that the sender gets to read the answer. */
async function* measured(chunks: AsyncIterable<Buffer>, expected: Expected): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes <= expected.maxBytes) yield chunk;
  }
  if (bytes > expected.maxBytes) throw expected.tooLarge();
  if (bytes === 0) throw expected.broken();
}

/** The disk can't be written: no fault of the sender. */
const isOurs = (error: unknown): boolean => ["open", "write"].includes((error as NodeJS.ErrnoException).syscall ?? "");
