import { expect, test } from "vitest";
import { helperInvitationExpiresAt, helperState, shortLastName } from "./helpers.ts";

const NOW = new Date("2026-12-01T15:00:00Z");

test("an invitation is open for 14 days", () => {
  const expiresAt = helperInvitationExpiresAt(NOW);
  expect(expiresAt).toEqual(new Date("2026-12-15T15:00:00Z"));
  expect(helperState({ expiresAt }, new Date(expiresAt.getTime() - 1))).toBe("invited");
  expect(helperState({ expiresAt }, expiresAt)).toBe("expired");
  expect(helperState({ expiresAt: null }, NOW)).toBe("accepted");
});

test.each([
  ["Bethel", "B."],
  [" ångström", "Å."],
  ["", ""],
  ["😀 Rolle", "😀."],
])("shortens the last name %j to %j", (name, short) => {
  expect(shortLastName(name)).toBe(short);
});
