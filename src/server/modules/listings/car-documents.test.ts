// Car documents through the API: stored encrypted, readable by their host and admins only,
// replaced, removed, and refused.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  documentPath,
  fetchDocument,
  pdf,
  picture,
  sendDocument,
} from "../../../../test/documents.ts";
import { makeListing, makePerson, type Person } from "../../../../test/factories.ts";
import { onSeveralNodes, startTestApp, type TestApp } from "../../../../test/harness.ts";
import { phoneHeic, phonePhoto, pngThatClaims, scene } from "../../../../test/photos.ts";
import { startS3, type TestS3 } from "../../../../test/s3.ts";
import { MAX_DOCUMENT_BYTES } from "../../../domain/listing/car-documents.ts";
import { fixedClock } from "../../platform/clock.ts";
import type { SealingKeys } from "../../platform/keys/sealing.ts";
import { readBuffer } from "../../platform/storage/object-store.ts";
import { careForDocuments as careForFiles } from "./car-documents/car-documents.jobs.ts";
import { toDocuments } from "./listings.service.ts";

/** Every file in the store, by name. */
async function files(app: TestApp): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for await (const { name } of app.ctx.documents.list())
    found.set(name, await readBuffer((await app.ctx.documents.read(name))!));
  return found;
}
const audit = (app: TestApp, carId: string) =>
  app.ctx.db
    .selectFrom("audit_events")
    .select(["action", "actor_kind", "actor_id", "after"])
    .where("subject_id", "=", carId)
    .orderBy("id")
    .execute();

