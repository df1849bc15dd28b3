// Receiving an uploaded file: as it comes, onto the disk, no more of it than a photo may have.
import { randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyRequest } from "fastify";
import { DomainError } from "../../../domain/errors.ts";
import { MAX_PHOTO_BYTES, MAX_PHOTO_MEGABYTES } from "../../../domain/photo.ts";

/** What a form may have around its file. */
const FORM_BYTES = 20_000;

/**
 * Receives the file of a request, the body itself or the file of a form, into `folder`, and hands its path on for as long as `use` takes.
 * @throws DomainError photo_too_large; photo_broken when there is none, or it ends too soon
 */
export async function received<T>(
  request: FastifyRequest,
  folder: string,
  use: (file: string) => Promise<T>,
): Promise<T> {
  // Most who send too much say so beforehand.
  if (Number(request.headers["content-length"]) > MAX_PHOTO_BYTES + FORM_BYTES) throw tooLarge();
  const file = join(folder, randomUUID());
  try {
    await receive(request, file);
    return await use(file);
  } finally {
    await rm(file, { force: true });
  }
}

async function receive(request: FastifyRequest, file: string): Promise<void> {
  try {
    const body = request.isMultipart() ? (await request.file())?.file : (request.body as Readable | undefined);
    if (!body) throw new DomainError("photo_broken");
    // Opened before the first byte: a stream that opens by itself may do so after a body that ended at once, and its file was removed.
    const handle = await open(file, "wx", 0o600);
    await pipeline(body, measured, handle.createWriteStream());
  } catch (error) {
    if (error instanceof DomainError || isOurs(error)) throw error;
    throw new DomainError("photo_broken"); // the connection broke, or the form is none
  }
}

/** What is too much is read to its end without being kept, so that the sender gets to read the answer. */
async function* measured(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes <= MAX_PHOTO_BYTES) yield chunk;
  }
  if (bytes > MAX_PHOTO_BYTES) throw tooLarge();
  if (bytes === 0) throw new DomainError("photo_broken");
}

const tooLarge = (): DomainError => new DomainError("photo_too_large", { limit_megabytes: MAX_PHOTO_MEGABYTES });

/** The disk can't be written: no fault of the sender. */
const isOurs = (error: unknown): boolean => ["open", "write"].includes((error as NodeJS.ErrnoException).syscall ?? "");
