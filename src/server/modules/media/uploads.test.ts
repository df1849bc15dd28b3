// Refused uploads: a code and a sentence, and no rows or files are left behind.
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StorageClient } from "@supabase/storage-js";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { makePerson, type Person } from "../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import {
  BLUE,
  jpegThatClaims,
  phoneHeic,
  photoName,
  pngThatClaims,
  scene,
  upload,
  webpThatClaims,
} from "../../../../test/photos.ts";
import { MAX_PHOTO_BYTES } from "../../../domain/listing/photo.ts";
import { openIncoming } from "../../platform/http/receive-file.ts";

let app: TestApp;
let host: Person;
let other: Person;
beforeAll(async () => {
  app = await startTestApp();
  host = await makePerson(app, { roles: ["renter", "host"] });
  other = await makePerson(app, { roles: ["renter", "host"] });
});
afterAll(() => app.close());

const incoming = (): string[] => readdirSync(join(app.ctx.config.dataDir, "incoming"));
async function expectNothing(): Promise<void> {
  const files: string[] = [];
  for await (const { name } of app.ctx.objects.list()) files.push(name);
  const rows = await app.ctx.db.selectFrom("photos").select("key").execute();
  expect({ files, rows, incoming: incoming() }).toEqual({ files: [], rows: [], incoming: [] });
}

const half = (file: Buffer): Buffer => file.subarray(0, file.length / 2);
const busy = () =>
  scene(400, 300).composite([
    {
      input: {
        create: {
          width: 400,
          height: 300,
          channels: 3,
          background: BLUE,
          noise: { type: "gaussian", mean: 128, sigma: 60 },
        },
      },
    },
  ]);

