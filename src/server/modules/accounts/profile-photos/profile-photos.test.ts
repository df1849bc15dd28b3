// Profile photos and the profile text: stored, public, replaced, deleted; other files refused.
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../../../test/eventually.ts";
import { makeListing, makePerson, type Person } from "../../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../../test/harness.ts";
import { pngThatClaims, scene } from "../../../../../test/photos.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const send = async (
  person: Person | undefined,
  body: Uint8Array<ArrayBuffer>,
  type = "image/jpeg",
) => {
  const authorization: Record<string, string> = person
    ? { authorization: `Bearer ${person.token}` }
    : {};
  const headers = { "content-type": type, ...authorization };
  const answer = await fetch(`${app.url}/api/profile/photo`, { method: "PUT", headers, body });
  return {
    status: answer.status,
    body: (await answer.json()) as { photo_id: string; code: string },
  };
};
const jpeg = async (width: number, height: number) =>
  new Uint8Array(await scene(width, height).jpeg().toBuffer());
const show = (id: string, side: number | string) => fetch(`${app.url}/api/portraits/${id}/${side}`);

test("crops a photo to a square in two public sizes and deletes the previous files", async () => {
  const person = await makePerson(app);
  const first = (await send(person, await jpeg(900, 600))).body;
  for (const side of [96, 320]) {
    const answer = await show(first.photo_id, side);
    expect(answer.headers.get("content-type")).toBe("image/webp");
    const { width, height, exif } = await sharp(await answer.arrayBuffer()).metadata();
    expect({ width, height, exif }).toEqual({ width: side, height: side, exif: undefined });
  }
  expect((await show(first.photo_id, 97)).status).toBe(400);

  const second = (await send(person, await jpeg(40, 80))).body;
  expect(second.photo_id).not.toBe(first.photo_id);
  expect((await app.call("GET", "/api/profile", { as: person.token })).body.photo_id).toBe(
    second.photo_id,
  );
  await eventually(async () => expect((await show(first.photo_id, 96)).status).toBe(404));

  const removed = await app.call("DELETE", "/api/profile/photo", { as: person.token });
  expect(removed).toMatchObject({
    status: 200,
    body: { photo_id: null, first_name: expect.any(String) },
  });
  await eventually(async () => expect((await show(second.photo_id, 320)).status).toBe(404));
  expect(
    (await app.call("DELETE", "/api/profile/photo", { as: person.token })).body.photo_id,
  ).toBeNull();
});

test("shows the host's photo on the page of their car", async () => {
  const host = await makePerson(app, { roles: ["renter", "host"] });
  const car = await makeListing(app, host);
  const shown = async () => (await app.call("GET", `/api/listings/${car}`)).body.host_photo_id;
  expect(await shown()).toBeNull();
  const { photo_id } = (await send(host, await jpeg(90, 60))).body;
  expect(await shown()).toBe(photo_id);
});

test("shows the same part of the picture in both sizes", async () => {
  const person = await makePerson(app);
  const face = `<svg width="900" height="600"><rect width="900" height="600" fill="#c96"/><circle cx="450" cy="260" r="160"
    fill="#421"/><rect x="250" y="430" width="400" height="200" fill="#248"/></svg>`;
  const { photo_id } = (
    await send(person, new Uint8Array(await sharp(Buffer.from(face)).jpeg().toBuffer()))
  ).body;
  const pixels = async (side: number) => {
    const answer = await show(photo_id, side);
    return sharp(await answer.arrayBuffer())
      .resize(24)
      .raw()
      .toBuffer();
  };
  const [small, large] = await Promise.all([pixels(96), pixels(320)]);
  const apart =
    small.reduce((sum, value, at) => sum + Math.abs(value - (large[at] ?? 0)), 0) / small.length;
  expect(apart).toBeLessThan(4);
});

test("refuses a file that is not a photo and keeps the existing photo", async () => {
  const person = await makePerson(app);
  const { photo_id } = (await send(person, await jpeg(300, 300))).body;
  const whole = await jpeg(300, 300);
  const svg = new TextEncoder().encode(
    "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>",
  );
  expect(await send(person, svg, "image/png")).toMatchObject({
    status: 422,
    body: { code: "photo_type_refused" },
  });
  expect((await send(person, whole.slice(0, whole.length / 2))).body.code).toBe("photo_broken");
  expect((await send(person, new Uint8Array())).body.code).toBe("photo_broken");
  const strip = new Uint8Array(await pngThatClaims(1, 50_000_000));
  expect((await send(person, strip)).body.code).toBe("photo_too_narrow");
  expect((await send(person, new Uint8Array(16_000_000))).body.code).toBe("photo_too_large");
  expect((await send(undefined, whole)).status).toBe(401);
  expect((await app.call("GET", "/api/profile", { as: person.token })).body.photo_id).toBe(
    photo_id,
  );
  expect((await show(photo_id, 96)).status).toBe(200);
});

test("stores the profile text as plain text up to 1,000 characters, and can clear it", async () => {
  const person = await makePerson(app);
  const patch = (about: unknown) =>
    app.call("PATCH", "/api/profile", { as: person.token, body: { about } });
  const text = "  I drive <b>slowly</b>.\nAsk me about conch.  ";
  expect((await patch(text)).body).toMatchObject({
    about: text.trim(),
    first_name: expect.any(String),
  });
  expect((await patch("a".repeat(1001))).body.code).toBe("invalid_request");
  expect((await patch("a\u0000b")).body.code).toBe("invalid_request");
  expect((await app.call("GET", "/api/profile", { as: person.token })).body.about).toBe(
    text.trim(),
  );
  expect((await patch("   ")).body.about).toBeNull();
});
