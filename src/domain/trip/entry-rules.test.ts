// Which entries a trip refuses: times, limits and impossible readings.
import { describe, expect, test } from "vitest";
import { rentalPeriod } from "../booking/rental-period.ts";
import type { CalendarDate } from "../calendar/dates.ts";
import type { TimeOfDay } from "../calendar/time-of-day.ts";
import { DomainError } from "../errors.ts";
import { canonicalText, ENTRY_LIMITS, type EntryContent, type TripEntry } from "./entry.ts";
import { checkEntry, isReceivedLate } from "./entry-rules.ts";
import type { TripFacts } from "./trip.ts";

const FACTS: TripFacts = {
  status: "approved",
  period: rentalPeriod("2026-12-05" as CalendarDate, "2026-12-08" as CalendarDate, {
    pickupTime: "10:00" as TimeOfDay,
    returnTime: "10:00" as TimeOfDay,
  }),
  approvedAt: new Date("2026-11-20T12:00:00.000Z"),
  confirmedAt: { pickup: null, return: null },
  returnNoticedAt: null,
  lockboxConfirmedAt: { pickup: null, return: null },
  isReturnOneSided: false,
  cancelledAt: null,
  nextPickupAt: null,
};
const PICKED_UP = "2026-12-05T15:00:00.000Z";
const OUT: TripFacts = { ...FACTS, confirmedAt: { pickup: new Date(PICKED_UP), return: null } };
const reading = (miles: number): EntryContent => ({
  kind: "reading",
  miles,
  level: { unit: "eighths", value: 8 },
});
const MARK: EntryContent = { kind: "mark", part: "roof", damage: "dent", words: "" };

const entry = (content: EntryContent, at: string, more: Partial<TripEntry> = {}): TripEntry => ({
  id: crypto.randomUUID(),
  handover: "pickup",
  side: "host",
  at,
  content,
  ...more,
});

/** The code and details with which an entry is refused; "ok" if it is not. */
function verdict(made: TripEntry, facts: TripFacts, now: string, entries: TripEntry[] = []) {
  try {
    checkEntry(made, { facts, entries, usesPercent: false, now: new Date(now) });
    return "ok";
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [error.code, error.details];
  }
}

