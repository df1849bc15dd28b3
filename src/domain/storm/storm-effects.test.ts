import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { IslandId } from "../place/islands.ts";
import { stormEffects, type AffectedBooking } from "./storm-effects.ts";

const ISLANDS = ["abacos", "grand-bahama"] as const satisfies IslandId[];
const booking = (given: Partial<AffectedBooking>): AffectedBooking => ({
  island: "abacos",
  carId: "car",
  renterId: "renter",
  state: "starting",
  refundableCents: 20_099,
  ...given,
});

test("counts bookings, people, cars and the largest possible refund by island", () => {
  const affected = [
    booking({}),
    booking({ renterId: "other" }),
    booking({ state: "under_way", carId: "second" }),
    booking({ island: "grand-bahama", carId: "third", refundableCents: 1 }),
    booking({ island: "grand-bahama", state: "request", carId: "fourth", renterId: "new" }),
  ];
  expect(stormEffects(ISLANDS, affected, new Map([["abacos", 31]]))).toEqual({
    bookings: 4,
    people: 2,
    cars: 3,
    requests: 1,
    starting: 3,
    underWay: 1,
    carsToInspect: 31,
    refundCents: 40_199,
    islands: [
      {
        island: "abacos",
        requests: 0,
        starting: 2,
        underWay: 1,
        carsToInspect: 31,
        refundCents: 40_198,
      },
      {
        island: "grand-bahama",
        requests: 1,
        starting: 1,
        underWay: 0,
        carsToInspect: 0,
        refundCents: 1,
      },
    ],
  });
});

test("the figures of the islands add up to the total", () => {
  const affected = fc.array(
    fc.record({
      island: fc.constantFrom(...ISLANDS),
      carId: fc.constantFrom("a", "b", "c"),
      renterId: fc.constantFrom("d", "e"),
      state: fc.constantFrom("request" as const, "starting" as const, "under_way" as const),
      refundableCents: fc.integer({ min: 0, max: 99_999_999 }),
    }),
  );
  fc.assert(
    fc.property(affected, fc.nat(500), (bookings, cars) => {
      const { islands, ...whole } = stormEffects(
        ISLANDS,
        bookings,
        new Map([["grand-bahama", cars]]),
      );
      for (const key of [
        "requests",
        "starting",
        "underWay",
        "carsToInspect",
        "refundCents",
      ] as const)
        expect(islands.reduce((sum, row) => sum + row[key], 0)).toBe(whole[key]);
      expect(whole.bookings).toBe(whole.starting + whole.underWay);
      expect(whole.requests + whole.bookings).toBe(bookings.length);
      expect(whole.people).toBeLessThanOrEqual(whole.bookings);
    }),
  );
});
