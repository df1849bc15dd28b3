// Describes our own OpenAPI document: every endpoint is listed, and every reference is resolved.
import { expect, test } from "vitest";
import { endpoints } from "../../../../contract/index.ts";
import { describeApi } from "../../../../contract/openapi.ts";
import { describe, type OpenApi } from "./describe.ts";

const text = describe(describeApi("1.0.0", "https://caydrive.test") as unknown as OpenApi);
const all = text.groups.flatMap((group) => group.endpoints);
const find = (method: string, path: string) =>
  all.find((each) => each.method === method && each.path === path)!;

test("lists every endpoint once, with an id of its own", () => {
  expect(all.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    endpoints
      .filter(({ status }) => status !== 101) // a WebSocket
      .map(({ method, path }) => `${method} ${path}`)
      .toSorted(),
  );
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(find("GET", "/api/profile").operationId).toBe("getProfile");
});

test("names the permitted callers", () => {
  expect(find("GET", "/healthz").who).toBe("Anyone.");
  expect(find("GET", "/api/profile").who).toMatch(/signed in/);
});

test("follows references and lists the fields of a body", () => {
  const rows = find("GET", "/api/profile").answer.rows;
  expect(rows).toContainEqual({
    name: "user_type",
    depth: 0,
    type: '"renter" | "host" | "admin"',
    required: true,
    notes: "",
  });
  expect(
    find("PATCH", "/api/profile").body?.find(({ name }) => name === "first_name"),
  ).toMatchObject({
    type: "string",
    required: false,
    notes: expect.stringMatching(/^1 to 80 characters/),
  });
});

test("indents the fields of a list's items", () => {
  const rows = find("GET", "/dev/mailbox.json").answer.rows;
  expect(rows[0]).toMatchObject({ name: "mails", depth: 0, type: "list of object" });
  expect(rows).toContainEqual({
    name: "subject",
    depth: 1,
    type: "string",
    required: true,
    notes: "",
  });
});

test("names the alternatives of a body", () => {
  const names = find("POST", "/auth/v1/token").body?.map(({ name }) => name);
  expect(names).toEqual([
    "either",
    "email",
    "password",
    "or",
    "refresh_token",
    "or",
    "auth_code",
    "code_verifier",
  ]);
});

test("says where a parameter goes, and lists problems by status", () => {
  const { parameters } = find("GET", "/dev/mailbox.json");
  expect(parameters).toEqual([
    {
      name: "to",
      depth: 0,
      type: "string",
      required: false,
      notes: expect.stringContaining("in the query; at most 254 characters"),
    },
  ]);
  expect(find("GET", "/api/profile").problems).toContainEqual({
    status: "404",
    codes: [{ code: "PGRST116", title: "There is no such row." }],
  });
});
