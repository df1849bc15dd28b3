// Kills the process, or loses a response of the payment provider, at each point of a booking's life
// in turn. Sweep and reconciliation must complete whatever is left: at most one charge, a balanced
// ledger, and a booking state that matches its payment.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBookings, type Bookings } from "./booking.ts";
import { Died, doomed, type Fate } from "./failure-points.ts";
import { makePerson, type Person } from "./factories.ts";
import { INVARIANTS } from "./invariants.ts";
import { addDays, todayInNassau } from "../src/domain/calendar/dates.ts";
import { isDomainError } from "../src/domain/errors.ts";
import type { Role } from "../src/domain/person/roles.ts";
import * as bookings from "../src/server/modules/bookings/bookings.service.ts";
import * as decisions from "../src/server/modules/bookings/decisions/decisions.service.ts";
import { createBookingCheckout } from "../src/server/modules/bookings/checkout/checkout.service.ts";
import { findOpenCheckout } from "../src/server/modules/bookings/checkout/open-checkout.service.ts";
import { reconcile } from "./payments.ts";
import { settle } from "../src/server/modules/bookings/settlement/booking-purchases.service.ts";
import { sweep } from "../src/server/modules/bookings/settlement/sweep.service.ts";
import type { Ctx, User } from "../src/server/platform/context.ts";
import { payInSandbox } from "../src/server/platform/payments/sandbox-page.ts";
import {
  closeDisputeInSandbox,
  disputeInSandbox,
} from "../src/server/platform/payments/sandbox-disputes.ts";

let t: Bookings;
let admin: Person;
beforeAll(async () => {
  t = await startBookings();
  admin = await makePerson(t.app, { roles: ["renter", "admin"] });
});
afterAll(() => t.close());

const HOUR = 3_600_000;
const as = ({ id }: Person, ...roles: Role[]): User => ({
  id,
  sessionId: "",
  signedInAt: "",
  roles,
  ...(roles.includes("admin") && { adminRole: "owner" }),
});
const CARD = { number: "4242424242424242", confirmed: false, webhooks: "never" as const };

interface Life {
  renter: Person;
  car: string;
  bookingId: string;
  sessionId: string;
}
/** One step after the other, each in its own process. A step does nothing if its booking was
 *  never created. */
type Step = (ctx: Ctx, life: Life) => Promise<unknown>;

const bookFrom = async (ctx: Ctx, life: Life, daysAhead: number): Promise<void> => {
  const start_date = addDays(todayInNassau(ctx.clock.now()), daysAhead);
  const dates = { start_date, end_date: addDays(start_date, 3) };
  const input = { car_id: life.car, ...dates, total_amount: 180, special_requests: null };
  const opened = await createBookingCheckout(ctx, as(life.renter, "renter"), input);
  Object.assign(life, { bookingId: opened.booking_id, sessionId: opened.session_id });
};
const book: Step = (ctx, life) => bookFrom(ctx, life, 14);
/** Moves to dates that overlap the hold. Repeated if the renter saw it fail. */
const changeDates: Step = (ctx, life) => bookFrom(ctx, life, 15);
/** Actions of the customer or the bank, which run outside our processes. Without a checkout they do
 *  nothing. */
const aside = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: Error) => {
    if (!isDomainError(error) && error.name !== "PaymentRefused") throw error;
  });
const pay: Step = (_, { sessionId }) => aside(payInSandbox(t.app.ctx, sessionId, CARD));
const settleBooking: Step = (ctx, { bookingId }) => settle(ctx, bookingId);
const approve: Step = (ctx, { bookingId }) =>
  decisions.approveBooking(ctx, as(t.host, "host"), bookingId);
const reject: Step = (ctx, { bookingId }) =>
  decisions.rejectBooking(ctx, as(t.host, "host"), bookingId, { reason: "No." });
const cancel: Step = (ctx, { bookingId, renter }) =>
  decisions.cancelBooking(ctx, as(renter, "renter"), bookingId);
const refundPart: Step = (ctx, { bookingId }) =>
  bookings.refundInPart(ctx, as(admin, "admin"), bookingId, {
    id: randomUUID(),
    size: { amountCents: 5000 },
    bearer: "host",
    reason: "Late pick-up.",
  });
const dispute: Step = (_, { sessionId }) => aside(disputeInSandbox(t.app.ctx, sessionId));
const loseDispute: Step = (_, { sessionId }) =>
  aside(closeDisputeInSandbox(t.app.ctx, sessionId, "lost"));
const compare: Step = (ctx) => reconcile(ctx);

