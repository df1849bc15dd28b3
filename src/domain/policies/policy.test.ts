import { expect, test } from "vitest";
import { allow, authorize, isAdmin, isAllowed, ownSide } from "./policy.ts";

const open = allow(["owner", "admin"]);
const hidden = allow(["owner"], { others: "not_found" });
const timely = allow(["owner"], { when: ({ late }: { late: boolean }) => !late });

test("an action is allowed to its parties, while its condition holds", () => {
  expect(isAllowed(open, "owner", {})).toBe(true);
  expect(isAllowed(open, "guest", {})).toBe(false);
  expect(isAllowed(timely, "owner", { late: false })).toBe(true);
  expect(isAllowed(timely, "owner", { late: true })).toBe(false);
  expect(isAllowed(timely, "guest", { late: false })).toBe(false);
});

test("a reader acts as the closest party that is allowed", () => {
  expect(authorize(open, ["admin", "owner"], "car")).toBe("admin");
  expect(authorize(open, ["guest", "owner"], "car")).toBe("owner");
});

const refused = (run: () => unknown) => {
  try {
    return run();
  } catch (error) {
    return { ...(error as object) };
  }
};

test("the others are refused, and strangers do not learn that the thing exists", () => {
  expect(refused(() => authorize(open, ["guest"], "car"))).toMatchObject({ code: "forbidden" });
  const missing = { code: "not_found", details: { what: "car" } };
  expect(refused(() => authorize(open, [], "car"))).toMatchObject(missing);
  expect(refused(() => authorize(hidden, ["guest"], "car"))).toMatchObject(missing);
});

test("admins have the role", () => {
  expect(isAdmin({ id: "a", roles: ["renter", "admin"] })).toBe(true);
  expect(isAdmin({ id: "a", roles: ["renter", "host"] })).toBe(false);
});

test("a person acts for themselves as a host, if they are one", () => {
  expect(ownSide({ id: "a", roles: ["renter", "host"] })).toBe("host");
  expect(ownSide({ id: "a", roles: ["renter", "admin"] })).toBe("renter");
});