describe("by content", () => {
  afterEach(expectNothing);

  test.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ["photo_broken", "nothing", () => Buffer.alloc(0)],
    ["photo_type_refused", "text", () => Buffer.from("This is a car.\n".repeat(100))],
    [
      "photo_type_refused",
      "a web page",
      () => Buffer.from("<!doctype html><script>alert(1)</script>"),
    ],
    [
      "photo_type_refused",
      "SVG",
      () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`),
    ],
    ["photo_type_refused", "GIF", () => scene(40, 30).gif().toBuffer()],
    ["photo_type_refused", "TIFF", () => scene(40, 30).tiff().toBuffer()],
    ["photo_type_refused", "AVIF", () => scene(40, 30).avif().toBuffer()],
    ["photo_type_refused", "PDF", () => Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n")],
    ["photo_type_refused", "raw zeros", () => Buffer.alloc(100_000)],
    [
      "photo_broken",
      "the first bytes of a JPEG",
      async () => (await busy().jpeg().toBuffer()).subarray(0, 12),
    ],
    ["photo_broken", "half a JPEG", async () => half(await busy().jpeg().toBuffer())],
    [
      "photo_broken",
      "half a progressive JPEG",
      async () => half(await busy().jpeg({ progressive: true }).toBuffer()),
    ],
    ["photo_broken", "half a PNG", async () => half(await busy().png().toBuffer())],
    ["photo_broken", "half a WebP", async () => half(await busy().webp().toBuffer())],
    ["photo_broken", "a HEIC without its last bytes", () => phoneHeic().subarray(0, -40)],
    ["photo_broken", "a PNG that claims more than it has", () => pngThatClaims(2000, 2000)],
    [
      "photo_broken",
      "a PNG that claims the largest possible size",
      () => pngThatClaims(2 ** 31 - 1, 2 ** 31 - 1),
    ],
    ["photo_too_many_pixels", "a PNG with one row too many", () => pngThatClaims(8000, 6251)],
    // None of these has the pixels that it claims, so decoding it would end in photo_broken.
    ["photo_too_narrow", "a PNG of 1 x 50,000,000", () => pngThatClaims(1, 50_000_000)],
    ["photo_too_narrow", "a JPEG of 1 x 65,500", () => jpegThatClaims(1, 65_500)],
    ["photo_too_narrow", "a WebP of 16,383 x 1", () => webpThatClaims(16_383, 1)],
  ])("%s: %s", async (code, _what, make) => {
    const { status, body } = await upload(app, host, photoName(), await make());
    expect(body).toEqual({
      statusCode: "422",
      error: code,
      code,
      message: expect.stringMatching(/^[A-Z].*\.$/),
    });
    expect(status).toBe(422);
  });
});

test("exactly 50 megapixels and 15 MB are accepted", async () => {
  const jpeg = await scene(8000, 6250).jpeg().toBuffer();
  const padded = Buffer.concat([jpeg, Buffer.alloc(MAX_PHOTO_BYTES - jpeg.length)]);
  const key = photoName();
  expect((await upload(app, host, key, padded)).status).toBe(200);
  await eventually(async () => {
    const { body } = await app.call("GET", `/api/photos?keys=${key}`, { as: host.token });
    expect(body.photos).toMatchObject([{ state: "ready", width: 1600, height: 1250 }]);
  });
  await app.call("DELETE", "/storage/v1/object/car-images", {
    as: host.token,
    body: { prefixes: [key] },
  });
  await expectNothing();
});

describe("by size and completeness", () => {
  afterEach(() => eventually(expectNothing));
  const tooLarge = {
    statusCode: "413",
    code: "photo_too_large",
    message: "A photo may have 15 MB at most.",
  };

  test("refuses more than 15 MB, with or without a declared length or a form", async () => {
    const file = new Uint8Array(MAX_PHOTO_BYTES + 1);
    expect((await upload(app, host, photoName(), Buffer.from(file))).body).toMatchObject(tooLarge);
    const unannounced = await fetch(`${app.url}/storage/v1/object/car-images/${photoName()}`, {
      method: "POST",
      headers: { authorization: `Bearer ${host.token}` },
      body: new Blob([file]).stream(),
      duplex: "half",
    } as RequestInit);
    expect(await unannounced.json()).toMatchObject(tooLarge);
    const client = new StorageClient(`${app.url}/storage/v1`, {
      authorization: `Bearer ${host.token}`,
    });
    for (const bytes of [MAX_PHOTO_BYTES + 1, MAX_PHOTO_BYTES * 2]) {
      const { error } = await client
        .from("car-images")
        .upload(photoName(), new Blob([new Uint8Array(bytes)]));
      expect(error).toMatchObject({ status: 413, code: "photo_too_large" });
    }
  });

  test.each(["image/jpeg", "multipart/form-data; boundary=x"])(
    "refuses an upload of type %s that stops halfway",
    async (type) => {
      const { hostname, port } = new URL(app.url);
      const socket = connect(Number(port), hostname);
      await once(socket, "connect");
      const photo = await scene(400, 300).jpeg().toBuffer();
      socket.write(
        `POST /storage/v1/object/car-images/${photoName()} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n` +
          `Authorization: Bearer ${host.token}\r\nContent-Type: ${type}\r\nContent-Length: 100000\r\n\r\n`,
      );
      if (type !== "image/jpeg")
        socket.write(`--x\r\nContent-Disposition: form-data; name=""; filename="a.jpg"\r\n\r\n`);
      socket.write(photo);
      await eventually(() => expect(incoming()).toHaveLength(1));
      socket.destroy();
    },
  );

  test("refuses a form without a file, with an unfinished file, or that is not a form", async () => {
    const send = (body: string, boundary: string) =>
      upload(app, host, photoName(), Buffer.from(body), {
        "content-type": `multipart/form-data; boundary=${boundary}`,
      });
    const field = `--x\r\nContent-Disposition: form-data; name="cacheControl"\r\n\r\n3600\r\n--x--\r\n`;
    expect((await send(field, "x")).body.code).toBe("photo_broken");
    const endless = `--x\r\nContent-Disposition: form-data; name=""; filename="a.jpg"\r\n\r\nabc`;
    expect((await send(endless, "x")).body.code).toBe("photo_broken");
    expect((await send("nonsense", "y")).body.code).toBe("photo_broken");
    expect((await send("", "")).body.code).toBe("photo_broken");
  });
});

describe("by sender and name", () => {
  afterEach(expectNothing);
  const photo = (): Promise<Buffer> => scene(40, 30).jpeg().toBuffer();

  test("refuses renters, strangers and suspended hosts", async () => {
    const renter = await makePerson(app);
    expect(await upload(app, renter, photoName(), await photo())).toMatchObject({
      status: 403,
      body: { code: "forbidden" },
    });
    const stranger = await upload(app, undefined, photoName(), await photo());
    expect(stranger).toMatchObject({
      status: 401,
      body: { code: "unauthenticated", message: "Sign in first." },
    });
    const suspended = await makePerson(app, { roles: ["host"] });
    const at = app.clock.now().toISOString();
    await app.ctx.db
      .updateTable("accounts")
      .set({ suspended_at: at })
      .where("id", "=", suspended.id)
      .execute();
    expect((await upload(app, suspended, photoName(), await photo())).body.code).toBe(
      "account_suspended",
    );
  });

  test("refuses names that are not random, are in another user's folder, or leave the folder", async () => {
    const id = photoName();
    for (const name of [
      "car.jpg",
      `x/${id}`,
      `${other.id}/${id}`,
      `${id}.html`,
      `..%2f${id}`,
      `%2e%2e%5c${id}`,
      `${id}%00`,
    ])
      expect((await upload(app, host, name, await photo())).body, name).toMatchObject({
        code: "photo_name_refused",
      });
  });

  test("returns the retry time to an account over its rate limit", async () => {
    const eager = await makePerson(app, { roles: ["host"] });
    const resets_at = new Date(app.clock.now().getTime() + 600_000).toISOString();
    await app.ctx.db
      .insertInto("rate_limits")
      .values({ key: `photo-upload:${eager.id}`, hits: 500, resets_at })
      .execute();
    const response = await fetch(`${app.url}/storage/v1/object/car-images/${photoName()}`, {
      method: "POST",
      headers: { authorization: `Bearer ${eager.token}` },
      body: new Uint8Array(await photo()),
    });
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "600"]);
    expect(await response.json()).toMatchObject({ statusCode: "429", code: "rate_limited" });
  });
});

test("reports a bucket that does not answer, and leaves no row", async () => {
  const keys = { accessKeyId: "x", secretAccessKey: "x" };
  const s3 = { endpoint: "http://127.0.0.1:1", region: "us-east-1", bucket: "none", ...keys };
  const cut = await startTestApp({ config: { s3 } });
  try {
    const person = await makePerson(cut, { roles: ["host"] });
    const { status, body } = await upload(
      cut,
      person,
      photoName(),
      await scene(40, 30).jpeg().toBuffer(),
    );
    expect([status, body.code]).toEqual([502, "photo_store_failed"]);
    expect(await cut.ctx.db.selectFrom("photos").select("id").execute()).toEqual([]);
  } finally {
    await cut.close();
  }
});

test("removes files left by a crash after an hour, and keeps those that another process is receiving", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "caydrive-incoming-"));
  const folder = await openIncoming(dataDir, "incoming");
  for (const name of ["left", "coming"]) writeFileSync(join(folder, name), "half a photo");
  const before = new Date(Date.now() - 2 * 3_600_000);
  utimesSync(join(folder, "left"), before, before);
  await openIncoming(dataDir, "incoming");
  expect(readdirSync(folder)).toEqual(["coming"]);
  rmSync(dataDir, { recursive: true });
});
