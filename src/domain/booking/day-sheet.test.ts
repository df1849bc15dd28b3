import { expect, test } from "vitest";
import type { TimeOfDay } from "../calendar/time-of-day.ts";
import { daySheet } from "./day-sheet.ts";

const trip = (
  carId: string,
  start: `2026-${number}-${number}`,
  end: `2026-${number}-${number}`,
  [pickupTime, returnTime]: [TimeOfDay, TimeOfDay] | [null, null] = [null, null],
) => ({ carId, start, end, pickupTime, returnTime });

test("lists pickups and returns by day, and a car's return before its pickup", () => {
  const next = trip("vitz", "2026-12-05", "2026-12-07", ["14:00", "09:30"]);
  const last = trip("vitz", "2026-12-01", "2026-12-05");
  const other = trip("noah", "2026-12-04", "2026-12-06");
  const days = daySheet([next, last, other], { from: "2026-12-05", days: 3 });
  expect(days).toEqual([
    {
      date: "2026-12-05",
      cars: [
        {
          carId: "vitz",
          handovers: [
            { kind: "return", time: null, trip: last },
            { kind: "pickup", time: "14:00", trip: next },
          ],
        },
      ],
    },
    {
      date: "2026-12-06",
      cars: [{ carId: "noah", handovers: [{ kind: "return", time: null, trip: other }] }],
    },
    {
      date: "2026-12-07",
      cars: [{ carId: "vitz", handovers: [{ kind: "return", time: "09:30", trip: next }] }],
    },
  ]);
});

test("keeps the order of the trips within a day, and shows days without any", () => {
  const trips = [
    trip("b", "2026-12-30", "2026-12-31"),
    trip("c", "2026-12-25", "2026-12-28"),
    trip("a", "2026-12-27", "2026-12-31"),
  ];
  const days = daySheet(trips, { from: "2026-12-31", days: 2 });
  expect(days.map(({ date, cars }) => [date, cars.map(({ carId }) => carId)])).toEqual([
    ["2026-12-31", ["b", "a"]],
    ["2027-01-01", []],
  ]);
});

test("lists the cars of a day by the time of their first handover, those without one last", () => {
  const trips = [
    trip("untimed", "2026-12-05", "2026-12-06"),
    trip("noon", "2026-12-05", "2026-12-06", ["12:00", "08:00"]),
    trip("morning", "2026-12-04", "2026-12-05", ["18:00", "08:00"]),
    trip("morning", "2026-12-05", "2026-12-06", ["16:00", "08:00"]),
    trip("also noon", "2026-12-05", "2026-12-06", ["12:00", "08:00"]),
  ];
  const [day] = daySheet(trips, { from: "2026-12-05", days: 1 });
  expect(day?.cars.map(({ carId }) => carId)).toEqual(["morning", "noon", "also noon", "untimed"]);
});
