import { expect, test } from "vitest";
import { GRANTED_ROLES, ROLES, SIGN_UP_ROLES, USER_TYPES } from "./roles.ts";

test("renter, which is the default, or host is chosen at sign-up; admin can't be asked for", () => {
  expect(SIGN_UP_ROLES).toEqual(["renter", "host"]);
});

test("admins grant and take away what is more than renting", () => {
  expect(ROLES.filter((role) => role !== "renter")).toEqual(GRANTED_ROLES);
});

test("the interface knows a type for each role", () => {
  expect(USER_TYPES).toEqual(ROLES);
  expect(ROLES).toContain("renter");
});
