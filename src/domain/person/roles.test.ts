import { expect, test } from "vitest";
import {
  ADMIN_ROLES,
  formatAdminRoles,
  GRANTED_ROLES,
  isAdminRole,
  ROLES,
  SIGN_UP_ROLES,
  USER_TYPES,
} from "./roles.ts";

test("offers renter (the default) and host at sign-up, but not admin", () => {
  expect(SIGN_UP_ROLES).toEqual(["renter", "host"]);
});

test("lets owners grant and revoke the host role and the three admin roles", () => {
  expect(GRANTED_ROLES).toEqual(["host", "support", "finance", "owner"]);
  expect(ADMIN_ROLES.every(isAdminRole)).toBe(true);
  expect(isAdminRole("admin")).toBe(false);
});

test("names admin roles in a sentence", () => {
  expect(formatAdminRoles(["finance", "owner"])).toBe("a finance admin or an owner");
  expect(formatAdminRoles(["support"])).toBe("a support admin");
});

test("has a user type for each role", () => {
  expect(USER_TYPES).toEqual(ROLES);
  expect(ROLES).toContain("renter");
});
