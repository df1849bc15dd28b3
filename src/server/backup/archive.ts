// The container of a backup: a standard tar with checksum lists among its entries, followed by the
// SHA-256 of the whole. The meaning of the other entries is defined elsewhere.
import { createHash, randomUUID } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { ReadableStream as NodeReadableStream } from "node:stream/web";
import { createTarDecoder, createTarPacker } from "modern-tar";
import { PRODUCT_NAME } from "../../domain/brand.ts";
import { displayPath } from "../config.ts";
import { StartError } from "../platform/start-error.ts";

export interface ArchiveEntry {
  name: string;
  body: Buffer;
}

/** The first entry of every backup. */
export const MANIFEST = "manifest.json";
/** The number of entries per checksum list. `sha256sum --check` can read the lists. */
const LISTED = 1000;
const isList = (name: string): boolean => name.startsWith("sha256/");
/** Hexadecimal digits and the line end. */
const SEAL_BYTES = 65;
/** Bytes per read. */
const PIECE = 1024 ** 2;
/** The largest entry is a batch of rows with one huge row, or an uploaded file. */
const MAX_ENTRY_BYTES = 1024 ** 3;

const sha256 = (body: Uint8Array): string => createHash("sha256").update(body).digest("hex");
const listed = ({ name, body }: ArchiveEntry): string => `${sha256(body)}  ${name}\n`;

/**
 * Writes an archive, readable only by its owner. It gets its name only once it is complete and on
 * disk.
 * @param isForced whether an existing file may be replaced
 * @param fill adds the entries one after the other
 * @returns its size in bytes
 * @throws StartError if the file exists; whatever `fill` throws; a disk error
 */
export async function writeArchive(
  file: string,
  isForced: boolean,
  fill: (add: (entry: ArchiveEntry) => Promise<void>) => Promise<void>,
): Promise<number> {
  const refuseReplacing = () => {
    if (!isForced && existsSync(file))
      throw new StartError(
        `There is a ${displayPath(file)} already: name another file, or add --force to replace it.`,
      );
  };
  refuseReplacing();
  const part = `${file}.${randomUUID()}.part`;
  const handle = await open(part, "wx", 0o600);
  try {
    const { readable, controller } = createTarPacker();
    const whole = createHash("sha256");
    const target = handle.createWriteStream({ flush: true });
    const written = pipeline(
      readable,
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          whole.update(chunk);
          yield chunk;
        }
        yield `${whole.digest("hex")}\n`;
      },
      target,
    );
    const filled = fillTar(controller, fill).catch((error: unknown) => controller.error(error));
    await written; // also fails with what `fill` threw
    await filled;
    refuseReplacing();
    await rename(part, file);
    await flushFolder(dirname(file));
    return target.bytesWritten;
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(part, { force: true });
    throw error;
  }
}

async function fillTar(
  tar: ReturnType<typeof createTarPacker>["controller"],
  fill: (add: (entry: ArchiveEntry) => Promise<void>) => Promise<void>,
): Promise<void> {
  const mtime = new Date();
  let list: string[] = [];
  let lists = 0;
  const put = async ({ name, body }: ArchiveEntry): Promise<void> => {
    const writer = tar.add({ name, size: body.length, mode: 0o600, mtime }).getWriter();
    await writer.write(body);
    await writer.close();
  };
  const putList = async (): Promise<void> => {
    lists += 1;
    await put({
      name: `sha256/${String(lists).padStart(6, "0")}`,
      body: Buffer.from(list.join("")),
    });
    list = [];
  };
  await fill(async (entry) => {
    list.push(listed(entry));
    await put(entry);
    if (list.length === LISTED) await putList();
  });
  await putList();
  tar.finalize();
}

/** Flushes the new name to disk as well. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/** The error for an unusable archive. */
const damaged = (what: string): StartError =>
  new StartError(`The backup is damaged: ${what}. Nothing was touched.`);

/**
 * Reads an archive to its end and compares its checksum.
 * @throws StartError if it is damaged, cut off, or no backup of this product
 */
export async function checkArchive(file: string, signal?: AbortSignal): Promise<void> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const head = Buffer.alloc(512);
    await handle.read(head, 0, head.length, 0);
    if (!head.toString("latin1").startsWith(`${MANIFEST}\0`))
      throw new StartError(
        `${displayPath(file)} is no backup of ${PRODUCT_NAME}. Nothing was touched.`,
      );
    const end = size - SEAL_BYTES;
    const seal = Buffer.alloc(SEAL_BYTES);
    await handle.read(seal, 0, SEAL_BYTES, Math.max(0, end));
    if (!/^[0-9a-f]{64}\n$/.test(seal.toString("latin1")))
      throw damaged("it is cut off, or its end has changed");
    const whole = createHash("sha256");
    const source = handle.createReadStream({
      start: 0,
      end: end - 1,
      autoClose: false,
      highWaterMark: PIECE,
    });
    for await (const piece of source as AsyncIterable<Buffer>) {
      signal?.throwIfAborted();
      whole.update(piece);
    }
    if (`${whole.digest("hex")}\n` === seal.toString("latin1")) return;
    for await (const _ of readArchive(file)); // reports the damaged entry
    throw damaged("its checksum differs from what it holds");
  } finally {
    await handle.close();
  }
}

/**
 * The entries of an archive, in order. An entry is returned before its checksum is compared.
 * @throws StartError if it is damaged
 */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const { size } = await stat(file);
  const source = createReadStream(file, { end: size - SEAL_BYTES - 1, highWaterMark: PIECE });
  try {
    // The same class; the browser types lack `from`.
    yield* compared(readEntries(NodeReadableStream.from(source) as ReadableStream<Uint8Array>));
  } finally {
    source.destroy();
  }
}

async function* readEntries(tar: ReadableStream<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  try {
    for await (const { header, body } of tar.pipeThrough(createTarDecoder({ strict: true }))) {
      if (header.type !== "file" || header.size > MAX_ENTRY_BYTES)
        throw damaged(`${header.name} can't be in it`);
      const parts: Uint8Array[] = [];
      for await (const part of body) parts.push(part);
      yield { name: header.name, body: Buffer.concat(parts) };
    }
  } catch (error) {
    if (error instanceof StartError || (error as NodeJS.ErrnoException).syscall) throw error;
    throw damaged((error as Error).message.replace(/\.$/, ""));
  }
}

/** Compares the entries with the checksum lists and leaves the lists out. */
async function* compared(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<ArchiveEntry> {
  let list: string[] = [];
  for await (const entry of entries) {
    if (!isList(entry.name)) {
      list.push(listed(entry));
      yield entry;
      continue;
    }
    const expected = entry.body.toString().match(/.*\n/g) ?? [];
    const wrong = list.find((line, index) => line !== expected[index]);
    if (wrong) throw damaged(`${wrong.slice(66).trim()} differs from its checksum`);
    if (expected.length !== list.length) throw damaged("entries are missing");
    list = [];
  }
  if (list.length > 0) throw damaged("it is cut off");
}
