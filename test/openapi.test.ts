// Checks that the API description is complete: what is mounted is described, and the reverse.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "./harness.ts";
import { readDescription } from "./requests.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Aliases of described endpoints, which no generator should call. */
const REDIRECTS = /^GET \/api\/(openapi|bookings\/by-session\/:id)$/;
/** Car photos, their social images and the WebSocket. */
const NOT_JSON = /^GET \/(storage\/v1\/object\/public\/|og\/car\/|realtime\/v1\/websocket$)/;

test("describes every mounted route, and mounts every described one", async () => {
  const { body } = await app.call("GET", "/api/openapi.json");
  const described = Object.entries(body["paths"] as Record<string, object>).flatMap(
    ([path, methods]) =>
      Object.keys(methods).map(
        (method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`,
      ),
  );
  const mounted = app.routes
    .filter(
      (route) =>
        !route.startsWith("HEAD ") &&
        !route.startsWith("OPTIONS ") &&
        !NOT_JSON.test(route) &&
        !REDIRECTS.test(route),
    )
    .map((route) => route.replace("*", ":path"));
  expect([...new Set(mounted)].toSorted()).toEqual(described.toSorted());
});

test("gives every operation a unique id and a declared tag", async () => {
  const { body } = await app.call("GET", "/api/openapi.json");
  const operations = Object.values(
    body["paths"] as Record<string, Record<string, { operationId: string; tags: string[] }>>,
  ).flatMap((methods) => Object.values(methods));
  const ids = operations.map(({ operationId }) => operationId);
  expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(["createBookingCheckout", "listHostListings"]));
  const declared = (body["tags"] as { name: string }[]).map(({ name }) => name);
  // A socket is not an operation.
  const used = new Set([...operations.flatMap(({ tags }) => tags), "realtime"]);
  expect([...used].toSorted()).toEqual(declared.toSorted());
});

test("names the instance's address and the contact", async () => {
  const { body } = await app.call("GET", "/api/openapi.json");
  expect(body).toMatchObject({
    servers: [{ url: app.url }],
    info: { contact: { url: `${app.url}/support` }, license: { url: `${app.url}/terms` } },
  });
});

/** The syntax shared by ECMAScript without flags, Python's re, RE2, Java and PCRE. */
const PORTABLE = /^(?:[^\\]|\\(?:[dw.+*?^$|()[\]{}/\\nrt-]|x[\da-f]{2}))*$/;

test("uses patterns that every regex engine understands", async () => {
  const { body } = await app.call("GET", "/api/openapi.json");
  const patterns = new Set<string>();
  JSON.stringify(body, (key, value: unknown) => {
    if (key === "pattern" && typeof value === "string") patterns.add(value);
    return value;
  });
  expect(patterns.size).toBeGreaterThan(5);
  for (const pattern of patterns) {
    expect(pattern).toMatch(PORTABLE);
    expect(pattern).not.toMatch(/\(\?(?!:)/); // Neither lookaround nor named groups.
    expect(() => [new RegExp(pattern), new RegExp(pattern, "u")]).not.toThrow();
  }
});

test("redirects the aliases of endpoints", async () => {
  for (const [from, to] of [
    ["/api/openapi", "/api/openapi.json"],
    ["/api/bookings/by-session/cs_test_a", "/api/checkout-sessions/cs_test_a/booking"],
  ] as const) {
    const { status, headers } = await app.call("GET", from);
    expect([status, headers.get("location")]).toEqual([308, to]);
  }
});

test("states for every operation who may call it and how it may respond", async () => {
  const { body } = await app.call("GET", "/api/openapi.json");
  expect(body["openapi"]).toBe("3.1.0");
  for (const methods of Object.values(
    body["paths"] as Record<
      string,
      Record<string, { description: string; responses: object; summary: string }>
    >,
  ))
    for (const operation of Object.values(methods)) {
      expect(operation.description).toMatch(/^Who: /);
      expect(operation.summary).toBeTruthy();
      expect(
        Object.keys(operation.responses).some((status) => ["500", "default"].includes(status)),
      ).toBe(true);
    }
});

test("describes empty responses, other headers and the errors of /auth/v1 as they are", async () => {
  const { body } = await app.call("GET", "/api/openapi.json");
  expect(body["paths"]).toMatchObject({
    "/auth/v1/logout": { post: { responses: { "204": {} } } },
    "/auth/v1/verify": { get: { responses: { "303": { headers: { location: {} } } } } },
    "/auth/v1/token": {
      post: {
        responses: {
          "4XX": {
            content: {
              "application/json": { schema: { $ref: expect.stringMatching(/AuthError$/) } },
            },
          },
        },
      },
    },
    "/webhooks/stripe": {
      post: { parameters: [{ name: "stripe-signature", in: "header" }], requestBody: {} },
    },
  });
  const checkout = readDescription(body).operations.find(
    ({ path }) => path === "/functions/v1/create-booking-checkout",
  );
  expect(Object.keys(checkout?.responses ?? {})).toEqual(
    expect.arrayContaining(["200", "409", "413", "415"]),
  );
});

test("resolves every reference", async () => {
  const { body } = await app.call("GET", "/api/openapi.json");
  const references = [...JSON.stringify(body).matchAll(/"\$ref":"([^"]+)"/g)].map(
    (match) => match[1] ?? "",
  );
  expect(references.length).toBeGreaterThan(10);
  for (const reference of new Set(references)) {
    const [, root, group, name = ""] = reference.split("/");
    expect([root, group], reference).toEqual(["components", "schemas"]);
    expect(Object.keys(readDescription(body).schemas)).toContain(name);
  }
});
