// A renter with an open checkout asks for other dates of the car and is refused: the hold stays and
// can still be paid.
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DomainError, type ErrorCode } from "../../../../domain/errors.ts";
import * as contract from "../../../../contract/bookings/checkout.ts";
import { addDays, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import type { BookingMode } from "../../../../domain/listing/listing.ts";
import type { Person } from "../../../../../test/factories.ts";
import { losing } from "../../../../../test/failure-points.ts";
import {
  toUser,
  toInput,
  toDates,
  refusal,
  someDays,
  startHolds,
  type Days,
  type TestHold,
  type HoldTests,
} from "../../../../../test/holds.ts";
import type { Ctx } from "../../../platform/context.ts";
import { PaymentRefused } from "../../../platform/payments/provider.ts";
import { settle } from "../settlement/booking-purchases.service.ts";
import { createBookingCheckout } from "./checkout.service.ts";
import { sweep } from "../settlement/sweep.service.ts";

let t: HoldTests;
beforeAll(async () => {
  t = await startHolds();
});
afterAll(() => t.close());

const MINUTE = 60_000;

interface Refused {
  attempt: () => Promise<unknown>;
  /** Removes the obstacle, so that the hold can be paid afterwards. */
  undo?: () => Promise<unknown>;
  /** The hold that is expected to stay, if it is not the original one. */
  hold?: () => Promise<TestHold>;
}
/** Creates an obstacle for a holder who asks for other days. */
interface Refusal {
  code: ErrorCode;
  refuse(hold: TestHold, requested: Days): Promise<Refused>;
}
const change = (hold: TestHold, requested: Days, ctx?: Ctx) => ({
  attempt: () => t.begin(hold.renter, hold.car, requested, ctx),
});
const withDates = (
  { renter, car }: TestHold,
  requested: Days,
  dates: { start_date?: string; end_date?: string },
) => ({
  attempt: () =>
    createBookingCheckout(t.app.ctx, toUser(renter), { ...toInput(car, requested), ...dates }),
});
const withDrivers = (
  { renter, car }: TestHold,
  requested: Days,
  drivers: (own: string) => string[],
) => ({
  attempt: () =>
    createBookingCheckout(t.app.ctx, toUser(renter), {
      ...toInput(car, requested),
      drivers: drivers(renter.email),
    }),
});
const setProfile = (renter: Person, date_of_birth: CalendarDate | null) =>
  t.app.ctx.db
    .updateTable("profiles")
    .set({ date_of_birth })
    .where("user_id", "=", renter.id)
    .execute();
const setCar = (
  car: string,
  set: {
    is_available?: boolean;
    host_id?: string;
    price_per_day_cents?: number;
    booking_mode?: BookingMode;
  },
) => t.app.ctx.db.updateTable("car_listings").set(set).where("id", "=", car).execute();
/** A sweep late enough that a change in progress counts as abandoned. No event has arrived. */
const sweepLate = () => {
  t.app.clock.advance(2 * MINUTE);
  return sweep(t.app.ctx);
};

const REFUSALS: Record<string, Refusal> = {
  "dates that end before they start": {
    code: "dates_reversed",
    refuse: async (hold, requested) =>
      withDates(hold, requested, { end_date: toDates(requested).start_date }),
  },
  "the renter as an additional driver": {
    code: "driver_is_renter",
    refuse: async (hold, requested) => withDrivers(hold, requested, (own) => [own]),
  },
  "a driver named twice": {
    code: "driver_named_twice",
    refuse: async (hold, requested) =>
      withDrivers(hold, requested, () => ["a@example.com", "a@example.com"]),
  },
  "more drivers than a trip may have": {
    code: "too_many_drivers",
    refuse: async (hold, requested) =>
      withDrivers(hold, requested, () => ["a", "b", "c", "d"].map((each) => `${each}@example.com`)),
  },
  "dates without an end": {
    code: "dates_missing",
    refuse: async (hold, requested) => withDates(hold, requested, { end_date: "" }),
  },
  "a day that does not exist": {
    code: "dates_invalid",
    refuse: async (hold, requested) => withDates(hold, requested, { end_date: "2027-02-30" }),
  },
  "days that are over": {
    code: "dates_past",
    refuse: async (hold, requested) => withDates(hold, requested, { start_date: "2026-01-10" }),
  },
  "too many days": {
    code: "dates_too_long",
    refuse: async (hold, requested) =>
      withDates(hold, requested, { end_date: addDays(toDates(requested).start_date, 91) }),
  },
  "days too far ahead": {
    code: "dates_too_far",
    refuse: async (hold, requested) =>
      withDates(hold, requested, { start_date: "2029-01-10", end_date: "2029-01-12" }),
  },
  "days of a request that was just refused": {
    code: "request_too_soon",
    async refuse({ renter, car, days }, requested) {
      await setCar(car, { booking_mode: "approval" });
      const request = await t.begin(renter, car, requested);
      await t.pay(request.session_id);
      await settle(t.app.ctx, request.booking_id);
      await t.decide(request.booking_id, "reject", t.host, { reason: "It is in the workshop." });
      await setCar(car, { booking_mode: "instant" });
      const others = { from: requested.from + requested.days, days: days.days };
      await t.begin(renter, car, others);
      return {
        attempt: () => t.begin(renter, car, requested),
        hold: () => t.findHold(renter, car, others),
      };
    },
  },
  "days that another renter holds": {
    code: "dates_taken",
    async refuse(hold, { from, days }) {
      // After the renter's own days, because the other renter could not hold those.
      const theirs = { from: Math.max(from, hold.days.from + hold.days.days), days: 2 };
      await t.holding(theirs, hold.car);
      return change(hold, { from, days: Math.max(days, theirs.from + 1 - from) });
    },
  },
  "an old price": {
    code: "price_changed",
    async refuse(hold, requested) {
      await setCar(hold.car, { price_per_day_cents: 6_100 });
      return {
        ...change(hold, requested),
        undo: () => setCar(hold.car, { price_per_day_cents: 6_000 }),
      };
    },
  },
  "days for which the host wants a longer rental": {
    code: "too_short",
    async refuse(hold, requested) {
      const { db } = t.app.ctx;
      const day = toDates(requested).start_date;
      await db.insertInto("car_dates").values({ car_id: hold.car, day, min_days: 90 }).execute();
      return {
        ...change(hold, requested),
        undo: () => db.deleteFrom("car_dates").where("car_id", "=", hold.car).execute(),
      };
    },
  },
  "a car that left the site": {
    code: "car_not_available",
    async refuse(hold, requested) {
      await setCar(hold.car, { is_available: false });
      return { ...change(hold, requested), undo: () => setCar(hold.car, { is_available: true }) };
    },
  },
  "a car that is the renter's own by now": {
    code: "own_car",
    async refuse(hold, requested) {
      await setCar(hold.car, { host_id: hold.renter.id });
      return { ...change(hold, requested), undo: () => setCar(hold.car, { host_id: t.host.id }) };
    },
  },
  "a renter who is too young": {
    code: "renter_too_young",
    async refuse(hold, requested) {
      await setProfile(hold.renter, "2010-01-01");
      return change(hold, requested);
    },
  },
  "a renter without a date of birth": {
    code: "date_of_birth_required",
    async refuse(hold, requested) {
      await setProfile(hold.renter, null);
      return change(hold, requested);
    },
  },
  "a driver who is not verified": {
    code: "driver_not_verified",
    async refuse(hold, requested) {
      const admin = await t.newRenter({ roles: ["renter", "admin"] });
      const only = (verified_drivers_only: boolean) =>
        t.app.call("PATCH", "/api/admin/settings", {
          as: admin.token,
          body: { verified_drivers_only },
        });
      await only(true);
      return { ...change(hold, requested), undo: () => only(false) };
    },
  },
  "a fourth car": {
    code: "too_many_holds",
    async refuse({ renter }, requested) {
      for (let more = 0; more < 2; more++) await t.begin(renter, await t.newCar(), requested);
      const fourth = await t.newCar();
      return { attempt: () => t.begin(renter, fourth, requested) };
    },
  },
  "a car that was held for too long": {
    code: "hold_limit_reached",
    async refuse({ renter, car, days }, requested) {
      t.app.clock.advance(30 * MINUTE);
      await t.begin(renter, car, days);
      t.app.clock.advance(2 * MINUTE);
      return {
        attempt: () => t.begin(renter, car, requested),
        hold: () => t.findHold(renter, car, days),
      };
    },
  },
  "a provider that does not open a session": {
    code: "payment_provider_failed",
    refuse: async (hold, requested) =>
      change(hold, requested, losing(t.app.ctx, "openCheckout before")),
  },
  "a provider whose answer to the opening is lost": {
    code: "payment_provider_failed",
    refuse: async (hold, requested) =>
      change(hold, requested, losing(t.app.ctx, "openCheckout after")),
  },
  "a provider that refuses to open a session": {
    code: "checkout_refused",
    refuse: async (hold, requested) =>
      change(
        hold,
        requested,
        t.withProvider({
          openCheckout: () => Promise.reject(new PaymentRefused("not for this account")),
        }),
      ),
  },
  "a provider that names no address": {
    code: "checkout_refused",
    refuse: async (hold, requested) =>
      change(
        hold,
        requested,
        t.withProvider({
          openCheckout: async (request) => ({
            ...(await t.app.ctx.payments.openCheckout(request)),
            url: null,
          }),
        }),
      ),
  },
  "a provider that does not end the old session": {
    code: "payment_provider_failed",
    refuse: async (hold, requested) =>
      change(hold, requested, losing(t.app.ctx, "expireCheckout before")),
  },
  "a provider that does not answer any more": {
    code: "payment_provider_failed",
    refuse: async (hold, requested) => ({
      ...change(hold, requested, losing(t.app.ctx, "expireCheckout before", "getCheckout before")),
      undo: sweepLate,
    }),
  },
  "another change that is under way": {
    code: "checkout_under_way",
    async refuse(hold, requested) {
      const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
      const { promise: failed, reject: fail } = Promise.withResolvers<never>();
      const slow = t.withProvider({
        openCheckout() {
          ask();
          return failed;
        },
      });
      const other = refusal(t.begin(hold.renter, hold.car, requested, slow));
      await asked;
      return {
        ...change(hold, requested),
        async undo() {
          fail(new DomainError("payment_provider_failed"));
          await other;
        },
      };
    },
  },
};

/** Codes that do not concern a change of dates, or need a race that only their own test causes. */
const TESTED_ELSEWHERE: ErrorCode[] = [
  "times_off_grid", // this and the next four: checkout-hours.test.ts
  "outside_handover_hours",
  "too_soon",
  "too_short",
  "too_long",
  "meeting_place_not_offered", // meeting-places.test.ts
  "extra_not_offered", // this and the next: extras.test.ts
  "extra_out_of_stock",
  "usage_terms_changed", // usage-terms.test.ts
  "credit_changed", // decisions/host-cancellations.test.ts
  "account_suspended", // admin/suspensions.test.ts
  "too_many_abandoned", // checkout-limits.test.ts
  "booking_banned", // lost-disputes.test.ts
  "outstanding_balance", // charges/charges.test.ts
  "payment_session_closed", // changing-dates-races.test.ts
  "payment_under_review", // settlement/stripe-failures.test.ts
  "car_awaits_inspection", // storms/storms.test.ts
];

describe("a refused change of dates keeps the hold and its checkout", () => {
  test("for every reason in the endpoint's contract", () => {
    const covered = Object.values(REFUSALS).map(({ code }) => code);
    expect(new Set([...covered, ...TESTED_ELSEWHERE])).toEqual(
      new Set(contract.createBookingCheckout.errors),
    );
  });

  test.each(Object.keys(REFUSALS))("by %s", async (name) => {
    const { code, refuse } = REFUSALS[name]!;
    await fc.assert(
      fc.asyncProperty(someDays, someDays, async (days, requested) => {
        const first = await t.holding(days);
        const { attempt, undo, hold } = await refuse(first, requested);
        expect(await refusal(attempt())).toBe(code);
        await undo?.();
        const left = hold ? await hold() : first;
        await t.expectHold(left);
        await t.expectPayable(left);
      }),
      { numRuns: 3 },
    );
    t.app.clock.advance(MINUTE);
    await sweep(t.app.ctx); // also ends any session that the provider may have opened
    const open = t.app.ctx.db
      .selectFrom("payments")
      .select("booking_id")
      .where("wanted", "is not", null);
    expect(await open.execute()).toEqual([]);
  });
});
