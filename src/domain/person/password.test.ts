// Tests which passwords count as weak, fair and strong.
import { expect, test } from "vitest";
import { passwordStrength } from "./password.ts";

test.each([
  ["conch", "weak"],
  ["Password123!", "weak"],
  ["12345678901234", "weak"],
  ["aaaaaaaaaaaaaaaa", "weak"],
  // Seven characters, four of them different.
  ["cOnch7!", "weak"],
  ["conchconch", "weak"],
  ["conchsal", "fair"],
  ["conchyconch", "fair"],
  // With one or two kinds of characters, fourteen are needed.
  ["conch-salad", "fair"],
  ["CONCH-SALAD", "fair"],
  ["Conchsaladx", "fair"],
  ["conchsalad7", "fair"],
  ["fourturtlesat", "fair"],
  ["fourturtlesnow", "strong"],
  // With three kinds, ten are enough.
  ["Conch-sal", "fair"],
  ["Conch-sala", "strong"],
  ["Conch-salad7", "strong"],
  ["four turtles swim at dusk", "strong"],
])("%s is %s", (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});
