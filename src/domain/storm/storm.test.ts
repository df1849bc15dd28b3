import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, startOfDayInNassau, type CalendarDate } from "../calendar/dates.ts";
import { DomainError } from "../errors.ts";
import {
  checkStorm,
  dueBackAfterStorms,
  isAffected,
  isReturnInStorm,
  isStormOn,
  MAX_STORM_DAYS,
  RETURN_AFTER_STORM_HOURS,
  stormMsBetween,
  type StormTimes,
} from "./storm.ts";

const TODAY = "2026-09-13";
const IMANI = {
  islands: ["abacos", "grand-bahama"],
  firstDay: "2026-09-14",
  lastDay: "2026-09-17",
} as const;

describe("a declaration", () => {
  const refusal = (changed: object): unknown => {
    try {
      checkStorm({ ...IMANI, ...changed }, TODAY);
      return null;
    } catch (error) {
      return error instanceof DomainError ? [error.code, error.details] : error;
    }
  };

  test.each([
    [{}, null],
    [{ lastDay: IMANI.firstDay }, null],
    [{ islands: [] }, ["storm_without_islands", {}]],
    [{ lastDay: "2026-09-13" }, ["storm_days_reversed", {}]],
    [{ lastDay: addDays(IMANI.firstDay, MAX_STORM_DAYS - 1) }, null],
    [
      { lastDay: addDays(IMANI.firstDay, MAX_STORM_DAYS) },
      ["storm_too_long", { max_days: MAX_STORM_DAYS }],
    ],
    [{ firstDay: "2026-09-10", lastDay: TODAY }, null],
    [{ firstDay: "2026-09-10", lastDay: "2026-09-12" }, ["storm_past", { today: TODAY }]],
  ])("with %j", (changed, expected) => {
    expect(refusal(changed)).toEqual(expected);
  });
});

const storm = (given: Partial<StormTimes> = {}): StormTimes => ({
  ...IMANI,
  endedAt: null,
  ...given,
});
const at = (text: string) => new Date(text);
const ended = storm({ endedAt: at("2026-09-19T16:00:00Z") });

test("suspends from 00:00 in Nassau on its first day until an admin ends it", () => {
  expect(isStormOn([ended], at("2026-09-14T03:59:59Z"))).toBe(false);
  expect(isStormOn([ended], at("2026-09-14T04:00:00Z"))).toBe(true);
  expect(isStormOn([ended], at("2026-09-19T15:59:59Z"))).toBe(true);
  expect(isStormOn([ended], at("2026-09-19T16:00:00Z"))).toBe(false);
  expect(isStormOn([storm()], at("2027-03-01T12:00:00Z"))).toBe(true);
  expect(isStormOn([], at("2026-09-15T12:00:00Z"))).toBe(false);
  expect(isStormOn([ended, storm({ firstDay: "2026-11-01" })], at("2026-11-02T12:00:00Z"))).toBe(
    true,
  );
});

test.each<[CalendarDate, CalendarDate, boolean]>([
  ["2026-09-10", "2026-09-13", false],
  ["2026-09-10", "2026-09-14", true],
  ["2026-09-15", "2026-09-16", true],
  ["2026-09-17", "2026-09-20", true],
  ["2026-09-18", "2026-09-20", false],
])("a trip from %s to %s is affected: %s", (start, end, affected) => {
  expect(isAffected(storm(), { start, end })).toBe(affected);
  expect(isAffected(ended, { start, end })).toBe(false);
});

const HOUR_MS = 3_600_000;
test.each([
  ["before it", "2026-09-13T04:00:00Z", "2026-09-14T04:00:00Z", 0],
  ["across its beginning", "2026-09-14T03:00:00Z", "2026-09-14T06:00:00Z", 2],
  ["across its end", "2026-09-19T15:00:00Z", "2026-09-19T18:00:00Z", 1],
  ["across all of it", "2026-09-01T00:00:00Z", "2026-10-01T00:00:00Z", 5 * 24 + 12],
  ["after it", "2026-09-19T16:00:00Z", "2026-09-20T16:00:00Z", 0],
])("counts the time of a storm %s", (_where, from, until, hours) => {
  expect(stormMsBetween([ended], at(from), at(until))).toBe(hours * HOUR_MS);
});

