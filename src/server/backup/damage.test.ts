// Tests that an unusable file is refused with a sentence before anything changes: checkBackup has
// no access to database or folder.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { packTar } from "modern-tar";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backUp, emptyPlace, removePlace, type BackupPlace } from "../../../test/backups.ts";
import { makePerson } from "../../../test/factories.ts";
import { startTestApp } from "../../../test/harness.ts";
import { phonePhoto, photoName, upload } from "../../../test/photos.ts";
import { readArchive, writeArchive, type ArchiveEntry } from "./archive.ts";
import { backup } from "./backup.ts";
import type { Manifest } from "./manifest.ts";
import { checkBackup } from "./restore.ts";

let folder: string;
let source: BackupPlace;
let whole: Buffer;
let entries: ArchiveEntry[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "caydrive-damage-"));
  const app = await startTestApp();
  await upload(
    app,
    await makePerson(app, { roles: ["host"] }),
    photoName(),
    await phonePhoto(64, 48),
  );
  source = await emptyPlace();
  const file = join(folder, "whole.tar");
  await backUp({ databaseUrl: app.databaseUrl, config: app.ctx.config }, file);
  await app.close();
  whole = readFileSync(file);
  entries = [];
  for await (const entry of readArchive(file)) entries.push(entry);
});
afterAll(async () => {
  await removePlace(source);
  rmSync(folder, { recursive: true, force: true });
});

/** The error for a file with these bytes; "" if it is usable. */
async function judged(bytes: Uint8Array): Promise<string> {
  const file = join(folder, "judged.tar");
  writeFileSync(file, bytes);
  return checkBackup({ file }).then(
    () => "",
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

/** A complete archive of the given entries, with valid checksums. */
async function made(others: ArchiveEntry[]): Promise<Buffer> {
  const file = join(folder, "made.tar");
  await writeArchive(file, true, async (add) => {
    for (const entry of others) await add(entry);
  });
  return readFileSync(file);
}
const withManifest = (change: (manifest: Manifest) => object): Promise<Buffer> =>
  made(
    entries.map(({ name, body }) =>
      name === "manifest.json"
        ? {
            name,
            body: Buffer.from(JSON.stringify(change(JSON.parse(body.toString()) as Manifest))),
          }
        : { name, body },
    ),
  );

test("accepts the original file", async () => {
  expect(await judged(whole)).toBe("");
  expect(await judged(await made(entries))).toBe("");
});

test("detects one changed bit anywhere", async () => {
  // Covers every part of the file: headers, bodies and padding of entries, checksums, and the last
  // bytes.
  const step = Math.floor(whole.length / 300);
  const places = [
    ...Array.from({ length: 300 }, (_, n) => n * step + (n % step)),
    whole.length - 1,
    whole.length - 66,
  ];
  for (const at of places) {
    const changed = Buffer.from(whole);
    changed[at] = changed[at]! ^ (1 << (at % 8));
    expect(await judged(changed), `byte ${at}`).toMatch(/^StartError: .+ Nothing was touched\.$/);
  }
});

test("refuses a file that is cut off or has extra bytes", async () => {
  for (const bytes of [
    0,
    1,
    511,
    512,
    600,
    5000,
    whole.length - 2000,
    whole.length - 65,
    whole.length - 1,
  ])
    expect(await judged(whole.subarray(0, bytes)), `${bytes} bytes`).toMatch(
      /Nothing was touched\.$/,
    );
  expect(await judged(Buffer.concat([whole, Buffer.from("more")]))).toMatch(
    /cut off, or its end has changed/,
  );
});

test("refuses other files: a tar, a zip, a text, a folder, nothing", async () => {
  const readme = { header: { name: "README.md", size: 2, type: "file" as const }, body: "hi" };
  for (const bytes of [
    await packTar([readme]),
    zipSync({ "manifest.json": strToU8("{}") }),
    Buffer.from("hello"),
  ])
    expect(await judged(bytes)).toMatch(/is no backup of Caydrive/);
  await expect(checkBackup({ file: folder })).rejects.toThrow(/EISDIR/);
  await expect(checkBackup({ file: join(folder, "nowhere") })).rejects.toThrow(/ENOENT/);
});

test("refuses backups that this version cannot use", async () => {
  const newer = { name: "9999_later.sql", checksum: "0" };
  for (const [change, sentence] of [
    [
      (manifest) => ({ ...manifest, product: "Otherdrive" }),
      "it is a backup of Otherdrive, not of Caydrive",
    ],
    [() => ({ files: 3 }), "it is a backup of something else"],
    [(manifest) => ({ ...manifest, format: 2 }), "it was made by a newer version of this program"],
    [(manifest) => ({ ...manifest, tables: "all" }), "its manifest can't be read (tables)"],
    [
      (manifest) => ({ ...manifest, migrations: [...manifest.migrations, newer] }),
      "its data were written by a newer version of this program (9999_later.sql)",
    ],
    [
      (manifest) => ({
        ...manifest,
        migrations: manifest.migrations.with(3, { ...manifest.migrations[3]!, checksum: "0" }),
      }),
      "its migration 0004_search_indexes.sql is not the one of this program",
    ],
    [
      (manifest) => ({
        ...manifest,
        tables: manifest.tables.map((table) => ({ ...table, rows: table.rows + 1 })),
      }),
      "it holds",
    ],
  ] satisfies [(manifest: Manifest) => object, string][])
    expect(await judged(await withManifest(change))).toContain(sentence);
});

test("refuses entries that we would never write", async () => {
  for (const name of [
    "files/photos/../../keys/encryption.x",
    "files/keys/signing.json",
    "files/photos//etc/passwd.x",
    "etc/passwd",
  ])
    expect(await judged(await made([...entries, { name, body: Buffer.from("x") }])), name).toMatch(
      /can't be in it/,
    );
});

test("leaves nothing behind when it fails or is aborted", async () => {
  const place = await emptyPlace();
  const before = readdirSync(folder);
  const file = join(folder, "never.tar");
  await expect(backup({ ...place, file, isForced: false })).rejects.toThrow(
    "There are no data in this database yet",
  );
  await expect(
    writeArchive(file, false, async (add) => {
      for (const entry of entries) await add(entry);
      throw new Error("the network is gone");
    }),
  ).rejects.toThrow("the network is gone");
  await removePlace(place);
  expect(readdirSync(folder)).toEqual(before);
});
