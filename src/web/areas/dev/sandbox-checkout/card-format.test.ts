// Formatting of card fields while they are typed.
import { expect, test } from "vitest";
import { caretBefore, formatCardNumber, formatCvc, formatExpiry } from "./card-format.ts";

test.each([
  ["4242424242424242", "4242 4242 4242 4242"],
  ["4242-4242 4242.4242", "4242 4242 4242 4242"],
  ["4242 ", "4242"],
  ["42424", "4242 4"],
  ["x", ""],
])("formats the card number %j as %j", (typed, written) => {
  expect(formatCardNumber(typed)).toBe(written);
  expect(formatCardNumber(written)).toBe(written);
});

test.each([
  ["1", "1"],
  ["5", "05"],
  ["12", "12"],
  ["123", "12 / 3"],
  ["12 / ", "12"],
  ["12/30", "12 / 30"],
  ["12/2030", "12 / 30"],
  ["1230", "12 / 30"],
])("formats the expiry date %j as %j", (typed, written) => {
  expect(formatExpiry(typed)).toBe(written);
  expect(formatExpiry(written)).toBe(written);
});

test("keeps only digits of the CVC, at most four", () => {
  expect(formatCvc("1a2345")).toBe("1234");
});

test.each([
  ["4242 4", 0, 6],
  ["4242 4", 1, 5],
  ["4242 4", 2, 3],
  ["", 0, 0],
])("in %j, places a caret before the last %d digits at %d", (text, after, place) => {
  expect(caretBefore(text, after)).toBe(place);
});
