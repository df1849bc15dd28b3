import { expect, test } from "vitest";
import type { BookingFacts } from "../booking/booking.ts";
import { rentalPeriod } from "../booking/rental-period.ts";
import {
  allowedOnBooking,
  BOOKING_POLICY,
  chooseStep,
  partiesToBooking,
  type BookingParty,
} from "./booking.ts";

const REQUEST: BookingFacts = {
  status: "pending",
  paymentStatus: "authorized",
  approving: false,
  period: rentalPeriod("2026-12-05", "2026-12-08"),
  bookingMode: "approval",
  authorizedAt: new Date("2026-11-21T17:00:00Z"),
  trip: { pickedUpAt: null, returnedAt: null },
};
const APPROVED: BookingFacts = { ...REQUEST, status: "approved", paymentStatus: "paid" };
const CANCELLED: BookingFacts = { ...APPROVED, status: "cancelled", paymentStatus: "refunded" };
const COMPLETED: BookingFacts = { ...APPROVED, status: "completed" };
const MONEY = {
  amountDueCents: 26_039,
  refundedCents: 0,
  lostCents: 0,
  creditCents: 0,
  creditReturnedCents: 0,
};
const SOON = "2026-11-21T18:00:00Z";
const LATER = "2026-12-09T17:00:00Z";

/** Until the pickup of a requested or approved booking. */
const DRIVERS = ["invite_driver", "remove_driver"];

/** What each party may do in any state. */
const ALWAYS: Record<BookingParty, string[]> = {
  renter: ["read", "message", "verify_payment"],
  host: ["read", "message", "read_renter_reviews"],
  admin: ["read", "read_renter_reviews"],
};

test.each<[string, BookingFacts, BookingParty, string, string[]]>([
  ["the renter withdraws a request", REQUEST, "renter", SOON, ["withdraw", ...DRIVERS]],
  ["at any time", REQUEST, "renter", "2026-12-05T17:00:00Z", ["withdraw"]],
  ["but not once it is answered", { ...REQUEST, approving: true }, "renter", SOON, DRIVERS],
  ["the host answers a request", REQUEST, "host", SOON, ["approve", "reject"]],
  ["an admin answers a request", REQUEST, "admin", SOON, ["approve", "reject"]],
  ["after 24 hours nobody approves", REQUEST, "host", "2026-11-22T17:00:00Z", ["reject"]],
  ["nothing while the card is charged", { ...REQUEST, approving: true }, "host", SOON, []],
  [
    "the renter cancels in time",
    APPROVED,
    "renter",
    SOON,
    ["read_receipt", "export", "cancel", ...DRIVERS],
  ],
  [
    "the renter does not cancel in the last 24 hours",
    APPROVED,
    "renter",
    "2026-12-04T05:00:00Z",
    ["read_receipt", "export", ...DRIVERS],
  ],
  [
    "the host cancels until the end of the start date",
    APPROVED,
    "host",
    "2026-12-06T04:59:59Z",
    ["export", "cancel", "notify"],
  ],
  [
    "the host does not cancel later",
    APPROVED,
    "host",
    "2026-12-06T05:00:00Z",
    ["export", "notify"],
  ],
  [
    "the host notifies the renter of a rejection",
    { ...REQUEST, status: "rejected", paymentStatus: "voided" },
    "host",
    SOON,
    ["notify"],
  ],
  [
    "an admin cancels and refunds",
    APPROVED,
    "admin",
    "2026-12-06T05:00:00Z",
    ["read_receipt", "export", "cancel", "refund", "notify"],
  ],
  [
    "a refunded renter has a receipt, and may need another car",
    CANCELLED,
    "renter",
    SOON,
    ["read_receipt", "read_offers", "export"],
  ],
  [
    "a released hold leaves nothing",
    { ...CANCELLED, paymentStatus: "expired" },
    "renter",
    SOON,
    [],
  ],
  ["nothing but a receipt after completion", COMPLETED, "renter", LATER, ["read_receipt"]],
  ["the host is done after completion", COMPLETED, "host", LATER, []],
  ["an admin refunds after completion", COMPLETED, "admin", LATER, ["read_receipt", "refund"]],
])("%s", (_name, booking, actorKind, now, actions) => {
  const may = allowedOnBooking({
    booking,
    actorKind,
    now: new Date(now),
    money: MONEY,
    review: "none",
  });
  expect(may.toSorted()).toEqual([...ALWAYS[actorKind], ...actions].toSorted());
});

test.each([
  ["all but one cent of an upcoming trip", APPROVED, 26_038],
  ["all of a completed trip", COMPLETED, 26_039],
])("an admin refunds in part %s", (_what, booking, most) => {
  const may = (refundedCents: number) =>
    allowedOnBooking({
      booking: { ...booking, paymentStatus: "partially_refunded" },
      actorKind: "admin",
      now: new Date(LATER),
      money: { ...MONEY, refundedCents },
      review: "none",
    });
  expect(may(most - 1)).toContain("refund");
  expect(may(most)).not.toContain("refund");
});

test.each(["renter", "host"] as const)("the %s reviews while the time is open", (actorKind) => {
  const may = (review: "open" | "sealed") =>
    allowedOnBooking({
      booking: COMPLETED,
      actorKind,
      now: new Date(LATER),
      money: MONEY,
      review,
    });
  expect(may("open")).toContain("review");
  expect(may("sealed")).not.toContain("review");
});

test("the steps' parties are those of the transition table", () => {
  const { approve, reject, withdraw, cancel, refund } = BOOKING_POLICY;
  expect([approve, reject, withdraw, cancel, refund].map(({ who }) => who)).toEqual([
    ["host", "admin"],
    ["host", "admin"],
    ["renter"],
    ["renter", "host", "admin"],
    ["admin"],
  ]);
});

test("people who are not a party to something do not learn that it exists", () => {
  const hidden = Object.entries(BOOKING_POLICY).filter(([, { others }]) => others === "not_found");
  expect(hidden.map(([action]) => action)).toEqual([
    "message",
    "review",
    "read_renter_reviews",
    "verify_payment",
  ]);
});

test("a reader may be several parties to a booking, or none", () => {
  const booking = { renter_id: "r", host_id: "h" };
  expect(partiesToBooking(booking, { id: "r", roles: ["renter"] })).toEqual(["renter"]);
  expect(partiesToBooking(booking, { id: "h", roles: ["host", "admin"] })).toEqual([
    "host",
    "admin",
  ]);
  expect(partiesToBooking(booking, { id: "x", roles: ["admin"] })).toEqual(["admin"]);
  expect(partiesToBooking(booking, { id: "x", roles: ["host"] })).toEqual([]);
});

test("an admin acts as the renter or the host while that side may", () => {
  const at = (now: string) => ({ booking: APPROVED, now: new Date(now) });
  expect(chooseStep("cancel", ["host", "admin"], at(SOON))).toEqual({
    party: "host",
    step: "cancel_by_host",
  });
  expect(chooseStep("cancel", ["host", "admin"], at("2026-12-07T12:00:00Z"))).toEqual({
    party: "admin",
    step: "cancel_by_admin",
  });
});

test("an action in the wrong state is still a step, which the table refuses", () => {
  const late = { booking: APPROVED, now: new Date(LATER) };
  expect(chooseStep("cancel", ["renter"], late).step).toBe("cancel_by_renter");
  expect(() => chooseStep("approve", ["renter"], late)).toThrow("forbidden");
  expect(() => chooseStep("approve", [], late)).toThrow("not_found");
});
