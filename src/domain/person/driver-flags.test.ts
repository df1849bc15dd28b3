import { expect, test } from "vitest";
import { driverFlags, mayReadDriverFlags, type DriverFacts } from "./driver-flags.ts";

const CLEAN: DriverFacts = { tripsOverlap: false, identity: "verified", isDisputed: false };

test("each fact raises its own flag", () => {
  expect(driverFlags(CLEAN)).toEqual([]);
  expect(driverFlags({ ...CLEAN, tripsOverlap: true })).toEqual(["trips_overlap"]);
  expect(driverFlags({ ...CLEAN, identity: "rejected" })).toEqual(["verification_rejected"]);
  expect(driverFlags({ ...CLEAN, isDisputed: true })).toEqual(["charge_disputed"]);
  expect(driverFlags({ tripsOverlap: true, identity: "rejected", isDisputed: true })).toEqual([
    "trips_overlap",
    "verification_rejected",
    "charge_disputed",
  ]);
});

test("a driver who is not verified yet has no flag", () => {
  expect(driverFlags({ ...CLEAN, identity: "none" })).toEqual([]);
  expect(driverFlags({ ...CLEAN, identity: "submitted" })).toEqual([]);
});

test("a host reads the flags while the trip is ahead or in progress, the renter never", () => {
  const readers = (["renter", "host", "admin"] as const).map((reader) =>
    (["pending", "approved", "rejected", "completed", "cancelled"] as const).filter((status) =>
      mayReadDriverFlags(reader, status),
    ),
  );
  expect(readers).toEqual([
    [],
    ["pending", "approved"],
    ["pending", "approved", "rejected", "completed", "cancelled"],
  ]);
});
