// The states of a trip and the windows of its entries, over a change of the clocks.
import { describe, expect, test } from "vitest";
import { rentalPeriod } from "../booking/rental-period.ts";
import type { CalendarDate } from "../calendar/dates.ts";
import type { TimeOfDay } from "../calendar/time-of-day.ts";
import { checkInAt, closesAt, dueBackAt, entryWindow, tripState, type TripFacts } from "./trip.ts";
import type { HandoverKind, TripSide } from "./entry.ts";

const day = (date: string) => date as CalendarDate;
const time = (of: string) => of as TimeOfDay;
const at = (instant: string) => new Date(instant);

/** From Friday 10:00 to Monday 10:00 in Nassau; on Sunday the clocks go back. */
const FACTS: TripFacts = {
  status: "approved",
  period: rentalPeriod(day("2026-10-30"), day("2026-11-02"), {
    pickupTime: time("10:00"),
    returnTime: time("10:00"),
  }),
  approvedAt: at("2026-10-20T12:00:00Z"),
  confirmedAt: { pickup: null, return: null },
  returnNoticedAt: null,
  lockboxConfirmedAt: { pickup: null, return: null },
  isReturnOneSided: false,
  cancelledAt: null,
  nextPickupAt: null,
};
const PICKED_UP = at("2026-10-30T14:12:00Z");
const RETURNED = at("2026-11-02T15:20:00Z");
const out = { ...FACTS, confirmedAt: { pickup: PICKED_UP, return: null } };
const back = { ...FACTS, confirmedAt: { pickup: PICKED_UP, return: RETURNED } };

describe("tripState", () => {
  test.each<[string, TripFacts, string, string]>([
    ["before check-in", FACTS, "2026-10-29T13:59:59Z", "upcoming"],
    ["24 hours before the pickup", FACTS, "2026-10-29T14:00:00Z", "check_in_open"],
    ["late for the pickup", FACTS, "2026-11-02T20:00:00Z", "check_in_open"],
    [
      "late, after the renter's notice",
      { ...out, returnNoticedAt: RETURNED },
      "2026-11-02T20:00:00Z",
      "in_progress",
    ],
    ["when nobody recorded the trip", FACTS, "2026-11-03T05:00:00Z", "closed"],
    ["after the pickup", out, "2026-11-02T14:59:59Z", "in_progress"],
    ["when the car is due back", out, "2026-11-02T15:00:00Z", "overdue"],
    ["weeks later", out, "2026-12-24T15:00:00Z", "overdue"],
    [
      "due back in a storm",
      {
        ...out,
        storms: [{ firstDay: day("2026-11-01"), lastDay: day("2026-11-02"), endedAt: null }],
      },
      "2026-11-04T15:00:00Z",
      "in_progress",
    ],
    ["after the return", back, "2026-11-02T15:20:00Z", "returned"],
    ["a day after the return", back, "2026-11-03T15:19:59Z", "returned"],
    ["24 hours after the return", back, "2026-11-03T15:20:00Z", "closed"],
    [
      "of a completed booking",
      { ...back, status: "completed" },
      "2026-11-03T06:00:00Z",
      "returned",
    ],
    ["of a cancelled booking", { ...FACTS, status: "cancelled" }, "2026-10-30T13:00:00Z", "closed"],
    [
      "of a booking cancelled while the car is out",
      { ...out, status: "cancelled", cancelledAt: PICKED_UP },
      "2026-11-02T15:00:00Z",
      "overdue",
    ],
  ])("%s", (_when, facts, now, state) => {
    expect(tripState(facts, at(now))).toBe(state);
  });

  test("closes when the next renter picks up the car, if that is sooner", () => {
    const next = at("2026-11-02T20:00:00Z");
    expect(closesAt({ ...back, nextPickupAt: next })).toEqual(next);
    expect(closesAt({ ...back, nextPickupAt: at("2026-11-09T15:00:00Z") })).toEqual(
      at("2026-11-03T15:20:00Z"),
    );
    // The car came back too late for this one.
    for (const missed of [at("2026-11-02T15:00:00Z"), RETURNED])
      expect(closesAt({ ...back, nextPickupAt: missed })).toEqual(at("2026-11-03T15:20:00Z"));
    expect(closesAt(out)).toBeNull();
  });

  test("a booking without times has the whole of its end date", () => {
    expect(dueBackAt(rentalPeriod(day("2026-10-30"), day("2026-11-02")))).toEqual(
      at("2026-11-03T05:00:00Z"),
    );
    expect(dueBackAt(FACTS.period)).toEqual(at("2026-11-02T15:00:00Z"));
  });
});

