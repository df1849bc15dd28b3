import { expect, test } from "vitest";
import { daySheet } from "./day-sheet.ts";

const trip = (
  carId: string,
  start: `2026-${number}-${number}`,
  end: `2026-${number}-${number}`,
) => ({
  carId,
  start,
  end,
});

test("lists pickups and returns by day, and a car's return before its pickup", () => {
  const next = trip("vitz", "2026-12-05", "2026-12-07");
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
            { kind: "return", trip: last },
            { kind: "pickup", trip: next },
          ],
        },
      ],
    },
    { date: "2026-12-06", cars: [{ carId: "noah", handovers: [{ kind: "return", trip: other }] }] },
    { date: "2026-12-07", cars: [{ carId: "vitz", handovers: [{ kind: "return", trip: next }] }] },
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
