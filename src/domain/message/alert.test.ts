// Quiet hours, urgency, defaults and the text of an alert.
import { rentalPeriod } from "../booking/rental-period.ts";
import { addDays } from "../calendar/dates.ts";
import { describe, expect, test } from "vitest";
import {
  breakLinks,
  DEFAULT_QUIET_HOURS,
  isAlertDefault,
  isUrgentAlert,
  quietEnd,
  toAlertMessage,
} from "./alert.ts";

describe("quiet hours", () => {
  const end = (now: string, change: object = {}) =>
    quietEnd({ ...DEFAULT_QUIET_HOURS, ...change }, new Date(now))?.toISOString();

  // In winter, Nassau is five hours behind UTC.
  test.each([
    ["2026-11-22T02:59:59Z", undefined], // 21:59:59
    ["2026-11-22T03:00:00Z", "2026-11-22T12:00:00.000Z"], // 22:00
    ["2026-11-22T04:59:59Z", "2026-11-22T12:00:00.000Z"], // 23:59:59
    ["2026-11-22T05:00:00Z", "2026-11-22T12:00:00.000Z"], // 00:00
    ["2026-11-22T11:59:59Z", "2026-11-22T12:00:00.000Z"], // 06:59:59
    ["2026-11-22T12:00:00Z", undefined], // 07:00
    ["2026-07-02T10:00:00Z", "2026-07-02T11:00:00.000Z"], // 06:00 in summer
    ["2026-11-01T04:30:00Z", "2026-11-01T12:00:00.000Z"], // the clocks go back in this night
  ])("at %s end at %s", (now, expected) => expect(end(now)).toBe(expected));

  test.each([
    ["2026-11-22T17:59:59Z", undefined], // 12:59:59
    ["2026-11-22T18:00:00Z", "2026-11-22T20:00:00.000Z"], // 13:00
    ["2026-11-22T20:00:00Z", undefined], // 15:00
  ])("from 13 to 15, at %s end at %s", (now, expected) =>
    expect(end(now, { quiet_from: 13, quiet_until: 15 })).toBe(expected),
  );

  test("can be switched off", () =>
    expect(end("2026-11-22T05:00:00Z", { is_quiet: false })).toBeUndefined());
});

test.each([
  ["request", "2026-11-22", "2026-11-22T20:00:00Z", true],
  ["request", "2026-11-23", "2026-11-22T20:00:00Z", false],
  ["today", "2026-11-22", "2026-11-23T04:59:59Z", true], // 23:59:59
  ["cancellation", "2026-11-23", "2026-11-22T05:00:00Z", false], // 24 hours before
  ["cancellation", "2026-11-23", "2026-11-22T05:00:01Z", true],
  ["cancellation", "2026-11-21", "2026-11-22T05:00:01Z", true],
] as const)("a %s about a trip from %s is urgent at %s: %s", (kind, start, now, expected) =>
  expect(isUrgentAlert(kind, rentalPeriod(start, addDays(start, 1)), new Date(now))).toBe(expected),
);

test("a cancelled trip is urgent from 24 hours before its pickup", () => {
  const times = { pickupTime: "15:00", returnTime: "15:00" } as const;
  const trip = rentalPeriod("2026-11-23", "2026-11-24", times);
  expect(isUrgentAlert("cancellation", trip, new Date("2026-11-22T20:00:00Z"))).toBe(false);
  expect(isUrgentAlert("cancellation", trip, new Date("2026-11-22T20:00:01Z"))).toBe(true);
});

test.each([
  ["request", "text", true, true],
  ["today", "text", true, true],
  ["message", "text", true, false],
  ["cancellation", "text", false, false],
  ["message", "push", false, true],
  ["request", "push", true, true],
] as const)("a %s by %s, to a host: %s, is on by default: %s", (kind, channel, isHost, expected) =>
  expect(isAlertDefault(kind, channel, { isHost })).toBe(expected),
);

test("is a text of plain signs, with the way to end texts", () => {
  expect(
    toAlertMessage({
      title: "You’ve “a” request…",
      body: "2022 Honda Fit, Dec 5 – Dec 8—BK-4821-7390",
      url: "https://caydrive.test/x",
    }),
  ).toBe(
    `Caydrive: You've "a" request.... 2022 Honda Fit, Dec 5 - Dec 8-BK-4821-7390\nhttps://caydrive.test/x\nSTOP ends texts`,
  );
});

test.each([
  ["refund.de wrote to you", "refund de wrote to you"],
  ["Refund.De/pay wrote to you", "Refund De pay wrote to you"],
  ["bit.ly/3xY", "bit ly/3xY"],
  ["refund\u3002de", "refund de"],
  ["refund\uff0ede", "refund de"],
  ["refund\uff61de", "refund de"],
  ["refund\u2024de", "refund de"],
  ["refund..de", "refund de"],
  ["http://203.0.113.7", "http /203.0 113 7"],
  ["mailto:ann@coral.bs", "mailto ann coral bs"],
  ["pay\\me", "pay me"],
  ["J.R. Rolle wrote to you", "J R. Rolle wrote to you"],
  ["2019 Mazda 3 2.0 24/7", "2019 Mazda 3 2.0 24/7"],
  ["Today: 1 pickup. See the cars, at 10:00.", "Today: 1 pickup. See the cars, at 10:00."],
])("%s is shown as %s, which is no link", (text, expected) =>
  expect(breakLinks(text)).toBe(expected),
);