describe.each(["folder", "s3"])("on a %s", (kind) => {
  let s3: TestS3;
  let app: TestApp;
  let host: Person;
  let admin: Person;
  beforeAll(async () => {
    s3 = await startS3();
    app = await startTestApp({
      config: { unlimited: true, ...(kind === "s3" ? { s3: s3.settings } : {}) },
    });
    host = await makePerson(app, { roles: ["renter", "host"] });
    admin = await makePerson(app, { roles: ["renter", "admin"] });
  });
  afterAll(async () => {
    await app.close();
    await s3.close();
  });

  test("stores a PDF encrypted and byte for byte, and returns it to its host", async () => {
    const carId = await makeListing(app, host);
    // The content decides the type.
    const { status, body } = await sendDocument(app, host, { carId, type: "image/png" });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        kind: "insurance",
        type: "application/pdf",
        bytes: pdf().length,
        expires_on: "2027-06-30",
      },
    });
    const sealed = (await files(app)).get(`${body.id}.sealed`);
    expect(sealed).toHaveLength(pdf().length + 37);
    for (const part of ["%PDF", "Policy 4711", "Rolle", host.id])
      expect(sealed?.includes(part), part).toBe(false);
    const { headers, file } = await fetchDocument(app, host, carId, "insurance");
    expect(file.equals(pdf())).toBe(true);
    expect(headers.get("content-type")).toBe("application/pdf");
    expect(headers.get("content-disposition")).toMatch(
      /^attachment; filename="insurance-[0-9a-f]{8}\.pdf"$/,
    );
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-security-policy")).toContain("sandbox");
  });

  test("does not open a file that was changed or swapped for another document's", async () => {
    const carId = await makeListing(app, host);
    const one = (await sendDocument(app, host, { carId })).body.id;
    const two = (await sendDocument(app, host, { carId, kind: "inspection", file: pdf("another") }))
      .body.id;
    const sealed = await files(app);
    await app.ctx.documents.put(
      `${one}.sealed`,
      sealed.get(`${two}.sealed`)!,
      "application/octet-stream",
    );
    expect((await fetchDocument(app, host, carId, "insurance")).status).toBe(500);
    expect((await fetchDocument(app, host, carId, "inspection")).status).toBe(200);
  });

  test("re-encodes a picture, upright and without location data", async () => {
    const carId = await makeListing(app, host);
    const sent = await sendDocument(app, host, {
      carId,
      kind: "self_drive_plate",
      expiresOn: null,
      file: await phonePhoto(3000, 4000),
    });
    expect(sent.body).toMatchObject({ type: "image/jpeg", expires_on: null });
    const { headers, file } = await fetchDocument(app, host, carId, "self_drive_plate");
    expect(headers.get("content-type")).toBe("image/jpeg");
    expect(headers.get("content-disposition")).toMatch(/^inline/);
    expect(await sharp(file).metadata()).toMatchObject({
      format: "jpeg",
      width: 1800,
      height: 2400,
    });
    expect((await sharp(file).metadata()).exif).toBeUndefined();
  });

  test("replaces an older document and deletes its file, and deletes a removed one", async () => {
    const carId = await makeListing(app, host, { is_approved: false });
    const first = (await sendDocument(app, host, { carId })).body;
    const second = (
      await sendDocument(app, host, { carId, expiresOn: "2027-12-31", file: await picture() })
    ).body;
    expect(second.id).not.toBe(first.id);
    const names = [...(await files(app)).keys()];
    expect(names).not.toContain(`${first.id}.sealed`);
    expect(names).toContain(`${second.id}.sealed`);
    const { body: listing } = await app.call("GET", `/api/host/listings/${carId}`, {
      as: host.token,
    });
    expect(listing.documents).toEqual([second]);
    expect((await toDocuments(app.ctx, [carId])).get(carId)).toEqual([second]);
    const removed = await app.call("DELETE", documentPath(carId, "insurance"), { as: host.token });
    expect(removed.body).toEqual({ deleted: true });
    expect([...(await files(app)).keys()]).not.toContain(`${second.id}.sealed`);
    expect((await fetchDocument(app, host, carId, "insurance")).status).toBe(404);
    const again = await app.call("DELETE", documentPath(carId, "insurance"), { as: host.token });
    expect(again.body).toMatchObject({ code: "PGRST116", details: { what: "document" } });
    expect((await audit(app, carId)).map((row) => row.action)).toEqual([
      "listing.document_store",
      "listing.document_store",
      "listing.document_remove",
    ]);
  });

  test("records each view by an admin, hides the document from other hosts, and refuses renters", async () => {
    const carId = await makeListing(app, host);
    const { id } = (await sendDocument(app, host, { carId })).body;
    const other = await makePerson(app, { roles: ["renter", "host"] });
    const renter = await makePerson(app);
    for (const [who, status] of [
      [other, 404],
      [renter, 403],
      [undefined, 401],
      [host, 200],
      [admin, 200],
      [admin, 200],
    ] as const) {
      expect((await fetchDocument(app, who, carId, "insurance")).status).toBe(status);
      if (who === admin || who === host) continue;
      expect((await sendDocument(app, who, { carId })).status).toBe(status);
      const removal = await app.call("DELETE", documentPath(carId, "insurance"), {
        as: who?.token,
      });
      expect(removal.status).toBe(status);
    }
    // Admins may view a host's documents, but not change them.
    expect((await sendDocument(app, admin, { carId })).status).toBe(404);
    const looks = (await audit(app, carId)).filter((row) => row.action === "listing.document_view");
    const look = {
      actor_kind: "admin",
      actor_id: admin.id,
      after: { document_id: id, kind: "insurance" },
    };
    expect(looks).toMatchObject([look, look]);
    expect((await app.call("GET", `/api/listings/${carId}`)).body).not.toHaveProperty("documents");
  });

  test("deletes the documents of a deleted listing, and orphaned files a day later", async () => {
    const carId = await makeListing(app, host);
    const { id } = (await sendDocument(app, host, { carId })).body;
    const stored = (await sendDocument(app, host, { carId: await makeListing(app, host) })).body.id;
    expect(
      (await app.call("DELETE", `/api/host/listings/${carId}`, { as: host.token })).status,
    ).toBe(200);
    expect([...(await files(app)).keys()]).not.toContain(`${id}.sealed`);
    await app.ctx.documents.put(
      `${id}.sealed`,
      Buffer.from("left behind"),
      "application/octet-stream",
    );
    await app.ctx.documents.put(
      "something.else",
      Buffer.from("left behind"),
      "application/octet-stream",
    );
    await careForFiles(app.ctx);
    // Its upload may be in progress.
    expect([...(await files(app)).keys()]).toContain(`${id}.sealed`);
    // File times come from the machine's clock.
    await careForFiles({ ...app.ctx, clock: fixedClock(new Date(Date.now() + 25 * 3_600_000)) });
    const names = [...(await files(app)).keys()];
    expect(names).not.toContain(`${id}.sealed`);
    expect(names).not.toContain("something.else");
    expect(names).toContain(`${stored}.sealed`);
  });

  test.skipIf(onSeveralNodes)(
    "re-encrypts everything after a key rotation, and still opens it",
    async () => {
      const carId = await makeListing(app, host);
      const { id } = (await sendDocument(app, host, { carId })).body;
      const young = { id: "00112233aabbccdd", key: randomBytes(32) };
      const { all } = app.ctx.keys.sealing;
      const sealing: SealingKeys = { current: young, all: new Map([[young.id, young], ...all]) };
      await careForFiles({ ...app.ctx, keys: { ...app.ctx.keys, sealing } });
      // Files that an earlier test damaged do not block the rotation.
      expect((await files(app)).get(`${id}.sealed`)?.toString("hex", 1, 9)).toBe(young.id);
      const rows = await app.ctx.db.selectFrom("car_documents").select(["id", "key_id"]).execute();
      expect(rows.find((row) => row.id === id)).toEqual({ id, key_id: young.id });
      // This instance has no such key.
      expect((await fetchDocument(app, host, carId, "insurance")).status).toBe(500);
      const { keys } = app.ctx;
      const before = keys.sealing;
      keys.sealing = sealing;
      expect((await fetchDocument(app, host, carId, "insurance")).file.equals(pdf())).toBe(true);
      keys.sealing = before;
      // Restores the old key for the tests that run in parallel.
      await careForFiles({
        ...app.ctx,
        keys: { ...keys, sealing: { ...before, all: sealing.all } },
      });
    },
  );
});

