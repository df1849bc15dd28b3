// Tests the guarantees of an object store on a folder and on a real S3 server.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startS3, type TestS3 } from "../../../../test/s3.ts";
import type { ObjectStore } from "./object-store.ts";
import { openPhotoStore } from "./open-stores.ts";
import { openS3Store } from "./s3-store.ts";

let dataDir: string;
let s3: TestS3;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.close());
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), "caydrive-objects-"))));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

async function names(store: ObjectStore): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of store.list()) found.push(name);
  return found.toSorted();
}

describe.each(["folder", "s3"])("on a %s", (kind) => {
  let store: ObjectStore;
  beforeEach(async () => {
    store = await openPhotoStore({ dataDir, s3: kind === "s3" ? s3.settings : undefined });
    await store.remove(await names(store));
  });
  const put = (name: string, body: string) => store.put(name, Buffer.from(body), "text/plain");
  const read = async (name: string): Promise<string | undefined> => {
    const found = await store.read(name);
    return found && `${found.bytes} ${await text(found.body)}`;
  };

  test("reads, replaces and removes an object", async () => {
    expect(await read("a/one.txt")).toBeUndefined();
    await put("a/one.txt", "first");
    expect(await read("a/one.txt")).toBe("5 first");
    await put("a/one.txt", "the second");
    expect(await read("a/one.txt")).toBe("10 the second");
    await store.remove(["a/one.txt", "a/never.txt"]);
    expect(await read("a/one.txt")).toBeUndefined();
    expect(await names(store)).toEqual([]);
  });

  test("finds no object under a folder or a part of a name", async () => {
    await put("a/one.txt", "first");
    for (const name of ["a", "a/one", "a/one.txt/x", "b/one.txt"])
      expect(await read(name)).toBeUndefined();
  });

  test("lists every object with its modification time", async () => {
    const before = Date.now() - 1000; // S3 counts in seconds
    await Promise.all(Array.from({ length: 20 }, (_, n) => put(`${n % 3}/${n}.txt`, String(n))));
    expect(await names(store)).toHaveLength(20);
    for await (const { modifiedAt } of store.list()) {
      expect(modifiedAt.getTime()).toBeGreaterThanOrEqual(before);
      expect(modifiedAt.getTime()).toBeLessThanOrEqual(Date.now() + 1000);
    }
    await store.remove((await names(store)).filter((name) => !name.startsWith("0/")));
    expect((await names(store)).every((name) => name.startsWith("0/"))).toBe(true);
  });
});

// S3 guarantees this itself, but the test server writes in place.
test("shows readers of a file being replaced either the old or the new one, complete", async () => {
  const store = await openPhotoStore({ dataDir, s3: undefined });
  const bodies = ["a", "b"].map((letter) => letter.repeat(300_000));
  const put = (body: string) => store.put("a/one.txt", Buffer.from(body), "text/plain");
  await put(bodies[0] ?? "");
  const writing = Promise.all(bodies.map(put));
  const read = async () => text((await store.read("a/one.txt"))!.body);
  const found = await Promise.all(Array.from({ length: 5 }, read));
  await writing;
  for (const each of found) expect(bodies.includes(each), each.slice(0, 1)).toBe(true);
});

test("neither lists nor touches other objects in the bucket", async () => {
  const others = openS3Store(s3.settings, "");
  await others.remove(await names(others));
  await others.put("invoices/1.txt", Buffer.from("mine"), "text/plain");
  const photos = await openPhotoStore({ dataDir, s3: s3.settings });
  await photos.put("a/one.txt", Buffer.from("first"), "text/plain");
  expect(await names(photos)).toEqual(["a/one.txt"]);
  expect(await names(others)).toEqual(["invoices/1.txt", "photos/a/one.txt"]);
});

test("fails when the bucket is unreachable or refuses access, instead of finding nothing", async () => {
  const strangers = await openPhotoStore({
    dataDir,
    s3: { ...s3.settings, accessKeyId: "stranger" },
  });
  await expect(strangers.read("a/one.txt")).rejects.toThrow(/access key/i);
  const nowhere = await openPhotoStore({
    dataDir,
    s3: { ...s3.settings, bucket: "no-such-bucket" },
  });
  await expect(nowhere.read("a/one.txt")).rejects.toThrow(/bucket/i);
});
