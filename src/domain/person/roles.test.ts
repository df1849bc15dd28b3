import { expect, test } from "vitest";
import { GRANTED_ROLES, ROLES, SIGN_UP_ROLES, USER_TYPES } from "./roles.ts";

test("offers renter (the default) and host at sign-up, but not admin", () => {
  expect(SIGN_UP_ROLES).toEqual(["renter", "host"]);
});

test("lets admins grant and revoke every role except renter", () => {
  expect(ROLES.filter((role) => role !== "renter")).toEqual(GRANTED_ROLES);
});

test("has a user type for each role", () => {
  expect(USER_TYPES).toEqual(ROLES);
  expect(ROLES).toContain("renter");
});