describe("entryWindow", () => {
  const CHECK_IN = "2026-10-29T14:00:00.000Z";
  const PICKUP = "2026-10-30T14:12:00.000Z";
  const RETURN = "2026-11-02T15:20:00.000Z";
  test.each<[string, TripFacts, HandoverKind, TripSide, boolean, string | null, string | null]>([
    ["pickup", FACTS, "pickup", "host", true, CHECK_IN, "2026-11-03T05:00:00.000Z"],
    ["renter's marks", out, "pickup", "renter", true, CHECK_IN, "2026-10-30T16:12:00.000Z"],
    ["renter's readings", out, "pickup", "renter", false, CHECK_IN, PICKUP],
    ["host's marks", out, "pickup", "host", true, CHECK_IN, PICKUP],
    ["return too soon", FACTS, "return", "renter", true, null, null],
    ["return", out, "return", "renter", false, PICKUP, null],
    ["renter after the return", back, "return", "renter", true, PICKUP, RETURN],
    ["host after the return", back, "return", "host", true, PICKUP, "2026-11-03T15:20:00.000Z"],
    ["host's readings", back, "return", "host", false, PICKUP, RETURN],
  ])("%s", (_what, facts, handover, side, canFollow, from, until) => {
    const window = entryWindow(facts, { handover, side, canFollow });
    expect([window.from?.toISOString() ?? null, window.until?.toISOString() ?? null]).toEqual([
      from,
      until,
    ]);
  });
});

test("a cancelled trip closes with its cancellation, unless the car is out", () => {
  const cancelledAt = at("2026-10-29T15:00:00Z");
  const cancelled = { ...FACTS, status: "cancelled" as const, cancelledAt };
  expect(closesAt(cancelled)).toEqual(cancelledAt);
  expect(closesAt({ ...out, status: "cancelled", cancelledAt })).toBeNull();
});

test("the renter can add for a day to a return that the host confirmed alone", () => {
  const alone = { ...back, isReturnOneSided: true, nextPickupAt: at("2026-11-02T20:00:00Z") };
  const until = (facts: TripFacts, side: TripSide) =>
    entryWindow(facts, { handover: "return", side, canFollow: true }).until;
  expect(until(back, "renter")).toEqual(RETURNED);
  expect(until(alone, "renter")).toEqual(at("2026-11-03T15:20:00Z"));
  expect(until(alone, "host")).toEqual(at("2026-11-02T20:00:00Z"));
  expect(closesAt(alone)).toEqual(at("2026-11-03T15:20:00Z"));
});

test("the host's window after a return with the lockbox counts from its receipt", () => {
  const received = at("2026-11-03T14:00:00Z");
  const until = (nextPickupAt: Date | null) =>
    entryWindow(
      { ...back, lockboxConfirmedAt: { pickup: null, return: received }, nextPickupAt },
      { handover: "return", side: "host", canFollow: true },
    ).until;
  expect(until(null)).toEqual(at("2026-11-04T14:00:00Z"));
  expect(until(at("2026-11-03T20:00:00Z"))).toEqual(at("2026-11-03T20:00:00Z"));
});

test.each<[string, string | null, string | null, string]>([
  ["of the return", "2026-11-02T16:00:00Z", "2026-11-03T10:00:00Z", "2026-11-04T10:00:00Z"],
  [
    "of a pickup that arrived last",
    "2026-11-03T12:00:00Z",
    "2026-11-03T10:00:00Z",
    "2026-11-04T12:00:00Z",
  ],
  ["of a pickup, after a return by code", "2026-11-03T12:00:00Z", null, "2026-11-04T12:00:00Z"],
  [
    "of a pickup, unless the return's end is later",
    "2026-10-30T15:00:00Z",
    null,
    "2026-11-03T15:20:00Z",
  ],
])("a trip closes with the latest deadline of an answer: %s", (_of, pickup, returned, end) => {
  const lockboxConfirmedAt = {
    pickup: pickup ? at(pickup) : null,
    return: returned ? at(returned) : null,
  };
  expect(closesAt({ ...back, lockboxConfirmedAt })).toEqual(at(end));
});

test("check-in opens 24 hours before a pickup on the day after the clocks went forward", () => {
  const period = rentalPeriod(day("2026-03-08"), day("2026-03-10"), {
    pickupTime: time("10:00"),
    returnTime: time("10:00"),
  });
  // 9:00 in winter time.
  expect(checkInAt(period)).toEqual(at("2026-03-07T14:00:00Z"));
});
