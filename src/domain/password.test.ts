// What is called weak, fair and strong.
import { expect, test } from "vitest";
import { passwordStrength } from "./password.ts";

test.each([
  ["conch", "weak"],
  ["Password123!", "weak"],
  ["12345678901234", "weak"],
  ["aaaaaaaaaaaaaaaa", "weak"],
  ["conch-salad", "fair"],
  ["Conch-salad7", "strong"],
  ["four turtles swim at dusk", "strong"],
])("%s is %s", (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});
