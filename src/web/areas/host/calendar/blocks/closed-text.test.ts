import { expect, test } from "vitest";
import { describeClosed, type Closed } from "./closed-text.ts";

const closed = (more: Partial<Closed> = {}): Closed => ({
  carIds: ["a", "b", "c"],
  reason: undefined,
  start: "2026-12-01",
  end: "2026-12-06",
  booked: [],
  cars: [
    { id: "a", title: "Vitz" },
    { id: "b", title: "Coral Mustang" },
    { id: "c", title: "Leaf" },
  ],
  today: "2026-11-23",
  ...more,
});
const booked = {
  car_id: "b",
  booking_id: "1",
  start_date: "2026-12-03",
  end_date: "2026-12-05",
} as const;

test.each([
  [{}, "Dates blocked", "Blocked 3 cars for Dec 1 – Dec 5."],
  [{ carIds: ["a"], end: "2026-12-02" }, "Dates blocked", "Blocked Vitz for Dec 1."],
  [
    { booked: [booked] },
    "Dates blocked",
    "Blocked 3 cars for Dec 1 – Dec 5; Coral Mustang is booked Dec 3 – Dec 5.",
  ],
  [
    { start: "2026-12-03", end: "2026-12-05", booked: [booked] },
    "Dates blocked",
    "Blocked 2 cars for Dec 3 – Dec 4; Coral Mustang is booked Dec 3 – Dec 5.",
  ],
  [
    { carIds: ["b"], start: "2026-12-03", end: "2026-12-04", booked: [booked] },
    "Nothing was blocked",
    "Coral Mustang is booked Dec 3 – Dec 5.",
  ],
  [{ reason: "mechanic" }, "Out of service", "3 cars are out of service Dec 1 – Dec 5."],
  [
    { reason: "mechanic", carIds: ["b"], start: "2026-12-03", end: "2026-12-05", booked: [booked] },
    "Out of service",
    "Coral Mustang is out of service Dec 3 – Dec 4; Coral Mustang is booked Dec 3 – Dec 5.",
  ],
  [{ reason: "other", carIds: ["c"] }, "Out of service", "Leaf is out of service Dec 1 – Dec 5."],
] as const)("%o: %s, %s", (more, title, description) => {
  expect(describeClosed(closed(more as Partial<Closed>))).toEqual({ title, description });
});
