// Photos from upload to removal, through the unmodified storage-js client, on a folder and on a
// real S3 server.
import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { StorageClient } from "@supabase/storage-js";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { makeListing, makePerson, type Person } from "../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import {
  BLUE,
  colours,
  phoneHeic,
  phonePhoto,
  photoName,
  RED,
  scene,
} from "../../../../test/photos.ts";
import { startS3, type TestS3 } from "../../../../test/s3.ts";
import { photoUrl, type PhotoState } from "../../../domain/listing/photo.ts";
import { removeOrphans } from "./media.jobs.ts";
import { PHOTO_SIZES_JOB } from "./photo-files.ts";

const HOUR_MS = 3_600_000;

describe.each(["folder", "s3"])("on a %s", (kind) => {
  let app: TestApp;
  let s3: TestS3 | undefined;
  let host: Person;
  let other: Person;
  let admin: Person;

  beforeAll(async () => {
    if (kind === "s3") s3 = await startS3();
    app = await startTestApp({ now: new Date().toISOString(), config: { s3: s3?.settings } });
    host = await makePerson(app, { roles: ["renter", "host"] });
    other = await makePerson(app, { roles: ["renter", "host"] });
    admin = await makePerson(app, { roles: ["renter", "admin"] });
  });
  afterAll(async () => {
    await app.close();
    await s3?.close();
  });

  const bucket = (person: Person) =>
    new StorageClient(`${app.url}/storage/v1`, { authorization: `Bearer ${person.token}` }).from(
      "car-images",
    );
  const send = async (person: Person, key: string, file: Buffer): Promise<string> => {
    const { data, error } = await bucket(person).upload(key, new Blob([new Uint8Array(file)]));
    expect(error).toBeNull();
    return data?.id ?? "";
  };
  const get = (key: string, query = "", headers: Record<string, string> = {}) =>
    fetch(app.url + photoUrl(key) + query, { headers });
  const picture = async (key: string, query: string, headers?: Record<string, string>) => {
    const response = await get(key, query, headers);
    expect(response.status).toBe(200);
    const image = Buffer.from(await response.arrayBuffer());
    return { response, image, is: await sharp(image).metadata() };
  };
  const readState = async (person: Person, key: string): Promise<PhotoState | undefined> =>
    (await app.call("GET", `/api/photos?keys=${key}`, { as: person.token })).body.photos[0]?.state;
  const becomesReady = (person: Person, key: string) =>
    eventually(async () => expect(await readState(person, key)).toBe("ready"));
  const files = async (id: string): Promise<string[]> => {
    const names: string[] = [];
    for await (const { name } of app.ctx.objects.list())
      if (name.startsWith(id)) names.push(name.slice(id.length + 1));
    return names.toSorted();
  };

  test("rotates and strips a phone's photo, makes six sizes, serves them as immutable, and does not store the original", async () => {
    const key = photoName();
    const original = await phonePhoto(1500, 2000);
    expect((await sharp(original).metadata()).exif?.includes("Caydrive phone")).toBe(true);
    const { data } = await bucket(host).upload(key, new Blob([new Uint8Array(original)]));
    expect(data).toEqual({
      path: key,
      fullPath: `car-images/${key}`,
      id: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    const id = data?.id ?? "";
    await becomesReady(host, key);

    for (const format of ["webp", "avif"])
      for (const width of [480, 960, 1600]) {
        const { response, is, image } = await picture(key, `?width=${width}&format=${format}`);
        expect(response.headers.get("content-type")).toBe(`image/${format}`);
        expect(response.headers.get("x-content-type-options")).toBe("nosniff");
        expect(response.headers.get("content-length")).toBe(String(image.length));
        expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
        // The master's longer side is limited to 1600 pixels, so it is only 1200 wide.
        const across = Math.min(width, 1200);
        expect([is.format, is.width, is.height]).toEqual([
          format === "avif" ? "heif" : "webp",
          across,
          (across / 3) * 4,
        ]);
        expect([is.exif, is.orientation, is.xmp, is.iptc]).toEqual([
          undefined,
          undefined,
          undefined,
          undefined,
        ]);
        expect(await colours(image)).toEqual([RED, BLUE]);
      }
    const plain = await picture(key, "");
    expect([plain.is.format, plain.is.width]).toEqual(["webp", 960]);
    // A browser's <img> request gets the smaller format if it supports it, and Vary keeps the two
    // apart in proxies.
    const modern = await picture(key, "?width=480", {
      accept: "image/avif,image/webp,image/*,*/*;q=0.8",
    });
    expect([modern.is.format, modern.is.width]).toEqual(["heif", 480]);
    for (const { response } of [plain, modern])
      expect(response.headers.get("vary")).toContain("accept");

    expect(await files(id)).toEqual(
      [
        "1600.avif",
        "1600.webp",
        "480.avif",
        "480.webp",
        "960.avif",
        "960.webp",
        "master.jpg",
      ].toSorted(),
    );
    const master = await buffer((await app.ctx.objects.read(`${id}/master.jpg`))!.body);
    const is = await sharp(master).metadata();
    expect([is.format, is.width, is.height, is.exif, is.orientation]).toEqual([
      "jpeg",
      1200,
      1600,
      undefined,
      undefined,
    ]);
  });

  test("serves the master, uncached, until the sizes are made", async () => {
    const key = photoName();
    const id = await send(host, key, await scene(200, 100).jpeg().toBuffer());
    await becomesReady(host, key);
    // Resets it to the state right after the upload.
    await app.ctx.db
      .updateTable("photos")
      .set({ state: "processing" })
      .where("id", "=", id)
      .execute();
    const { response, is } = await picture(key, "?width=480&format=avif");
    expect([response.headers.get("content-type"), is.format, is.width]).toEqual([
      "image/jpeg",
      "jpeg",
      200,
    ]);
    expect(response.headers.get("cache-control")).toBe("no-cache");
    const etag = response.headers.get("etag") ?? "";
    expect((await get(key, "?width=480&format=avif", { "if-none-match": etag })).status).toBe(304);
    await app.ctx.db.updateTable("photos").set({ state: "ready" }).where("id", "=", id).execute();
    const fresh = await get(key, "?width=480&format=avif", { "if-none-match": etag });
    expect([fresh.status, fresh.headers.get("content-type")]).toEqual([200, "image/avif"]);
    const again = await get(key, "?width=480&format=avif", {
      "if-none-match": fresh.headers.get("etag") ?? "",
    });
    expect([again.status, await again.text(), again.headers.get("cache-control")]).toEqual([
      304,
      "",
      "public, max-age=31536000, immutable",
    ]);
    const head = await fetch(app.url + photoUrl(key), { method: "HEAD" });
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(0);
  });

  test.each([
    ["PNG", () => scene(300, 400).png().toBuffer()],
    ["WebP", () => scene(300, 400).webp().toBuffer()],
    ["HEIC", async () => phoneHeic()],
    ["JPEG in CMYK", () => scene(300, 400).toColourspace("cmyk").jpeg().toBuffer()],
  ])("accepts %s, whatever its name and declared type", async (_what, make) => {
    const key = `${host.id}/${photoName("jpeg")}`;
    const { error } = await bucket(host).upload(key, await make(), {
      contentType: "application/json",
    });
    expect(error).toBeNull();
    const { image, is } = await picture(key, "");
    expect(is.height / is.width).toBeCloseTo(4 / 3);
    expect(await colours(image)).toEqual([RED, BLUE]);
  });

  test("shows transparent areas on white", async () => {
    const key = photoName("png");
    const clear = {
      create: { width: 40, height: 30, channels: 4, background: "#00000000" },
    } as const;
    await send(host, key, await sharp(clear).png().toBuffer());
    const { data } = await sharp((await picture(key, "")).image)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  test("takes a name once, and lets its owner replace the photo on request", async () => {
    const key = photoName();
    const first = await send(host, key, await scene(120, 160).jpeg().toBuffer());
    const file = await scene(320, 240).jpeg().toBuffer();
    const { error } = await bucket(host).upload(key, file);
    expect(error).toMatchObject({ status: 409, statusCode: "409", code: "photo_exists" });
    const others = await bucket(other).upload(key, file, { upsert: true });
    expect(others.error).toMatchObject({ code: "photo_exists" });
    expect((await picture(key, "")).is.height).toBe(160);
    expect((await bucket(host).upload(key, file, { upsert: true })).error).toBeNull();
    const { data } = await bucket(host).update(key, file);
    expect(data?.path).toBe(key);
    expect((await picture(key, "")).is.height).toBe(240);
    await becomesReady(host, key);
    expect(await files(first)).toEqual([]);
    expect((await bucket(host).list("", { search: key })).data).toHaveLength(1);
  });

  test("does not replace a photo that a car shows", async () => {
    const key = photoName();
    await send(host, key, await scene(120, 160).jpeg().toBuffer());
    await makeListing(app, host, { images: [photoUrl(key)] });
    const { error } = await bucket(host).upload(key, await scene(320, 240).jpeg().toBuffer(), {
      upsert: true,
    });
    expect(error).toMatchObject({ code: "photo_exists" });
    expect((await picture(key, "")).is.height).toBe(160);
  });

  test("gives a name to only one of two simultaneous uploads", async () => {
    const key = photoName();
    const file = await scene(40, 30).jpeg().toBuffer();
    const answers = await Promise.all(
      [host, other].map((person) => bucket(person).upload(key, file)),
    );
    expect(answers.map(({ error }) => error && "code" in error && error.code).toSorted()).toEqual([
      null,
      "photo_exists",
    ]);
    const ids = (
      await app.ctx.db.selectFrom("photos").select("id").where("key", "=", key).execute()
    ).map((row) => row.id);
    expect(ids).toEqual([answers.find(({ data }) => data)?.data?.id]);
  });

  test("lists a folder as storage-js requests it: hosts see their own photos, admins all", async () => {
    const person = await makePerson(app, { roles: ["host"] });
    const file = await scene(40, 30).jpeg().toBuffer();
    const keys = [photoName(), photoName(), `${person.id}/${photoName()}`].toSorted();
    for (const key of keys) {
      app.clock.advance(1000);
      await send(person, key, file);
    }
    const outer = keys.filter((key) => !key.includes("/"));
    const listed = await bucket(person).list();
    expect(listed.data?.map(({ name, id }) => [name, id === null])).toEqual(
      [...outer.map((key) => [key, false]), [person.id, true]].toSorted(),
    );
    const photo = listed.data?.find(({ name }) => name === outer[0]);
    expect(photo?.metadata).toMatchObject({ mimetype: "image/jpeg", width: 40, height: 30 });
    const inner = await bucket(person).list(person.id);
    expect(inner.data?.map(({ name }) => `${person.id}/${name}`)).toEqual(
      keys.filter((key) => key.includes("/")),
    );
    expect(
      (await bucket(person).list("", { limit: 1, offset: 1 })).data?.map(({ name }) => name),
    ).toEqual([listed.data?.[1]?.name]);
    const newest = await bucket(person).list("", {
      sortBy: { column: "created_at", order: "desc" },
      search: ".jpg",
    });
    expect(newest.data?.map(({ name }) => name)).toEqual(outer.toReversed());
    expect((await bucket(person).list("", { search: "%" })).data).toEqual([]);
    expect((await bucket(other).list(person.id)).data).toEqual([]);
    expect((await bucket(admin).list(person.id)).data).toHaveLength(1);
  });

  test("lets only owners and admins remove photos, and keeps those that a car shows", async () => {
    const keys = [photoName(), photoName(), photoName()];
    const file = await scene(40, 30).jpeg().toBuffer();
    const ids: string[] = [];
    for (const key of keys) ids.push(await send(host, key, file));
    const [shown = "", first = "", second = ""] = keys;
    const car = await makeListing(app, host, { images: [photoUrl(shown)] });
    for (const key of keys) await becomesReady(host, key);

    expect((await bucket(other).remove(keys)).data).toEqual([]);
    expect((await bucket(host).remove([shown, first, photoName()])).data).toMatchObject([
      { name: first, id: ids[1] },
    ]);
    expect((await bucket(admin).remove([shown, second])).data).toMatchObject([{ name: second }]);
    const recorded = await app.ctx.db
      .selectFrom("audit_events")
      .select(["actor_id", "action", "before"])
      .where("subject_id", "=", host.id)
      .where("action", "=", "account.photos_remove")
      .execute();
    expect(recorded).toEqual([
      { actor_id: admin.id, action: "account.photos_remove", before: { photos: [second] } },
    ]);
    expect((await get(first)).status).toBe(404);
    expect((await get(shown)).status).toBe(200);
    expect(await files(ids[1] ?? "")).toEqual([]);
    await app.ctx.db
      .updateTable("car_listings")
      .set({ images: [] })
      .where("id", "=", car)
      .execute();
    expect((await bucket(host).remove([shown])).data).toHaveLength(1);
  });

  test("removes unused photos and stray files after a day", async () => {
    const [shown, absolute, unused, fresh] = [photoName(), photoName(), photoName(), photoName()];
    const file = await scene(40, 30).jpeg().toBuffer();
    const ids = await Promise.all([shown, absolute, unused].map((key) => send(host, key, file)));
    for (const key of [shown, absolute, unused]) await becomesReady(host, key);
    await makeListing(app, host, { images: [photoUrl(shown), app.url + photoUrl(absolute)] });
    const stray = randomUUID();
    const jpeg = "image/jpeg";
    await app.ctx.objects.put(`${stray}/master.jpg`, file, jpeg);
    await app.ctx.objects.put(`${ids[0]}/master.jpg.1.part`, file, jpeg);
    await app.ctx.objects.put("readme.txt", file, "text/plain");

    await removeOrphans(app.ctx);
    expect(await readState(host, unused)).toBe("ready");
    expect(await files(stray)).toEqual(["master.jpg"]);

    app.clock.advance(25 * HOUR_MS);
    const late = await send(host, fresh, file);
    await removeOrphans(app.ctx);
    for (const key of [shown, absolute, fresh]) expect((await get(key)).status).toBe(200);
    expect((await get(unused)).status).toBe(404);
    expect(await files(ids[2] ?? "")).toEqual([]);
    expect(await files(stray)).toEqual([]);
    expect(await files(ids[0] ?? "")).toHaveLength(7);
    expect(await files(late)).toContain("master.jpg");
    expect(await files("readme.tx")).toEqual([""]);
  });

  test("marks a photo as failed when its sizes cannot be made, and keeps serving the master", async () => {
    const key = photoName();
    const id = await send(host, key, await scene(40, 30).jpeg().toBuffer());
    await becomesReady(host, key);
    // Queues the job again, with a corrupt master.
    const master = await buffer((await app.ctx.objects.read(`${id}/master.jpg`))!.body);
    await app.ctx.objects.put(`${id}/master.jpg`, Buffer.from("no picture"), "image/jpeg");
    await app.ctx.db
      .updateTable("photos")
      .set({ state: "processing" })
      .where("id", "=", id)
      .execute();
    await app.ctx.jobs.send(
      app.ctx.db,
      PHOTO_SIZES_JOB.name,
      { photo_id: id },
      PHOTO_SIZES_JOB.options,
    );
    await eventually(async () => expect(await readState(host, key)).toBe("failed"));
    await app.ctx.objects.put(`${id}/master.jpg`, master, "image/jpeg");
    const { response, is } = await picture(key, "");
    expect([is.format, response.headers.get("cache-control")]).toEqual(["jpeg", "no-cache"]);
    // An admin's retry completes what had failed for good.
    await eventually(async () =>
      expect(await app.ctx.jobs.retryFailed(app.ctx.db, { queue: PHOTO_SIZES_JOB.name })).toBe(1),
    );
    await becomesReady(host, key);
  });
});
