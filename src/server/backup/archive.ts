// The container of a backup: a tar that any tar reads, with the SHA-256 of its entries in lists among them, and behind its end the SHA-256 of
// everything before. What the entries mean does not belong here.
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

export interface Entry {
  name: string;
  body: Buffer;
}

/** The entry that every backup begins with. */
export const MANIFEST = "manifest.json";
/** Entries whose checksums stand in one list: `sha256sum --check` reads it. */
const LISTED = 1000;
const isList = (name: string): boolean => name.startsWith("sha256/");
/** In hexadecimal digits, and the end of the line. */
const SEAL_BYTES = 65;
/** Bytes that are read at once. */
const PIECE = 1024 ** 2;
/** No entry is larger than a batch of rows, one huge row among them, or an uploaded file. */
const MAX_ENTRY_BYTES = 1024 ** 3;

const sha256 = (body: Uint8Array): string => createHash("sha256").update(body).digest("hex");
const listed = ({ name, body }: Entry): string => `${sha256(body)}  ${name}\n`;

/**
 * Writes an archive, readable by its owner alone. It has its name once it is whole and on the disk, and not before.
 * @param isForced what has that name may be replaced
 * @param fill adds the entries one after the other
 * @returns its bytes
 * @throws StartError when there is something of that name; whatever `fill` throws; an error of the disk
 */
export async function writeArchive(
  file: string,
  isForced: boolean,
  fill: (add: (entry: Entry) => Promise<void>) => Promise<void>,
): Promise<number> {
  const refuseReplacing = () => {
    if (!isForced && existsSync(file))
      throw new StartError(`There is a ${displayPath(file)} already: name another file, or add --force to replace it.`);
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
    await written; // fails with what `fill` threw, too
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
  fill: (add: (entry: Entry) => Promise<void>) => Promise<void>,
): Promise<void> {
  const mtime = new Date();
  let list: string[] = [];
  let lists = 0;
  const put = async ({ name, body }: Entry): Promise<void> => {
    const writer = tar.add({ name, size: body.length, mode: 0o600, mtime }).getWriter();
    await writer.write(body);
    await writer.close();
  };
  const putList = async (): Promise<void> => {
    lists += 1;
    await put({ name: `sha256/${String(lists).padStart(6, "0")}`, body: Buffer.from(list.join("")) });
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

/** The new name is on the disk as well. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/** What an archive is that can't be used, in a sentence. */
const damaged = (what: string): StartError => new StartError(`The backup is damaged: ${what}. Nothing was touched.`);

/**
 * Reads an archive to its end and compares its checksum.
 * @throws StartError for what is damaged, cut off, or no backup of this product at all
 */
export async function checkArchive(file: string, signal?: AbortSignal): Promise<void> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const head = Buffer.alloc(512);
    await handle.read(head, 0, head.length, 0);
    if (!head.toString("latin1").startsWith(`${MANIFEST}\0`))
      throw new StartError(`${displayPath(file)} is no backup of ${PRODUCT_NAME}. Nothing was touched.`);
    const end = size - SEAL_BYTES;
    const seal = Buffer.alloc(SEAL_BYTES);
    await handle.read(seal, 0, SEAL_BYTES, Math.max(0, end));
    if (!/^[0-9a-f]{64}\n$/.test(seal.toString("latin1"))) throw damaged("it is cut off, or its end has changed");
    const whole = createHash("sha256");
    const source = handle.createReadStream({ start: 0, end: end - 1, autoClose: false, highWaterMark: PIECE });
    for await (const piece of source as AsyncIterable<Buffer>) {
      signal?.throwIfAborted();
      whole.update(piece);
    }
    if (`${whole.digest("hex")}\n` === seal.toString("latin1")) return;
    for await (const _ of readArchive(file)); // says which entry it is
    throw damaged("its checksum differs from what it holds");
  } finally {
    await handle.close();
  }
}

/**
 * The entries of an archive, in their order. An entry comes before its own checksum has been compared.
 * @throws StartError for what is damaged
 */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const { size } = await stat(file);
  const source = createReadStream(file, { end: size - SEAL_BYTES - 1, highWaterMark: PIECE });
  try {
    // The same class; the types of browsers don't know `from`.
    yield* compared(entriesOf(NodeReadableStream.from(source) as ReadableStream<Uint8Array>));
  } finally {
    source.destroy();
  }
}

async function* entriesOf(tar: ReadableStream<Uint8Array>): AsyncGenerator<Entry> {
  try {
    for await (const { header, body } of tar.pipeThrough(createTarDecoder({ strict: true }))) {
      if (header.type !== "file" || header.size > MAX_ENTRY_BYTES) throw damaged(`${header.name} can't be in it`);
      const parts: Uint8Array[] = [];
      for await (const part of body) parts.push(part);
      yield { name: header.name, body: Buffer.concat(parts) };
    }
  } catch (error) {
    if (error instanceof StartError || (error as NodeJS.ErrnoException).syscall) throw error;
    throw damaged((error as Error).message.replace(/\.$/, ""));
  }
}

/** Leaves the lists out, having compared what they list. */
async function* compared(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
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