test("counts the time of storms that overlap, or that are on, once", () => {
  const inside = storm({ firstDay: "2026-09-15", endedAt: at("2026-09-18T16:00:00Z") });
  const after = storm({ firstDay: "2026-09-19", endedAt: null });
  for (const all of [
    [ended, inside, after],
    [after, inside, ended],
  ])
    expect(stormMsBetween(all, at("2026-09-14T04:00:00Z"), at("2026-09-20T04:00:00Z"))).toBe(
      6 * 24 * HOUR_MS,
    );
});

const hoursAfter = (instant: Date, hours: number) =>
  new Date(instant.getTime() + hours * 3_600_000);

describe("a return", () => {
  const due = at("2026-09-16T14:00:00Z");

  test("is due 24 hours after the end of the storm that it was due in", () => {
    expect(RETURN_AFTER_STORM_HOURS).toBe(24);
    expect(dueBackAfterStorms(due, [ended])).toEqual(at("2026-09-20T16:00:00Z"));
  });

  test("is not due during the storm, and due as booked outside of it", () => {
    expect(dueBackAfterStorms(due, [storm()])).toBeNull();
    expect(dueBackAfterStorms(due, [])).toEqual(due);
    const before = at("2026-09-13T14:00:00Z");
    expect(dueBackAfterStorms(before, [ended])).toEqual(before);
    expect(dueBackAfterStorms(before, [storm()])).toEqual(before);
  });

  test.each([
    ["by the end of the last day", "2026-09-18T04:00:00Z", TODAY, true],
    ["after the last day", "2026-09-18T04:00:01Z", TODAY, false],
    [
      "after the last day, if the storm is still on then",
      "2026-09-18T16:00:00Z",
      "2026-09-19",
      true,
    ],
    ["before the storm", "2026-09-13T14:00:00Z", "2026-09-15", false],
  ] as const)("falls in a storm that is on: due %s", (_when, dueAt, today, expected) => {
    expect(isReturnInStorm(at(dueAt), [storm()], startOfDayInNassau(today))).toBe(expected);
    expect(isReturnInStorm(at(dueAt), [ended], startOfDayInNassau(today))).toBe(false);
  });

  test("is due after a second storm that begins before the extra time of the first is over", () => {
    const second = storm({ firstDay: "2026-09-20", endedAt: at("2026-09-25T16:00:00Z") });
    expect(dueBackAfterStorms(due, [second, ended])).toEqual(at("2026-09-26T16:00:00Z"));
  });

  test("is due after the longer of two storms with the same first day", () => {
    const shorter = storm({ endedAt: at("2026-09-19T04:00:00Z") });
    for (const both of [
      [shorter, ended],
      [ended, shorter],
    ])
      expect(dueBackAfterStorms(due, both)).toEqual(at("2026-09-20T16:00:00Z"));
  });

  const days = fc.integer({ min: 0, max: 40 });
  const storms = fc.array(
    fc.record({ from: days, length: fc.option(days) }).map(({ from, length }) => {
      const firstDay = addDays(TODAY, from);
      const endedAt = length === null ? null : startOfDayInNassau(addDays(firstDay, length));
      return storm({ firstDay, lastDay: firstDay, endedAt });
    }),
    { maxLength: 6 },
  );
  const instants = fc.integer({ min: 0, max: 1_200 }).map((hours) => {
    return hoursAfter(startOfDayInNassau(TODAY), hours);
  });

  test("is never due early or during a storm, whatever the order of the storms", () => {
    fc.assert(
      fc.property(storms, instants, (all, dueAt) => {
        const found = dueBackAfterStorms(dueAt, all);
        expect(dueBackAfterStorms(dueAt, all.toReversed())).toEqual(found);
        if (!isStormOn(all, dueAt)) expect(found).toEqual(dueAt);
        if (found === null) {
          expect(all.some(({ endedAt }) => endedAt === null)).toBe(true);
          return;
        }
        expect(found.getTime()).toBeGreaterThanOrEqual(dueAt.getTime());
        expect(isStormOn(all, found)).toBe(false);
        const ends = all.flatMap(({ endedAt }) =>
          endedAt ? hoursAfter(endedAt, 24).getTime() : [],
        );
        expect([dueAt.getTime(), ...ends]).toContain(found.getTime());
      }),
    );
  });
});
