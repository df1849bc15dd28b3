// The errors of /storage/v1: the client's format, a stable code and a sentence.
import { StorageClient } from "@supabase/storage-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePerson, type Person } from "../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import { photoName, scene } from "../../../../test/photos.ts";

let app: TestApp;
let host: Person;
beforeAll(async () => {
  app = await startTestApp();
  host = await makePerson(app, { roles: ["renter", "host"] });
});
afterAll(() => app.close());

test.each<[string, string, unknown, string]>([
  ["POST", "list/car-images", { limit: 100_000 }, "invalid_request"],
  ["POST", "list/car-images", { sortBy: { column: "owner_id" } }, "invalid_request"],
  ["POST", "list/car-images", { prefix: "a\u0000" }, "invalid_request"],
  ["POST", "list/car-images", { search: "\u0000" }, "invalid_request"],
  ["POST", "list/car-images", "{", "malformed_json"],
  ["DELETE", "car-images", { prefixes: "all" }, "invalid_request"],
  ["DELETE", "car-images", { prefixes: ["\u0000"] }, "invalid_request"],
  ["DELETE", "car-images", {}, "invalid_request"],
])("%s %s with %j is refused in the client's format", async (method, path, body, code) => {
  const answer = await app.call(method, `/storage/v1/object/${path}`, { as: host.token, body });
  expect(answer.body).toEqual({
    statusCode: String(answer.status),
    error: code,
    code,
    message: expect.any(String),
  });
});

test("unsupported calls fail with a status code and a sentence", async () => {
  const client = new StorageClient(`${app.url}/storage/v1`, {
    authorization: `Bearer ${host.token}`,
  });
  const bucket = client.from("car-images");
  const [key, photo] = [photoName(), await scene(40, 30).jpeg().toBuffer()];
  const calls = [
    () => client.listBuckets(),
    () => client.from("documents").upload(key, photo, { contentType: "image/jpeg" }),
    () => client.from("documents").list(),
    () => bucket.createSignedUrl(key, 60),
    () => bucket.download(key),
    () => bucket.info(key),
  ];
  for (const call of calls) {
    const { error } = await call();
    expect(error).toMatchObject({
      status: 404,
      statusCode: "404",
      message: "There is no such endpoint.",
    });
  }
});

test("a missing public photo is refused in the client's format", async () => {
  const { body } = await app.call("GET", `/storage/v1/object/public/car-images/${photoName()}`);
  expect(body).toEqual({
    statusCode: "404",
    error: "PGRST116",
    code: "PGRST116",
    message: "There is no such row.",
  });
});

test("an oversized list of names is refused in the client's format", async () => {
  const body = { prefixes: ["x".repeat(1_100_000)] };
  const answer = await app.call("DELETE", "/storage/v1/object/car-images", {
    as: host.token,
    body,
  });
  expect(answer).toMatchObject({
    status: 413,
    body: { statusCode: "413", code: "payload_too_large" },
  });
});

test.each([
  "other/car-1.webp",
  "",
  "demo",
  "../480.webp",
  "%2e%2e",
  "..%2f..%2fetc%2fpasswd",
  "demo%2f..%2f..",
  ".hidden",
  "a%00b",
  "a%5c..%5cb",
])("the public finds no photo under %j", async (key) => {
  const { status, headers } = await app.call(
    "GET",
    `/storage/v1/object/public/car-images/${key}?width=480`,
  );
  expect([status, headers.get("cache-control")]).toEqual([404, "no-store"]);
});

test("unknown sizes are refused", async () => {
  for (const query of [
    "width=481",
    "width=1536",
    "width=",
    "width=480&width=480",
    "format=jpeg",
    "format=__proto__",
  ])
    expect(
      (await app.call("GET", `/storage/v1/object/public/car-images/${photoName()}?${query}`))
        .status,
    ).toBe(400);
});

test("the progress query covers only the user's own photos, and a limited number", async () => {
  const ask = (keys: string) => app.call("GET", `/api/photos?keys=${keys}`, { as: host.token });
  expect((await ask(photoName())).body).toEqual({ photos: [] });
  expect((await ask("")).body).toEqual({ photos: [] });
  expect((await ask("x,".repeat(101))).status).toBe(400);
  expect((await ask("%00")).status).toBe(400);
  expect((await app.call("GET", "/api/photos", { as: host.token })).status).toBe(400);
});
