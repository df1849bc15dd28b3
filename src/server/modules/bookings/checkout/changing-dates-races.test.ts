// Renters race for the days of one car while the provider is slow: nobody loses a hold.
import * as fc from "fast-check";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Person } from "../../../../../test/factories.ts";
import {
  toUser,
  refusal,
  someDays,
  startHolds,
  type Days,
  type TestHold,
  type HoldTests,
} from "../../../../../test/holds.ts";
import type { Ctx } from "../../../platform/context.ts";
import { findOpenCheckout } from "./open-checkout.service.ts";
import { settle } from "../settlement/booking-purchases.service.ts";

let t: HoldTests;
beforeAll(async () => {
  t = await startHolds();
});
afterAll(() => t.close());

describe("renters who race for days", () => {
  /** A slow provider, so that anything that can happen between two of its calls does happen. */
  const slowly = (ms: number[]): Ctx => {
    let calls = 0;
    const later = () => delay(ms[calls++ % ms.length] ?? 0);
    const { payments } = t.app.ctx;
    return t.withProvider({
      openCheckout: async (request) => later().then(() => payments.openCheckout(request)),
      expireCheckout: async (id) => later().then(() => payments.expireCheckout(id)),
    });
  };
  const delays = fc.array(fc.integer({ min: 0, max: 25 }), { minLength: 1, maxLength: 4 });
  interface Attempt {
    hold: TestHold | undefined;
    renter: Person;
    car: string;
    days: Days;
  }
  /** Every renter has the new days, or what they had before. */
  async function expectFair(
    attempts: (Attempt & { answer: Promise<{ booking_id: string; session_id: string }> })[],
  ) {
    const outcomes = await Promise.allSettled(attempts.map(({ answer }) => answer));
    for (const [n, outcome] of outcomes.entries()) {
      const { hold, renter, car, days } = attempts[n]!;
      if (outcome.status === "fulfilled") {
        await t.expectHold({ renter, car, days, ...outcome.value });
        if (hold)
          expect(await t.app.ctx.payments.getCheckout(hold.session_id)).toMatchObject({
            session: "expired",
          });
      } else {
        expect(outcome.reason).toMatchObject({ code: "dates_taken" });
        if (hold) await t.expectHold(hold);
        else expect(await t.listBookings(renter)).toEqual([]);
      }
    }
    return outcomes;
  }
  const attempt = (of: Attempt, afterMs: number, slow: number[]) => ({
    ...of,
    answer: delay(afterMs).then(() => t.begin(of.renter, of.car, of.days, slowly(slow))),
  });

  test("of two holders who change to the same days, one gets them and the other keeps the old hold", async () => {
    await fc.assert(
      fc.asyncProperty(
        someDays,
        fc.integer({ min: 0, max: 25 }),
        delays,
        async (days, afterMs, slow) => {
          const first = await t.holding({ from: 20, days: 3 });
          const second = await t.holding({ from: 30, days: 3 }, first.car);
          const outcomes = await expectFair([
            attempt({ hold: first, ...first, days }, 0, slow),
            attempt({ hold: second, ...second, days }, afterMs, slow.toReversed()),
          ]);
          expect(outcomes.map(({ status }) => status).toSorted()).toEqual([
            "fulfilled",
            "rejected",
          ]);
        },
      ),
      { numRuns: 15 },
    );
  });

  test("of a newcomer and a holder, one gets the days, and the holder keeps at least the old hold", async () => {
    await fc.assert(
      fc.asyncProperty(
        someDays,
        fc.integer({ min: 0, max: 25 }),
        delays,
        async (days, afterMs, slow) => {
          const hold = await t.holding({ from: 20, days: 3 });
          const fresh = { hold: undefined, renter: await t.newRenter(), car: hold.car, days };
          const outcomes = await expectFair([
            attempt({ hold, ...hold, days }, 0, slow),
            attempt(fresh, afterMs, slow.toReversed()),
          ]);
          expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
        },
      ),
      { numRuns: 15 },
    );
  });

  test("two holders who swap days are both refused, and a third renter gets days that neither holds", async () => {
    await fc.assert(
      fc.asyncProperty(delays, async (slow) => {
        const first = await t.holding({ from: 0, days: 3 });
        const second = await t.holding({ from: 5, days: 3 }, first.car);
        const third = {
          hold: undefined,
          renter: await t.newRenter(),
          car: first.car,
          days: { from: 3, days: 2 },
        };
        const outcomes = await expectFair([
          attempt({ hold: first, ...first, days: second.days }, 0, slow),
          attempt({ hold: second, ...second, days: first.days }, 0, slow),
          attempt(third, 0, slow),
        ]);
        expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
      }),
      { numRuns: 6 },
    );
  });

  test("one renter in several tabs gets truthful answers and ends with one checkout", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(fc.record({ days: someDays, afterMs: fc.integer({ min: 0, max: 40 }) }), {
          minLength: 2,
          maxLength: 4,
        }),
        delays,
        async (isHeld, tabs, slow) => {
          const car = await t.newCar();
          const renter = isHeld
            ? (await t.holding({ from: 2, days: 3 }, car)).renter
            : await t.newRenter();
          const codes = await Promise.all(
            tabs.map(({ days, afterMs }) =>
              refusal(delay(afterMs).then(() => t.begin(renter, car, days, slowly(slow)))),
            ),
          );
          // A checkout that a later tab replaces before the answer arrives has ended by then.
          for (const code of codes)
            expect(["opened", "checkout_under_way", "payment_session_closed"]).toContain(code);
          expect(codes).toContain("opened");
          const open = await t.listBookings(renter);
          expect(open).toHaveLength(1);
          const { checkout } = await findOpenCheckout(t.app.ctx, toUser(renter), car);
          expect(await t.app.ctx.payments.getCheckout(checkout?.session_id ?? "")).toMatchObject({
            session: "open",
            bookingId: open[0]?.id,
          });
        },
      ),
      { numRuns: 15 },
    );
  });

  test("a renter who pays the old checkout while changing it has one booking and one charge", async () => {
    await fc.assert(
      fc.asyncProperty(
        someDays,
        someDays,
        fc.integer({ min: 0, max: 40 }),
        delays,
        async (days, requested, afterMs, slow) => {
          const hold = await t.holding(days);
          const [changed] = await Promise.all([
            refusal(t.begin(hold.renter, hold.car, requested, slowly(slow))),
            delay(afterMs).then(() => t.pay(hold.session_id).catch(() => "closed")),
          ]);
          await settle(t.app.ctx, hold.booking_id);
          const left = await t.listBookings(hold.renter);
          if (changed === "opened")
            expect(left).toMatchObject([{ status: "pending", payment_status: "unpaid" }]);
          else {
            expect(changed).toBe("payment_session_closed");
            expect(left).toEqual([
              { id: hold.booking_id, status: "approved", payment_status: "paid" },
            ]);
          }
        },
      ),
      { numRuns: 15 },
    );
  });
});