describe("times", () => {
  const OPEN = "2026-12-04T15:00:00.000Z";
  const CLOSED = "2026-12-09T05:00:00.000Z";
  const TOO_LATE = ["trip_entry_too_late", { closed_at: CLOSED }];
  test.each([
    ["2026-12-04T14:59:59.999Z", OPEN, ["trip_entry_too_early", { opens_at: OPEN }]],
    [OPEN, OPEN, "ok"],
    // The phone may be five minutes slow or fast.
    [OPEN, "2026-12-04T14:55:00.000Z", "ok"],
    [OPEN, "2026-12-04T14:54:59.999Z", ["trip_entry_too_early", { opens_at: OPEN }]],
    [OPEN, "2026-12-04T15:05:00.000Z", "ok"],
    [
      OPEN,
      "2026-12-04T15:05:00.001Z",
      ["trip_entry_in_future", { tolerance_minutes: 5, retry_after_seconds: 1 }],
    ],
    // Made without a network, and received up to seven days after the window closed.
    [CLOSED, PICKED_UP, "ok"],
    ["2026-12-16T04:59:59.999Z", PICKED_UP, "ok"],
    ["2026-12-16T05:00:00.000Z", PICKED_UP, TOO_LATE],
    [CLOSED, "2026-12-09T04:59:59.999Z", "ok"],
    [CLOSED, CLOSED, TOO_LATE],
    ["2026-12-10T05:00:00.000Z", CLOSED, TOO_LATE],
    // A fast clock never makes an entry late.
    ["2026-12-09T04:59:59.999Z", "2026-12-09T05:04:00.000Z", "ok"],
    [
      "2026-12-05T15:00:00.000Z",
      "2026-12-04T14:54:59.999Z",
      ["trip_entry_too_early", { opens_at: OPEN }],
    ],
  ])("received at %s, made at %s: %j", (now, at, expected) => {
    expect(verdict(entry(MARK, at), FACTS, now)).toEqual(expected);
  });

  test.each([
    [{ side: "renter" }, MARK, "2026-12-05T16:59:59.999Z", false],
    [{ side: "renter" }, MARK, "2026-12-05T17:00:00.000Z", true],
    [{}, MARK, "2026-12-05T15:30:00.000Z", true],
    [{}, { kind: "confirmation", reading_id: null, by: "both" }, "2026-12-06T15:00:00.000Z", false],
    [{ handover: "return" }, MARK, "2026-12-20T15:00:00.000Z", false],
  ] as const)("%j: %j, received at %s, is late: %s", (more, content, receivedAt, expected) => {
    const made = entry(content as EntryContent, PICKED_UP, more);
    expect(isReceivedLate(made, OUT, new Date(receivedAt))).toBe(expected);
  });

  test("after the pickup, the renter adds marks for two hours, and nobody adds readings", () => {
    const renter = { side: "renter" } as const;
    const by = (content: EntryContent, now: string, more = {}) =>
      verdict(entry(content, now, more), OUT, now);
    expect(by(MARK, "2026-12-05T16:59:59.999Z", renter)).toBe("ok");
    expect(by(MARK, "2026-12-05T17:00:00.000Z", renter)).toEqual([
      "trip_entry_too_late",
      { closed_at: "2026-12-05T17:00:00.000Z" },
    ]);
    // The code was entered in this minute, and the clocks may differ.
    for (const more of [renter, {}]) {
      expect(by(reading(1), "2026-12-05T15:04:59.999Z", more)).toBe("ok");
      expect(by(reading(1), "2026-12-05T15:05:00.000Z", more)).toEqual([
        "trip_entry_too_late",
        { closed_at: PICKED_UP },
      ]);
    }
  });

  test("accepts an entry made before the other phone confirmed and received after it", () => {
    const made = entry(reading(1), "2026-12-05T14:59:59.999Z", { side: "renter" });
    expect(verdict(made, OUT, "2026-12-06T15:00:00.000Z")).toBe("ok");
    const mark = entry(MARK, "2026-12-05T16:59:59.999Z", { side: "renter" });
    expect(verdict(mark, OUT, "2026-12-12T16:59:59.999Z")).toBe("ok");
    expect(verdict(mark, OUT, "2026-12-12T17:00:00.000Z")).toEqual([
      "trip_entry_too_late",
      { closed_at: "2026-12-05T17:00:00.000Z" },
    ]);
  });

  test("the return waits for the pickup", () => {
    const made = entry(reading(1), PICKED_UP, { handover: "return" });
    expect(verdict(made, FACTS, PICKED_UP)).toEqual(["pickup_not_confirmed", {}]);
  });
});

test("a handover takes at most 200 marks from each side", () => {
  const marks = Array.from({ length: ENTRY_LIMITS.mark }, () => entry(MARK, PICKED_UP));
  expect(verdict(entry(MARK, PICKED_UP), FACTS, PICKED_UP, marks.slice(1))).toBe("ok");
  expect(verdict(entry(MARK, PICKED_UP), FACTS, PICKED_UP, marks)).toEqual([
    "too_many_trip_entries",
    { kind: "mark", limit: 200 },
  ]);
  expect(verdict(entry(reading(1), PICKED_UP), FACTS, PICKED_UP, marks)).toBe("ok");
  const byRenter = entry(MARK, PICKED_UP, { side: "renter" });
  expect(verdict(byRenter, FACTS, PICKED_UP, marks)).toBe("ok");
  const returned = entry(MARK, PICKED_UP, { handover: "return" });
  expect(verdict(returned, OUT, PICKED_UP, marks)).toBe("ok");
});

describe("readings of the return", () => {
  const FIRST = entry(reading(41_286), PICKED_UP);
  const PICKUP = entry({ kind: "confirmation", reading_id: FIRST.id, by: "code" }, PICKED_UP);
  const tooFar = (max_miles: number) => ["odometer_too_far", { max_miles, miles_per_day: 600 }];
  test.each([
    [41_285, "2026-12-05T16:00:00Z", ["odometer_backwards", { pickup_miles: 41_286 }]],
    [41_286, "2026-12-05T16:00:00Z", "ok"],
    [41_886, "2026-12-05T15:00:00Z", "ok"],
    [41_887, "2026-12-06T15:00:00Z", tooFar(41_886)],
    [42_486, "2026-12-06T15:00:00.001Z", "ok"],
    [42_487, "2026-12-07T15:00:00Z", tooFar(42_486)],
  ])("%i miles at %s: %j", (miles, now, expected) => {
    const made = entry(reading(miles), now, { handover: "return" });
    expect(verdict(made, OUT, now, [FIRST, PICKUP])).toEqual(expected);
  });

  test("don't limit corrections at the pickup", () => {
    expect(verdict(entry(reading(5), PICKED_UP), FACTS, PICKED_UP, [FIRST])).toBe("ok");
  });
});

