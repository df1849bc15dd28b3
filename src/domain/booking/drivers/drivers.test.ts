import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BookingStatus, PaymentStatus } from "../booking.ts";
import {
  checkDriverEmails,
  describeDriver,
  invitationExpiresAt,
  listDrivers,
  mayChangeDrivers,
  mayDrive,
  shortenName,
  shownDriverState,
  warnOfDrivers,
  type DriverState,
} from "./drivers.ts";
import { MAX_ADDITIONAL_DRIVERS } from "./limits.ts";
import { rentalPeriod } from "../rental-period.ts";

/** Picked up at 15:00 UTC. */
const PERIOD = rentalPeriod("2026-12-05", "2026-12-08", {
  pickupTime: "10:00",
  returnTime: "10:00",
});
const PICKUP = "2026-12-05T15:00:00.000Z";

describe("the addresses that a renter adds", () => {
  const check = (emails: string[], known: string[] = []) => {
    try {
      return checkDriverEmails(emails, { renterEmail: "me@x.test", known });
    } catch (error) {
      const { code, details } = error as { code: string; details: object };
      return { code, ...details };
    }
  };
  test.each<[string[], string[], object | undefined]>([
    [[], [], undefined],
    [["a@x.test", "b@x.test", "c@x.test"], [], undefined],
    [["me@x.test"], [], { code: "driver_is_renter", email: "me@x.test" }],
    [["a@x.test", "a@x.test"], [], { code: "driver_named_twice", email: "a@x.test" }],
    [["a@x.test"], ["a@x.test"], { code: "driver_named_twice", email: "a@x.test" }],
    [["c@x.test"], ["a@x.test", "b@x.test"], undefined],
    [["d@x.test"], ["a@x.test", "b@x.test", "c@x.test"], { code: "too_many_drivers", limit: 3 }],
  ])("%j beside %j", (emails, known, refusal) => {
    expect(check(emails, known)).toEqual(refusal);
  });
  test("are accepted up to the limit, in any order", () => {
    const emails = fc.uniqueArray(fc.emailAddress(), { maxLength: 6 });
    fc.assert(
      fc.property(emails, fc.nat(6), (all, cut) => {
        const known = all.slice(0, cut);
        const isAccepted = check(all.slice(cut), known) === undefined;
        expect(isAccepted).toBe(all.length <= MAX_ADDITIONAL_DRIVERS);
      }),
    );
  });
});

test.each([
  ["2026-11-01T12:00:00Z", "2026-11-15T12:00:00.000Z"],
  ["2026-11-21T15:00:00Z", PICKUP],
  ["2026-12-04T12:00:00Z", PICKUP],
])("an invitation of %s is valid until %s", (now, until) => {
  expect(invitationExpiresAt(PERIOD, new Date(now)).toISOString()).toBe(until);
});

test.each<[BookingStatus, PaymentStatus, string, boolean]>([
  ["approved", "paid", "2026-12-05T14:59:59Z", true],
  ["approved", "partially_refunded", "2026-12-01T12:00:00Z", true],
  ["approved", "paid", PICKUP, false],
  ["pending", "authorized", "2026-12-01T12:00:00Z", true],
  ["pending", "authorized", PICKUP, false],
  ["pending", "unpaid", "2026-12-01T12:00:00Z", false],
  ["cancelled", "refunded", "2026-12-01T12:00:00Z", false],
  ["completed", "paid", "2026-12-01T12:00:00Z", false],
  ["rejected", "voided", "2026-12-01T12:00:00Z", false],
])("drivers of a booking that is %s and %s at %s", (status, paymentStatus, now, expected) => {
  expect(mayChangeDrivers({ status, paymentStatus, period: PERIOD }, new Date(now))).toBe(expected);
});

test.each([
  ["named", null, null],
  ["invited", "2026-12-01T12:00:01Z", "invited"],
  ["invited", "2026-12-01T12:00:01Z", "unsent"],
  ["invited", "2026-12-01T12:00:00Z", "expired"],
  ["invited", null, "expired"],
  ["accepted", null, "accepted"],
  ["declined", null, "declined"],
  ["removed", null, "removed"],
] as const)("a driver stored as %s until %s is shown as %s", (state, until, shown) => {
  const expiresAt = until && new Date(until);
  const isSent = shown !== "unsent";
  expect(shownDriverState({ state, expiresAt, isSent }, new Date("2026-12-01T12:00:00Z"))).toBe(
    shown,
  );
});

describe("a driver may drive", () => {
  const driver = {
    identity: "verified",
    isSuspended: false,
    dateOfBirth: "2005-12-05",
    startDate: "2026-12-05",
  } as const;
  test.each([
    ["with a verified licence, from 21", {}, true],
    ["not before", { dateOfBirth: "2005-12-06" }, false],
    ["not without a date of birth", { dateOfBirth: null }, false],
    ["not while under review", { identity: "submitted" }, false],
    ["not while suspended", { isSuspended: true }, false],
  ] as const)("%s", (_case, change, expected) => {
    expect(mayDrive({ ...driver, ...change })).toBe(expected);
  });
});

describe("texts about drivers", () => {
  const ann = { state: "accepted", name: { first_name: "Ann", last_name: "Rolle" } } as const;
  const READY = { ...ann, is_verified: true };
  const LOST = { ...ann, is_verified: false };
  const OVER = { ...ann, is_verified: null };
  const open = (state: DriverState) => ({ state, name: null, is_verified: false });

  test("name what counts at the pickup", () => {
    expect([READY, LOST, OVER].map(describeDriver)).toEqual([
      "Licence verified",
      "No longer verified",
      "Accepted",
    ]);
    const states = ["invited", "unsent", "expired", "declined", "removed"] as const;
    expect(states.map((state) => describeDriver(open(state)))).toEqual([
      "Invited, not confirmed",
      "Not sent yet",
      "Invitation expired",
      "Declined",
      "Removed",
    ]);
  });
  test("list the expected drivers", () => {
    expect(listDrivers([])).toEqual([]);
    expect(listDrivers([READY])).toEqual(["Additional drivers: Ann Rolle (licence verified)"]);
    expect(listDrivers([open("invited"), open("declined"), open("unsent")])).toEqual([
      "May not drive: 1 invited person who hasn't accepted",
    ]);
    expect(listDrivers([LOST, READY, open("invited"), open("invited")])).toEqual([
      "Additional drivers: Ann Rolle (licence verified)",
      "May not drive: Ann Rolle (no longer verified), 2 invited people who haven't accepted",
    ]);
  });
  test("warn of those who can't drive", () => {
    expect(warnOfDrivers([READY, OVER, open("declined"), open("removed")])).toEqual([]);
    expect(warnOfDrivers([LOST, open("invited")])).toEqual([
      "Ann Rolle is no longer verified, so they can't drive.",
      "One driver hasn't accepted your invitation, so they can't drive.",
    ]);
    expect(warnOfDrivers([open("unsent"), open("expired")])).toEqual([
      "2 drivers haven't accepted your invitations, so they can't drive.",
    ]);
  });
});

test("an invitation shows up to 30 characters of a first name", () => {
  expect(shortenName("A".repeat(30))).toBe("A".repeat(30));
  expect(shortenName("A".repeat(31))).toBe(`${"A".repeat(29)}…`);
});
