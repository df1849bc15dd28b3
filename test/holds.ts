// Renters who hold a car in December without having paid: what they request, and whether their hold
// is intact.
import { SHOWN_DAYS } from "./taken-days.ts";
import * as fc from "fast-check";
import { expect } from "vitest";
import { addDays, type CalendarDate } from "../src/domain/calendar/dates.ts";
import { isDomainError, type ErrorCode } from "../src/domain/errors.ts";
import {
  createBookingCheckout,
  type CheckoutInput,
} from "../src/server/modules/bookings/checkout/checkout.service.ts";
import { findOpenCheckout } from "../src/server/modules/bookings/checkout/open-checkout.service.ts";
import { settle } from "../src/server/modules/bookings/settlement/booking-purchases.service.ts";
import type { Ctx, User } from "../src/server/platform/context.ts";
import type { PaymentProvider } from "../src/server/platform/payments/provider.ts";
import { payInSandbox } from "../src/server/platform/payments/sandbox-page.ts";
import { startBookings } from "./booking.ts";
import type { Person } from "./factories.ts";
import { INVARIANTS } from "./invariants.ts";

export interface Days {
  from: number;
  days: number;
}
export interface TestHold {
  renter: Person;
  car: string;
  days: Days;
  booking_id: string;
  session_id: string;
}
export type HoldTests = Awaited<ReturnType<typeof startHolds>>;

/** Two generated ranges overlap, touch or are disjoint. */
export const someDays = fc.record({
  from: fc.integer({ min: 0, max: 12 }),
  days: fc.integer({ min: 1, max: 6 }),
});
export const toUser = ({ id }: Pick<Person, "id">, more: Partial<User> = {}): User => ({
  id,
  sessionId: "",
  signedInAt: "",
  roles: ["renter"],
  ...more,
});
export function toDates({ from, days }: Days): {
  start_date: CalendarDate;
  end_date: CalendarDate;
} {
  const start_date = addDays("2026-12-10", from);
  return { start_date, end_date: addDays(start_date, days) };
}
export const toInput = (car_id: string, days: Days): CheckoutInput => ({
  car_id,
  ...toDates(days),
  total_amount: 60 * days.days,
  special_requests: null,
});
/** The code with which a checkout was refused. */
export const refusal = (attempt: Promise<unknown>): Promise<ErrorCode | "opened"> =>
  attempt.then(
    () => "opened" as const,
    (error: unknown) => {
      if (isDomainError(error)) return error.code;
      throw error;
    },
  );

/** An instance whose renters hold cars. Closing it checks the invariants. */
export async function startHolds() {
  const t = await startBookings();
  const { ctx } = t.app;
  const begin = (renter: Person, car: string, days: Days, by: Ctx = ctx) =>
    createBookingCheckout(by, toUser(renter), toInput(car, days));
  const listDays = async (bookingId: string): Promise<string[]> => {
    const rows = await ctx.db
      .selectFrom("car_calendar")
      .select(SHOWN_DAYS.as("during"))
      .where("booking_id", "=", bookingId)
      .execute();
    return rows.map(({ during }) => during);
  };
  const listBookings = (renter: Person) =>
    ctx.db
      .selectFrom("bookings")
      .select(["id", "status", "payment_status"])
      .where("renter_id", "=", renter.id)
      .where("status", "<>", "cancelled")
      .execute();
  const pay = (sessionId: string) =>
    payInSandbox(ctx, sessionId, {
      number: "4242424242424242",
      confirmed: false,
      webhooks: "never",
    });
  /** Expects that the renter has this one hold on the car, its days are taken and its checkout
   *  is open. */
  async function expectHold({
    renter,
    car,
    days,
    booking_id,
    session_id,
  }: TestHold): Promise<void> {
    const { start_date, end_date } = toDates(days);
    const ofCar = ctx.db
      .selectFrom("bookings")
      .select("id")
      .where("car_id", "=", car)
      .where("status", "=", "pending");
    expect(await ofCar.where("renter_id", "=", renter.id).execute()).toEqual([{ id: booking_id }]);
    expect(await listDays(booking_id)).toEqual([`[${start_date},${end_date})`]);
    expect(await findOpenCheckout(ctx, toUser(renter), car)).toMatchObject({
      checkout: { session_id, start_date, end_date },
    });
    expect(await ctx.payments.getCheckout(session_id)).toMatchObject({ session: "open" });
  }
  return {
    ...t,
    begin,
    listBookings,
    pay,
    withProvider: (change: Partial<PaymentProvider>): Ctx => ({
      ...ctx,
      payments: { ...ctx.payments, ...change },
    }),
    /** A renter with a hold. The provider sends no events about it, so that the test decides
     *  when they arrive. */
    async holding(days: Days, car?: string): Promise<TestHold> {
      const hold = { renter: await t.newRenter(), car: car ?? (await t.newCar()), days };
      const opened = await begin(hold.renter, hold.car, days);
      await t.app.pool.query("update sandbox_checkouts set webhooks = 'never' where id = $1", [
        opened.session_id,
      ]);
      return { ...hold, ...opened };
    },
    /** The renter's current hold on the car, which is expected to be for these days. */
    async findHold(renter: Person, car: string, days: Days): Promise<TestHold> {
      const { checkout } = await findOpenCheckout(ctx, toUser(renter), car);
      const left = (await listBookings(renter)).find(({ status }) => status === "pending");
      const hold = {
        renter,
        car,
        days,
        booking_id: left?.id ?? "",
        session_id: checkout?.session_id ?? "",
      };
      await expectHold(hold);
      return hold;
    },
    expectHold,
    /** Expects that the hold can still be paid and becomes a booking of exactly these days. */
    async expectPayable(hold: TestHold): Promise<void> {
      await pay(hold.session_id);
      await settle(ctx, hold.booking_id);
      expect(await t.read(hold.booking_id, hold.renter)).toMatchObject({
        status: "approved",
        payment_status: "paid",
      });
      const { start_date, end_date } = toDates(hold.days);
      expect(await listDays(hold.booking_id)).toEqual([`[${start_date},${end_date})`]);
    },
    async close(): Promise<void> {
      try {
        for (const [what, statement] of Object.entries(INVARIANTS))
          expect((await t.app.pool.query(statement)).rows, what).toEqual([]);
      } finally {
        await t.close();
      }
    },
  };
}
