import { expect, test } from "vitest";
import { isRecentSignIn } from "./recent-sign-in.ts";

test("a sign-in is recent for an hour", () => {
  expect(isRecentSignIn("2026-06-01T12:00:00.000Z", new Date("2026-06-01T13:00:00.000Z"))).toBe(
    true,
  );
  expect(isRecentSignIn("2026-06-01T12:00:00.000Z", new Date("2026-06-01T13:00:00.001Z"))).toBe(
    false,
  );
});
