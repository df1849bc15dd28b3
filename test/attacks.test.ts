// Attacks over HTTP, derived from the contract: cross-site requests, open redirects, path
// traversal, mass assignment, account enumeration. docs/security.md names the other tests.
import { mkdirSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { isPassword, hashPassword } from "../src/server/modules/accounts/passwords.ts";
import { makePerson, type Person } from "./factories.ts";
import { send } from "./fuzz.ts";
import { onSeveralNodes, startTestApp, type TestApp } from "./harness.ts";
import { newEmail, NAMES, PASSWORD, person as account } from "./people.ts";
import { makeBody, makePath, readDescription, type Operation } from "./requests.ts";
import { arbitraryValue, type JsonSchema, type Vocabulary } from "./schema-values.ts";

// Counts the calls of the real functions.
vi.mock(import("../src/server/modules/accounts/passwords.ts"), async (original) => {
  const real = await original();
  return {
    hashPassword: vi.fn<typeof real.hashPassword>(real.hashPassword),
    isPassword: vi.fn<typeof real.isPassword>(real.isPassword),
  };
});

const UUID = "11111111-1111-4111-8111-111111111111";
const EVIL = "https://elsewhere.example";

let app: TestApp;
/** Has every role, so that nothing is refused for lack of permission. */
let person: Person;
let operations: Operation[];
let words: Vocabulary;
const agent = new Agent({ keepAlive: true });
beforeAll(async () => {
  app = await startTestApp({ config: { unlimited: true } });
  const { body } = await app.call("GET", "/api/openapi.json");
  const description = readDescription(body);
  ({ operations } = description);
  words = { schemas: description.schemas, known: [UUID] };
});
beforeEach(async () => {
  person = await makePerson(app, { roles: ["renter", "host", "admin"] });
});
afterAll(async () => {
  agent.destroy();
  await app.close();
});

/** One value of an arbitrary, the same each time. */
const one = <T>(arbitrary: fc.Arbitrary<T>): T => fc.sample(arbitrary, { numRuns: 1, seed: 1 })[0]!;
const address = (operation: Operation): string =>
  makePath(
    operation,
    Object.fromEntries(
      operation.parameters.map(({ name, schema }) => [
        name,
        String(one(arbitraryValue(schema, words))),
      ]),
    ),
  );
/** auth-js and storage-js send extra fields of their own, which are dropped. */
const isLenient = ({ path }: Operation): boolean => /^\/(auth|storage)\/v1\//.test(path);
const changing = (): Operation[] => operations.filter(({ method }) => method !== "GET");

describe("a request from another site", () => {
  test("carries no session: none is set as a cookie or read from one", async () => {
    const signedIn = {
      cookie: `session=${person.token}; authorization=Bearer ${person.token}`,
      origin: EVIL,
    };
    for (const operation of operations) {
      const response = await send(app.url, agent, {
        method: operation.method,
        path: address(operation),
        headers: { ...signedIn, "content-type": "application/json" },
        body: operation.method === "GET" ? undefined : "{}",
      });
      expect(response.headers["set-cookie"], operation.name).toBeUndefined();
      if (operation.responses["401"])
        expect([400, 401, 415, 422], operation.name).toContain(response.status);
    }
  });

  test("cannot be a form post, except one-click unsubscribe", async () => {
    for (const operation of changing())
      for (const type of ["application/x-www-form-urlencoded", "text/plain"]) {
        if (operation.body?.[type] || operation.body?.["image/jpeg"]) continue; // An upload.
        const response = await send(app.url, agent, {
          method: operation.method,
          path: address(operation),
          headers: { origin: EVIL, "content-type": type, authorization: `Bearer ${person.token}` },
          body: '{"a":1}',
        });
        expect([400, 415], `${operation.name} as ${type}`).toContain(response.status);
      }
  });

  test("cannot read a response: no CORS header allows it, before or after the request", async () => {
    for (const operation of operations)
      for (const method of ["OPTIONS", operation.method]) {
        const response = await app.call(method, address(operation), {
          as: person.token,
          headers: { origin: EVIL, "access-control-request-method": operation.method },
          ...(method === "GET" || method === "OPTIONS" ? {} : { body: { none: "of this" } }),
        });
        const allowed = [...response.headers.keys()].filter((name) =>
          name.startsWith("access-control-"),
        );
        expect(allowed, `${method} ${operation.path}`).toEqual([]);
      }
  });
});

test("every response forbids framing and content sniffing, and hides its path from other sites", async () => {
  for (const { method, path } of [...operations, { method: "GET", path: "/nothing" }]) {
    const { headers } = await app.call(method, path.replaceAll(/\{\w+\}/g, UUID));
    expect(headers.get("content-security-policy"), path).toMatch(/frame-ancestors 'none'|sandbox/);
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    expect(headers.get("referrer-policy"), path).toBe("strict-origin-when-cross-origin");
  }
});

test("the page of a runner's link hides that a visitor came from it", async () => {
  const { headers } = await app.call("GET", "/runner");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
});

test("requires HTTPS from the first HTTPS visit on", async () => {
  expect(
    (await app.call("GET", "/api/instance")).headers.get("strict-transport-security"),
  ).toBeNull();
  const secure = await startTestApp({ config: { publicUrl: "https://caydrive.example" } });
  const { headers } = await secure.call("GET", "/healthz");
  expect(headers.get("strict-transport-security")).toMatch(/max-age=31536000; includeSubDomains/);
  await secure.close();
});

test.each([
  EVIL,
  "//elsewhere.example",
  "///elsewhere.example",
  "/\\elsewhere.example",
  "\\\\elsewhere.example",
  "/\t/elsewhere.example",
  "https:elsewhere.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "https://127.0.0.1@elsewhere.example/",
  "/%2f%2felsewhere.example",
  "/..//elsewhere.example",
])("an emailed link does not redirect to %j", async (target) => {
  const query = new URLSearchParams({ token: "none", type: "signup", redirect_to: target });
  const { status, headers } = await app.call("GET", `/auth/v1/verify?${query}`);
  expect(status).toBe(303);
  const location = headers.get("location") ?? "";
  expect(new URL(location).origin).toBe(app.url);
  expect(new URL(location).pathname).not.toMatch(/^\/[/\\]/);
});

test("no path leads out of the file folders", async () => {
  const { dataDir } = app.ctx.config;
  mkdirSync(join(dataDir, "keys"), { recursive: true });
  writeFileSync(join(dataDir, "keys", "planted"), "planted secret");
  writeFileSync(join(dataDir, "planted.webp"), "planted secret");
  const roots = [
    "/storage/v1/object/public/car-images/",
    "/og/car/",
    "/sitemaps/",
    "/calendar/",
    "/api/portraits/",
    "/",
  ];
  const up = [
    "../",
    "..%2f",
    "%2e%2e/",
    "%2e%2e%2f",
    "..%5c",
    "..\\",
    "%252e%252e%252f",
    "....//",
    "..;/",
    "%c0%ae%c0%ae/",
  ];
  const ends = ["keys/planted", "planted.webp", "package.json", "etc/passwd"];
  for (const root of roots)
    for (const step of up)
      for (const depth of [1, 3, 8])
        for (const end of ends) {
          const response = await send(app.url, agent, {
            method: "GET",
            path: root + step.repeat(depth) + end,
            headers: {},
            body: undefined,
          });
          expect(response.status, root + step.repeat(depth) + end).toBeGreaterThanOrEqual(400);
          expect(response.status).toBeLessThan(500);
          expect(response.text).not.toMatch(/planted secret|root:|"caydrive"/);
        }
  for (const path of [
    "../keys/planted",
    "..%2fkeys%2fplanted.jpg",
    `../${UUID}.jpg`,
    `/${UUID}.jpg`,
  ]) {
    const response = await send(app.url, agent, {
      method: "POST",
      path: `/storage/v1/object/car-images/${path}`,
      headers: { authorization: `Bearer ${person.token}`, "content-type": "image/jpeg" },
      body: Buffer.from("x"),
    });
    expect([404, 422], path).toContain(response.status);
  }
});

describe("an unknown field", () => {
  /** Webhook events have the payment provider's own fields. */
  const strict = (): Operation[] =>
    operations.filter(
      (each) =>
        each.body?.["application/json"] && !isLenient(each) && each.path !== "/webhooks/stripe",
    );

  test("is refused in every body, at any depth", () => {
    const open: string[] = [];
    const look = (schema: JsonSchema | undefined, where: string): void => {
      // Browsers add fields to what an authenticator returns; they are dropped.
      if (!schema || where === "POST /api/passkeys.credential") return;
      if (schema.$ref) return look(words.schemas[schema.$ref.split("/").at(-1) ?? ""], where);
      if (schema.type === "object" && schema.properties && schema.additionalProperties !== false)
        open.push(where);
      for (const [name, inner] of Object.entries(schema.properties ?? {}))
        look(inner, `${where}.${name}`);
      for (const inner of [
        ...(schema.anyOf ?? []),
        ...(schema.oneOf ?? []),
        ...(schema.items ? [schema.items] : []),
      ])
        look(inner, where);
    };
    for (const operation of strict()) look(operation.body?.["application/json"], operation.name);
    expect(open).toEqual([]);
  });

  test.each([
    "id",
    "user_id",
    "host_id",
    "renter_id",
    "is_admin",
    "is_approved",
    "roles",
    "status",
    "payment_status",
    "__proto__",
    "constructor",
  ])("%s changes nothing", async (field) => {
    for (const operation of strict()) {
      const { value } = one(makeBody(operation, words)) ?? {};
      if (field in (value as object) && field !== "__proto__" && field !== "constructor") continue;
      const text = JSON.stringify({ ...(value as object), "\u0001": null }).replace(
        '"\\u0001":null',
        `"${field}":"admin"`,
      );
      const response = await app.call(operation.method, address(operation), {
        as: person.token,
        body: text,
      });
      expect(response.status, `${operation.name} ${text}`).toBe(400);
    }
  });

  test("makes nobody an admin at sign-up, whatever the client sends", async () => {
    const email = newEmail();
    const more = {
      role: "admin",
      is_admin: true,
      roles: ["admin"],
      app_metadata: { role: "admin" },
      email_confirmed_at: app.clock.now(),
    };
    const { status } = await app.call("POST", "/auth/v1/signup", {
      body: { email, password: PASSWORD, ...more, data: { ...NAMES, ...more } },
    });
    expect(status).toBe(200);
    const rows = await app.ctx.db
      .selectFrom("accounts")
      .innerJoin("user_roles", "user_roles.user_id", "accounts.id")
      .select(["role", "email_confirmed_at"])
      .where("email", "=", email)
      .execute();
    expect(rows.map(({ role }) => role).toSorted()).toEqual(["host", "renter"]);
    expect(rows.map((each) => each.email_confirmed_at)).toEqual([null, null]);
  });
});

describe("whether an account exists", () => {
  const ask = (path: string, body: object) => app.call("POST", path, { body });
  const asked: [string, (email: string) => ReturnType<typeof ask>][] = [
    [
      "sign-in",
      (email) => ask("/auth/v1/token?grant_type=password", { email, password: "wrong-one" }),
    ],
    ["sign-up", (email) => ask("/auth/v1/signup", { email, password: "wrong-one", data: NAMES })],
    ["recovery", (email) => ask("/auth/v1/recover", { email })],
    ["a resent link", (email) => ask("/auth/v1/resend", { email, type: "signup" })],
    [
      "a new address's resent link",
      (email) => ask("/auth/v1/resend", { email, type: "email_change" }),
    ],
  ];

  test.each(asked)(
    "%s reveals it neither in the response nor in the work done",
    async (_what, attempt) => {
      const known = (await account(app)).email;
      const unconfirmed = newEmail();
      await ask("/auth/v1/signup", { email: unconfirmed, password: PASSWORD, data: NAMES });
      const suspended = await account(app);
      const now = app.clock.now().toISOString();
      await app.ctx.db
        .updateTable("accounts")
        .set({ suspended_at: now })
        .where("id", "=", suspended.id)
        .execute();
      await attempt(newEmail()); // Does the one-time work first.
      const responses = [];
      for (const email of [newEmail(), known, suspended.email, unconfirmed]) {
        vi.mocked(hashPassword).mockClear();
        vi.mocked(isPassword).mockClear();
        const { status, headers, body } = await attempt(email);
        const text = JSON.stringify(body)
          .replaceAll(email, "EMAIL")
          .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, "ID");
        const sizes = [...headers.keys()].toSorted();
        // Hashing takes longer than everything else; it is counted where this process does it.
        const work = {
          checked: vi.mocked(isPassword).mock.calls.length,
          hashed: Math.min(1, vi.mocked(hashPassword).mock.calls.length),
        };
        responses.push({ status, sizes, text, ...(onSeveralNodes ? {} : work) });
      }
      expect(responses[1]).toEqual(responses[0]);
      expect(responses[2]).toEqual(responses[0]);
      expect(responses[3]).toEqual(responses[0]);
    },
  );
});
