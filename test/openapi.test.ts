// The description of the API is complete: what is mounted is in it, and what is in it is mounted.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "./harness.ts";
import { readDescription } from "./requests.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Other names of described endpoints, and nothing that a generator should call. */
const REDIRECTS = /^GET \/api\/(openapi|bookings\/by-session\/:id)$/;
/** Photos of cars, the pictures that other sites show of them, and the WebSocket. */
const NOT_JSON = /^GET \/(storage\/v1\/object\/public\/|og\/car\/|realtime\/v1\/websocket$)/;

test("every mounted route is described, and every described one is mounted", async () => {
  const { body } = await app.call("GET", "/api/openapi.json");
  const described = Object.entries(body["paths"] as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`),
  );
  const mounted = app.routes
    .filter(
      (route) =>
        !route.startsWith("HEAD ") && !route.startsWith("OPTIONS ") && !NOT_JSON.test(route) && !REDIRECTS.test(route),
    )
    .map((route) => route.replace("*", ":path"));
  expect([...new Set(mounted)].toSorted()).toEqual(described.toSorted());
});

test("every operation has an id of its own and a declared tag", async () => {
  const { body } = await app.call("GET", "/api/openapi.json");
  const operations = Object.values(
    body["paths"] as Record<string, Record<string, { operationId: string; tags: string[] }>>,
  ).flatMap((methods) => Object.values(methods));
  const ids = operations.map(({ operationId }) => operationId);
  expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(["createBookingCheckout", "listHostListings"]));
  const declared = (body["tags"] as { name: string }[]).map(({ name }) => name);
  const used = new Set([...operations.flatMap(({ tags }) => tags), "realtime"]); // a socket is no operation
  expect([...used].toSorted()).toEqual(declared.toSorted());
});

test("says where the instance is, and whom to ask", async () => {
  const { body } = await app.call("GET", "/api/openapi.json");
  expect(body).toMatchObject({
    servers: [{ url: app.url }],
    info: { contact: { url: `${app.url}/support` }, license: { url: `${app.url}/terms` } },
  });
});

/** What ECMAScript without flags, Python's re, RE2, Java and PCRE read alike. */
const PORTABLE = /^(?:[^\\]|\\(?:[dw.+*?^$|()[\]{}/\\nrt-]|x[\da-f]{2}))*$/;

test("every regex engine reads the patterns", async () => {
  const { body } = await app.call("GET", "/api/openapi.json");
  const patterns = new Set<string>();
  JSON.stringify(body, (key, value: unknown) => {
    if (key === "pattern" && typeof value === "string") patterns.add(value);
    return value;
  });
  expect(patterns.size).toBeGreaterThan(5);
  for (const pattern of patterns) {
    expect(pattern).toMatch(PORTABLE);
    expect(pattern).not.toMatch(/\(\?(?!:)/); // neither lookaround nor named groups
    expect(() => [new RegExp(pattern), new RegExp(pattern, "u")]).not.toThrow();
  }
});

test("other names of endpoints lead to them", async () => {
  for (const [from, to] of [
    ["/api/openapi", "/api/openapi.json"],
    ["/api/bookings/by-session/cs_test_a", "/api/checkout-sessions/cs_test_a/booking"],
  ] as const) {
    const { status, headers } = await app.call("GET", from);
    expect([status, headers.get("location")]).toEqual([308, to]);
  }
});

test("every operation says who may call it, and what it may answer", async () => {
  const { body } = await app.call("GET", "/api/openapi.json");
  expect(body["openapi"]).toBe("3.1.0");
  for (const methods of Object.values(
    body["paths"] as Record<string, Record<string, { description: string; responses: object; summary: string }>>,
  ))
    for (const operation of Object.values(methods)) {
      expect(operation.description).toMatch(/^Who: /);
      expect(operation.summary).toBeTruthy();
      expect(Object.keys(operation.responses).some((status) => ["500", "default"].includes(status))).toBe(true);
    }
});

test("answers without a body, other headers and the errors of /auth/v1 are described as they are", async () => {
  const { body } = await app.call("GET", "/api/openapi.json");
  expect(body["paths"]).toMatchObject({
    "/auth/v1/logout": { post: { responses: { "204": {} } } },
    "/auth/v1/verify": { get: { responses: { "303": { headers: { location: {} } } } } },
    "/auth/v1/token": {
      post: {
        responses: {
          "4XX": { content: { "application/json": { schema: { $ref: expect.stringMatching(/AuthError$/) } } } },
        },
      },
    },
    "/webhooks/stripe": { post: { parameters: [{ name: "stripe-signature", in: "header" }], requestBody: {} } },
  });
  const checkout = readDescription(body).operations.find(
    ({ path }) => path === "/functions/v1/create-booking-checkout",
  );
  expect(Object.keys(checkout?.responses ?? {})).toEqual(expect.arrayContaining(["200", "409", "413", "415"]));
});

test("every reference resolves", async () => {
  const { body } = await app.call("GET", "/api/openapi.json");
  const references = [...JSON.stringify(body).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? "");
  expect(references.length).toBeGreaterThan(10);
  for (const reference of new Set(references)) {
    const [, root, group, name = ""] = reference.split("/");
    expect([root, group], reference).toEqual(["components", "schemas"]);
    expect(Object.keys(readDescription(body).schemas)).toContain(name);
  }
});
