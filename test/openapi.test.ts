// The description of the API is complete: what is mounted is in it, and what is in it is mounted.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "./harness.ts";
import { readDescription } from "./requests.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Not JSON endpoints: the photos of the cars, and the pictures that other sites show of them. */
const FILES = /^GET \/(storage\/v1\/object\/public|og\/car)\//;

test("every mounted route is described, and every described one is mounted", async () => {
  const { body } = await app.call("GET", "/api/openapi.json");
  const described = Object.entries(body["paths"] as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`),
  );
  const mounted = app.routes
    .filter((route) => !route.startsWith("HEAD ") && !route.startsWith("OPTIONS ") && !FILES.test(route))
    .map((route) => route.replace("*", ":path"));
  expect([...new Set(mounted)].toSorted()).toEqual(described.toSorted());
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
      expect(Object.keys(operation.responses)).toContain("500");
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
