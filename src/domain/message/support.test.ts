// Tests the categories of support messages and the names of cases.
import { expect, test } from "vitest";
import { CASE_STATES, CASE_VERBS, caseName, readCaseName, SUPPORT_CATEGORIES } from "./support.ts";

test("offers the specified categories", () => {
  expect(SUPPORT_CATEGORIES).toEqual(["booking", "payment", "vehicle", "account", "host", "other"]);
});

test("has an audit verb for each state of a case", () => {
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

test("parses a formatted case name", () => {
  expect(caseName(1042)).toBe("CD-1042");
  expect(readCaseName(caseName(7))).toBe(7);
});
