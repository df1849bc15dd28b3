import { expect, test } from "vitest";
import {
  adminStep,
  formatRecoveryCode,
  isAppCode,
  normalizeCode,
  RECOVERY_ALPHABET,
  type SignInMethod,
} from "./second-factor.ts";

test("tells a code of the app from a recovery code", () => {
  expect(["123456", "123 456", " 123456"].map(isAppCode)).toEqual([true, true, true]);
  expect(["12345", "1234567", "12345A", "ABCDE-12345", ""].map(isAppCode)).toEqual(
    Array(5).fill(false),
  );
});

test("reads a recovery code however it is typed", () => {
  const code = "0123456789";
  expect(formatRecoveryCode(code)).toBe("01234-56789");
  expect(normalizeCode(" 01234-56789\n")).toBe(code);
  expect(normalizeCode("o1234 5678g")).toBe("012345678G");
  expect(normalizeCode("il-IL-oO")).toBe("111100");
  expect(normalizeCode(RECOVERY_ALPHABET.toLowerCase())).toBe(RECOVERY_ALPHABET);
});

test("leads an admin to set up a factor where it is required, and to use one once it is set up", () => {
  const step = (
    isRequired: boolean,
    hasFactor: boolean,
    usedFactor: boolean,
    method: SignInMethod = "recovery",
  ) => adminStep({ isRequired, hasFactor, usedFactor, method });
  for (const isRequired of [true, false]) {
    expect(step(isRequired, true, true)).toBeUndefined();
    expect(step(isRequired, true, false)).toBe("sign_in");
  }
  expect(step(false, false, false)).toBeUndefined();
  for (const method of ["otp", "recovery"] as const)
    expect(step(true, false, false, method)).toBe("set_up");
  // The password may be stolen.
  for (const method of ["password", "passkey"] as const)
    expect(step(true, false, false, method)).toBe("confirm_email");
  // The factor that opened the session has been removed since.
  expect(step(true, false, true)).toBe("set_up");
});
