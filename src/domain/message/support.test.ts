// What a message to support may be about, and the names of cases.
import { expect, test } from "vitest";
import { CASE_STATES, CASE_VERBS, caseName, readCaseName, SUPPORT_CATEGORIES } from "./support.ts";

test("the categories are the specified ones", () => {
  expect(SUPPORT_CATEGORIES).toEqual(["booking", "payment", "vehicle", "account", "host", "other"]);
});

test("each state of a case is reached by a step that the record names", () => {
  expect(CASE_STATES.map((state) => CASE_VERBS[state])).toEqual(["reopen", "wait", "close"]);
});

test.each([
  ["CD-1042", 1042],
  ["cd 1042", 1042],
  ["cd1042", 1042],
  ["#1042", 1042],
  [" 1042 ", 1042],
  ["123456789", 123456789],
  ["1234567890", undefined],
  ["CD-", undefined],
  ["CD--7", undefined],
  ["case 1042", undefined],
  ["1042 please", undefined],
  ["", undefined],
])("%j quotes %s", (text, number) => {
  expect(readCaseName(text)).toBe(number);
});

test("a case is quoted as it is named", () => {
  expect(caseName(1042)).toBe("CD-1042");
  expect(readCaseName(caseName(7))).toBe(7);
});