const LIVES: Record<string, { mode: "instant" | "approval"; steps: Step[]; ends: string[] }> = {
  "booked at once, and cancelled": {
    mode: "instant",
    steps: [book, pay, settleBooking, cancel],
    ends: ["cancelled/refunded", "cancelled/expired", "approved/paid"],
  },
  "held, changed to other dates, and booked": {
    mode: "instant",
    steps: [book, changeDates, pay, settleBooking],
    ends: ["approved/paid", "cancelled/expired"],
  },
  "asked for, approved, given back in part": {
    mode: "approval",
    steps: [book, pay, settleBooking, approve, refundPart],
    ends: ["approved/partially_refunded", "approved/paid", "cancelled/expired", "cancelled/voided"],
  },
  "asked for and rejected": {
    mode: "approval",
    steps: [book, pay, settleBooking, reject],
    ends: ["rejected/voided", "cancelled/expired", "cancelled/voided"],
  },
  "cancelled while a bank disputes the charge, which is lost": {
    mode: "instant",
    steps: [book, pay, settleBooking, dispute, compare, cancel, loseDispute, compare],
    ends: ["cancelled/refunded", "approved/paid", "cancelled/expired", "cancelled/paid"],
  },
};

/** Runs one life, with a fault at the point of this number.
 *  @returns the points that were reached, and the final state */
async function live(
  name: string,
  at: number,
  fate: Fate,
): Promise<{ points: string[]; end: string }> {
  const { mode, steps } = LIVES[name]!;
  const renter = await t.newRenter();
  const life: Life = {
    renter,
    car: await t.newCar({ booking_mode: mode }),
    bookingId: "",
    sessionId: "",
  };
  const points: string[] = [];
  for (const step of steps) {
    const ctx = doomed(t.app.ctx, (point) => (points.push(point) - 1 === at ? fate : "go on"));
    await step(ctx, await found(life)).catch((error: unknown) => {
      // The user sees the error; a dead process reports nothing.
      if (!(error instanceof Died) && !isDomainError(error) && !/timed out/.test(String(error)))
        throw error;
    });
  }
  // Pending actions are retried within hours, and an unanswered request expires after a day.
  for (const hours of [1, 1, 26, 1]) {
    t.app.clock.advance(hours * HOUR);
    await sweep(t.app.ctx);
    await reconcile(t.app.ctx);
  }
  const booking = await t.app.ctx.db
    .selectFrom("bookings")
    .select(["id", "status", "payment_status"])
    .where("renter_id", "=", renter.id)
    .orderBy("counts", "desc") // An abandoned checkout only if there is nothing else.
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  // So that the comparisons of the next life find only their own.
  await t.app.ctx.db
    .updateTable("disputes")
    .set({ closed_at: "2025-01-01T00:00:00Z" })
    .where("state", "=", "lost")
    .execute();
  if (booking?.status === "approved")
    await decisions.cancelBooking(t.app.ctx, as(admin, "admin"), booking.id);
  return { points, end: booking ? `${booking.status}/${booking.payment_status}` : "never held" };
}

/** What the car's page and the booking list show the renter after a lost response. */
async function found(life: Life): Promise<Life> {
  const { checkout } = await findOpenCheckout(t.app.ctx, as(life.renter, "renter"), life.car);
  const row = await t.app.ctx.db
    .selectFrom("bookings")
    .select(["id", "stripe_session_id"])
    .where("renter_id", "=", life.renter.id)
    .$if(checkout !== null, (query) => query.where("stripe_session_id", "=", checkout!.session_id))
    .orderBy("counts", "desc")
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  return {
    ...life,
    bookingId: row?.id ?? randomUUID(),
    sessionId: row?.stripe_session_id ?? "cs_test_none",
  };
}

describe.each(Object.keys(LIVES))("%s", (name) => {
  test.each(["die", "lost"] as const)("%s, at each point", async (fate) => {
    const ends = new Set<string>();
    let { points } = await live(name, -1, "go on");
    expect(points.length).toBeGreaterThan(8);
    for (let at = 0; at < points.length; at++) {
      const lived = await live(name, at, fate);
      ends.add(lived.end);
      expect([...LIVES[name]!.ends, "never held"], `${fate} at ${at}: ${points[at]}`).toContain(
        lived.end,
      );
    }
    // The first one is the undisturbed outcome.
    expect([...ends]).toContain(LIVES[name]!.ends[0]);
    const { rows } = await t.app.pool.query(
      `select client_reference_id from sandbox_checkouts group by 1 having sum(captured_cents) not in (0, 20099) or sum(refunded_cents) > 20099`,
    );
    expect(rows).toEqual([]);
    const { rows: twice } = await t.app.pool.query(
      "select renter_id from bookings where counts group by 1 having count(*) > 1",
    );
    expect(twice).toEqual([]);
    for (const [what, statement] of Object.entries(INVARIANTS))
      expect((await t.app.pool.query(statement)).rows, what).toEqual([]);
    const { rows: wanting } = await t.app.pool.query(
      "select booking_id, wanted from payments where wanted is not null",
    );
    expect(wanting).toEqual([]);
  });
});
