import { expect, test } from "vitest";
import { formatBookingNumber, readBookingNumber } from "./booking-number.ts";

test("writes a number in two groups that can be read over the phone", () => {
  expect(formatBookingNumber(48_217_390)).toBe("BK-4821-7390");
  expect(formatBookingNumber(10_000_000)).toBe("BK-1000-0000");
});

test.each([
  ["BK-4821-7390", 48_217_390],
  ["bk 4821 7390", 48_217_390],
  ["BK48217390", 48_217_390],
  ["BK - 4821-7390", 48_217_390],
  [" 4821 7390 ", 48_217_390],
  ["#48217390", 48_217_390],
  ["4821-739", undefined],
  ["482173901", undefined],
  ["CD-1042", undefined],
  ["BK-4821-7390 x", undefined],
  ["x48217390", undefined],
  ["", undefined],
])("reads %j as %s", (text, number) => {
  expect(readBookingNumber(text)).toBe(number);
});