test("a level has the unit of the car, and at the return that of the pickup", () => {
  const charge = { ...reading(1), level: { unit: "percent", value: 80 } } as EntryContent;
  const wrong = (unit: string) => ["level_unit_wrong", { unit }];
  expect(verdict(entry(charge, PICKED_UP), FACTS, PICKED_UP)).toEqual(wrong("eighths"));
  const charged = entry(charge, PICKED_UP);
  const agreed = entry({ kind: "confirmation", reading_id: charged.id, by: "code" }, PICKED_UP);
  const back = (content: EntryContent) =>
    verdict(entry(content, PICKED_UP, { handover: "return" }), OUT, PICKED_UP, [charged, agreed]);
  expect(back(charge)).toBe("ok");
  expect(back(reading(1))).toEqual(wrong("percent"));
});

test("refuses a picture that is already in the trip", () => {
  const photo = entry({ kind: "photo", place: "front", sha256: "a", sent_sha256: "b" }, PICKED_UP);
  const again = entry({ kind: "photo", place: "roof", sha256: "a", sent_sha256: "c" }, PICKED_UP);
  expect(verdict(again, FACTS, PICKED_UP)).toBe("ok");
  expect(verdict(again, FACTS, PICKED_UP, [photo])).toEqual(["trip_photo_repeated", {}]);
});

test("the canonical text does not depend on the order of fields", () => {
  expect(canonicalText({ b: { d: 1, c: null }, a: "x" })).toBe(
    canonicalText({ a: "x", b: { c: null, d: 1 } }),
  );
  expect(canonicalText([1, 2])).toBe("[1,2]");
  expect(canonicalText({ a: 1 })).not.toBe(canonicalText({ a: "1" }));
});

test("a delayed flight follows its own rules, even before check-in opens, and is limited", () => {
  const delay = (pickup_at: string): TripEntry =>
    entry({ kind: "flight_delay", pickup_at, flight: null }, PICKED_UP, { side: "renter" });
  const now = "2026-11-20T12:00:00.000Z";
  expect(verdict(delay("2026-12-05T15:30:00.000Z"), FACTS, now)).toBe("ok");
  expect(verdict(delay("2026-12-06T03:30:00.000Z"), FACTS, now)).toEqual([
    "delay_too_long",
    { hours: 12, latest_at: "2026-12-06T03:00:00.000Z" },
  ]);
  const earlier = Array.from({ length: ENTRY_LIMITS.flight_delay }, () =>
    delay("2026-12-05T16:00:00.000Z"),
  );
  expect(verdict(delay("2026-12-05T15:30:00.000Z"), FACTS, now, earlier)).toEqual([
    "too_many_trip_entries",
    { kind: "flight_delay", limit: ENTRY_LIMITS.flight_delay },
  ]);
});

test("an agreement can be signed from the approval until the trip closes", () => {
  const text = { title: "Rental agreement", sections: [] };
  const signature = (at: string): TripEntry =>
    entry({ kind: "signature", text_sha256: "0".repeat(64), text, name: "Ann", path: null }, at);
  const early = "2026-11-20T12:00:00.000Z";
  expect(verdict(signature(early), FACTS, early)).toBe("ok");
  expect(verdict(signature(early), OUT, "2027-01-20T12:00:00.000Z")).toBe("ok");
  expect(verdict(signature(early), FACTS, "2026-12-16T04:59:59.999Z")).toBe("ok");
  const closed_at = "2026-12-09T05:00:00.000Z";
  for (const [at, now] of [
    [closed_at, closed_at],
    [early, "2026-12-16T05:00:00.000Z"],
  ] as const)
    expect(verdict(signature(at), FACTS, now)).toEqual(["trip_entry_too_late", { closed_at }]);
  expect(verdict(signature("2026-11-20T11:54:59.999Z"), FACTS, early)).toEqual([
    "trip_entry_too_early",
    { opens_at: early },
  ]);
  expect(verdict(signature("2026-11-20T12:05:00.001Z"), FACTS, early)).toEqual([
    "trip_entry_in_future",
    { tolerance_minutes: 5, retry_after_seconds: 1 },
  ]);
});