describe("a refused document leaves nothing behind", () => {
  let app: TestApp;
  let host: Person;
  let carId: string;
  beforeAll(async () => {
    app = await startTestApp({ config: { unlimited: true } });
    host = await makePerson(app, { roles: ["renter", "host"] });
    carId = await makeListing(app, host);
  });
  afterAll(() => app.close());

  async function expectNothing(): Promise<void> {
    const rows = await app.ctx.db.selectFrom("car_documents").select("id").execute();
    const incoming = readdirSync(join(app.ctx.config.dataDir, "incoming-documents"));
    expect({ rows, incoming, files: [...(await files(app)).keys()] }).toEqual({
      rows: [],
      incoming: [],
      files: [],
    });
  }

  test.each<[string, number, string, () => Buffer | Promise<Buffer>]>([
    ["document_broken", 422, "nothing", () => Buffer.alloc(0)],
    ["document_type_refused", 422, "text", () => Buffer.from("This is an insurance.\n".repeat(50))],
    [
      "document_type_refused",
      422,
      "a web page",
      () => Buffer.from("<!doctype html><script>alert(1)</script>"),
    ],
    [
      "document_type_refused",
      422,
      "a web page before a PDF",
      () => Buffer.concat([Buffer.from("<script/>"), pdf()]),
    ],
    [
      "document_type_refused",
      422,
      "SVG",
      () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"/>`),
    ],
    ["document_type_refused", 422, "GIF", () => scene(40, 30).gif().toBuffer()],
    [
      "document_type_refused",
      422,
      "a Word file",
      () => Buffer.from("PK\u0003\u0004word/document.xml"),
    ],
    ["document_broken", 422, "half a PDF", () => pdf().subarray(0, pdf().length / 2)],
    ["document_broken", 422, "a PDF without its end", () => pdf().subarray(0, -10)],
    ["document_broken", 422, "half a JPEG", async () => (await picture()).subarray(0, 900)],
    ["document_broken", 422, "a HEIC without its last bytes", () => phoneHeic().subarray(0, -40)],
    ["photo_too_many_pixels", 422, "a PNG of 30,000 x 30,000", () => pngThatClaims(30_000, 30_000)],
    ["photo_too_narrow", 422, "a PNG of 1 x 50,000,000", () => pngThatClaims(1, 50_000_000)],
    ["document_too_large", 413, "more than 10 MB", () => Buffer.alloc(MAX_DOCUMENT_BYTES + 1)],
  ])("%s: %s %s", async (code, status, _what, make) => {
    const answer = await sendDocument(app, host, { carId, file: await make() });
    expect(answer).toMatchObject({
      status,
      body: { code, title: expect.stringMatching(/^[A-Z].*\.$/) },
    });
    await expectNothing();
  });

  test.each<["insurance" | "inspection" | "self_drive_plate", string | null, string]>([
    ["insurance", null, "Enter the last day on which the document is valid."],
    ["inspection", null, "Enter the last day on which the document is valid."],
    ["insurance", "2026-11-20", "This document has already expired. Upload the renewed one."],
    ["self_drive_plate", "2026-02-30", "Expiry date must be a day that exists."],
    ["insurance", "tomorrow", "Expiry date must be a date like 2026-12-05."],
    ["insurance", "2206-11-21", "Enter a date no later than Nov 28, 2036."],
  ])("%s until %s %s", async (kind, expiresOn, message) => {
    const { status, body } = await sendDocument(app, host, { carId, kind, expiresOn });
    expect({ status, errors: body.errors?.slice(0, 1) }).toEqual({
      status: 400,
      errors: [{ field: "query.expires_on", message }],
    });
    await expectNothing();
  });

  test("refuses an unknown kind, and reports a store that does not answer", async () => {
    const path = documentPath(carId, "insurance").replace("insurance", "passport");
    expect((await app.call("PUT", path, { as: host.token })).body.code).toBe("invalid_request");
    const nowhere = { endpoint: "http://127.0.0.1:1", region: "us-east-1", bucket: "none" };
    const cut = await startTestApp({
      config: { s3: { ...nowhere, accessKeyId: "x", secretAccessKey: "x" } },
    });
    try {
      const person = await makePerson(cut, { roles: ["host"] });
      const sent = await sendDocument(cut, person, { carId: await makeListing(cut, person) });
      expect(sent).toMatchObject({ status: 502, body: { code: "document_store_failed" } });
      expect(await cut.ctx.db.selectFrom("car_documents").select("id").execute()).toEqual([]);
    } finally {
      await cut.close();
    }
  });

  test("accepts exactly 10 MB and HEIC", async () => {
    const padded = Buffer.concat([
      pdf().subarray(0, 9),
      Buffer.alloc(MAX_DOCUMENT_BYTES - pdf().length),
      pdf().subarray(9),
    ]);
    expect((await sendDocument(app, host, { carId, file: padded })).body).toMatchObject({
      bytes: MAX_DOCUMENT_BYTES,
    });
    expect(
      (await sendDocument(app, host, { carId, kind: "inspection", file: phoneHeic() })).status,
    ).toBe(200);
    await app.ctx.db
      .updateTable("car_listings")
      .set({ is_approved: false })
      .where("id", "=", carId)
      .execute();
    for (const kind of ["insurance", "inspection"] as const)
      await app.call("DELETE", documentPath(carId, kind), { as: host.token });
    await expectNothing();
  });
});
