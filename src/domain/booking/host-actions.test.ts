import { expect, test } from "vitest";
import { rentalPeriod } from "./rental-period.ts";
import type { ActorKind, BookingFacts } from "./booking.ts";
import { hostActions } from "./host-actions.ts";

const REQUEST: BookingFacts = {
  status: "pending",
  paymentStatus: "authorized",
  approving: false,
  period: rentalPeriod("2026-12-05", "2026-12-08"),
  bookingMode: "approval",
  authorizedAt: new Date("2026-11-21T17:00:00Z"),
};
const APPROVED: BookingFacts = { ...REQUEST, status: "approved", paymentStatus: "paid" };
const ANSWER = { approve: true, reject: true, cancel: false };
const NOTHING = { approve: false, reject: false, cancel: false };

test.each<[string, BookingFacts, ActorKind, string, object]>([
  ["the host may answer a request", REQUEST, "host", "2026-11-21T18:00:00Z", ANSWER],
  ["an admin may answer a request", REQUEST, "admin", "2026-11-21T18:00:00Z", ANSWER],
  ["the renter may not answer a request", REQUEST, "renter", "2026-11-21T18:00:00Z", NOTHING],
  [
    "after 24 hours a request can no longer be approved",
    REQUEST,
    "host",
    "2026-11-22T17:00:00Z",
    { ...ANSWER, approve: false },
  ],
  [
    "nothing is allowed while an approval is being captured",
    { ...REQUEST, approving: true },
    "host",
    "2026-11-21T18:00:00Z",
    NOTHING,
  ],
  [
    "the host may cancel until the end of the start date",
    APPROVED,
    "host",
    "2026-12-06T04:59:59Z",
    { ...NOTHING, cancel: true },
  ],
  ["the host may not cancel later", APPROVED, "host", "2026-12-06T05:00:00Z", NOTHING],
  ["an admin may cancel", APPROVED, "admin", "2026-12-06T05:00:00Z", { ...NOTHING, cancel: true }],
  [
    "nothing is allowed after completion",
    { ...APPROVED, status: "completed" },
    "host",
    "2026-12-09T17:00:00Z",
    NOTHING,
  ],
])("%s", (_name, booking, actorKind, now, actions) => {
  expect(hostActions({ booking, actorKind, now: new Date(now) })).toEqual(actions);
});
