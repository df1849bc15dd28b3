// Simulates months of the marketplace in minutes, by seed and with an injected clock: people book,
// pay, cancel, dispute and are paid. Processes die at any point, the provider loses responses, and
// webhooks arrive over HTTP late, twice or never.
import { randomUUID } from "node:crypto";
import { rentalPeriod } from "../src/domain/booking/rental-period.ts";
import { addDays, todayInNassau, type CalendarDate } from "../src/domain/calendar/dates.ts";
import { isDomainError } from "../src/domain/errors.ts";
import { REFUND_BEARERS } from "../src/domain/money/refund.ts";
import type { Role } from "../src/domain/person/roles.ts";
import * as bookings from "../src/server/modules/bookings/bookings.service.ts";
import * as decisions from "../src/server/modules/bookings/decisions/decisions.service.ts";
import { readHostFee } from "../src/server/modules/bookings/decisions/host-cancellations.service.ts";
import { findAvailableCredit } from "../src/server/modules/ledger/credit.service.ts";
import { createBookingCheckout } from "../src/server/modules/bookings/checkout/checkout.service.ts";
import { reconcile } from "./payments.ts";
import { settle } from "../src/server/modules/bookings/settlement/booking-purchases.service.ts";
import { sweep } from "../src/server/modules/bookings/settlement/sweep.service.ts";
import { decideHeldTrip } from "../src/server/modules/bookings/trip-holds/open-bookings.service.ts";
import {
  markAllPaid,
  markFailed,
  markPaid,
} from "../src/server/modules/payouts/admin-payouts.service.ts";
import { changePayoutDetails } from "../src/server/modules/payouts/payout-details.service.ts";
import { payOut } from "../src/server/modules/payouts/payouts.service.ts";
import {
  changePlatformNumber,
  decideNumber,
  removeNumber,
  submitNumber,
} from "../src/server/modules/vat/vat-numbers.service.ts";
import type { Ctx, User } from "../src/server/platform/context.ts";
import { payInSandbox } from "../src/server/platform/payments/sandbox-page.ts";
import {
  closeDisputeInSandbox,
  disputeInSandbox,
} from "../src/server/platform/payments/sandbox-disputes.ts";
import { seededRandom } from "./random.ts";
import { makePerson, type Person } from "./factories.ts";
import { drawTimes, makePricedCar, requestRental } from "./priced-cars.ts";
import { Died, doomed } from "./failure-points.ts";
import type { TestApp } from "./harness.ts";

const HOUR = 3_600_000;
/** The share of points at which the process dies or a response is lost. */
const FAULTS_PER_POINT = 1 / 60;
/** The number of concurrent actions. */
const AT_ONCE = 6;
/** One in sixteen is disputed as soon as it is charged, far more than in reality. */
const CARDS = [
  ...Array<string>(13).fill("4242424242424242"),
  "4000002500003155",
  "4000002500003155",
  "4000000000000259",
];
const WEBHOOKS = ["normal", "normal", "twice", "never"] as const;

interface Booked {
  id: string;
  sessionId: string;
  renter: Person;
  host: Person;
}
export interface Simulated {
  /** What was tried, by name, and how often a process died or a response was lost. */
  done: Record<string, number>;
  faults: number;
  /** Anything that is neither an injected fault nor a response of the contract. Must be empty. */
  surprises: string[];
}

/** How long, and how often per day something happens. */
export interface SimulatedSpan {
  days: number;
  ticks: number;
}

/** Simulates this many days with about this many bookings, then brings everything to its end. */
export async function simulate(
  app: TestApp,
  { bookings: requested, seed, days, ticks }: { bookings: number; seed: number } & SimulatedSpan,
): Promise<Simulated> {
  const draw = seededRandom(seed);
  const { random, pick, between } = draw;
  const done: Record<string, number> = {};
  const surprises: string[] = [];
  let errors = 0;
  let isCalm = false;

  // Emails are tested elsewhere, and the provider sends its own webhooks.
  const quiet: Ctx = { ...app.ctx, jobs: { ...app.ctx.jobs, send: async () => {} } };
  const process = (): Ctx =>
    doomed(quiet, () => {
      if (isCalm || random() >= FAULTS_PER_POINT) return "go on";
      errors++;
      return random() < 0.5 ? "die" : "lost";
    });
  const as = ({ id }: Person, ...roles: Role[]): User => ({
    id,
    sessionId: "",
    signedInAt: "",
    roles,
    ...(roles.includes("admin") && { adminRole: "owner" }),
  });
  /** Runs an action in its own process. */
  async function attempt(name: string, work: (ctx: Ctx) => Promise<unknown>): Promise<void> {
    done[name] = (done[name] ?? 0) + 1;
    await work(process()).catch((error: Error) => {
      if (error instanceof Died || isDomainError(error) || error.name === "PaymentRefused") return;
      if (!error.message.startsWith("timed out"))
        surprises.push(`${name}: ${error.stack ?? error.message}`);
    });
  }

  const people = async (count: number, roles: Role[]): Promise<Person[]> => {
    const made: Person[] = [];
    for (let n = 0; n < count; n++) made.push(await makePerson(app, { roles }));
    return made;
  };
  const [admin] = await people(1, ["renter", "admin"]);
  if (!admin) throw new Error("there is no admin");
  const scale = Math.max(6, Math.ceil(Math.sqrt(requested)));
  const hosts = await people(Math.ceil(scale / 4), ["renter", "host"]);
  const renters = await people(scale * 2, ["renter"]);
  const cars: Awaited<ReturnType<typeof makePricedCar>>[] = [];
  for (let n = 0; n < Math.max(12, Math.ceil(requested / 25)); n++)
    cars.push(await makePricedCar(app, pick(hosts), draw));
  const ACCOUNT = {
    account_holder: "A Host",
    bank: "rbc",
    transit: "05165",
    account_kind: "savings",
  } as const;
  /** A few hosts give their bank details late or never. */
  const sayWhere = (host: Person): Promise<void> =>
    attempt("bank details", (ctx) =>
      changePayoutDetails(ctx, as(host, "host"), {
        ...ACCOUNT,
        account_number: `0100${between(10_000, 99_999)}`,
      }),
    );
  for (const host of hosts) if (random() < 0.8) await sayWhere(host);

  /** Hosts and the platform have VAT numbers for a part of the time. */
  async function changeVat(): Promise<void> {
    const [host, callAdmin] = [pick(hosts), as(admin!, "admin")];
    const entered = () => ({
      vat_number: `${between(100_000_000, 999_999_999)}`,
      legal_name: "Registered Ltd",
    });
    const what = random();
    if (what < 0.4)
      return attempt("platform VAT number", (ctx) =>
        changePlatformNumber(ctx, callAdmin, random() < 0.75 ? entered() : null),
      );
    if (what < 0.5) {
      await attempt("remove VAT number", (ctx) => removeNumber(ctx, as(host, "host")));
      return;
    }
    await attempt("enter VAT number", (ctx) => submitNumber(ctx, as(host, "host"), entered()));
    const waiting = await app.pool.query<{ id: string }>(
      "select id from vat_numbers where state = 'pending' order by id",
    );
    for (const { id } of waiting.rows)
      await attempt("check VAT number", (ctx) => decideNumber(ctx, callAdmin, id));
  }

  const live: Booked[] = [];
  async function book(): Promise<void> {
    const [renter, car] = [pick(renters), pick(cars)];
    const start_date = addDays(todayInNassau(app.clock.now()), between(0, 40));
    const nights = between(1, 7);
    const times = drawTimes(draw);
    await attempt("book", async (ctx) => {
      const checkout = async (from: CalendarDate) => {
        const period = rentalPeriod(from, addDays(from, nights), times);
        const credit = await findAvailableCredit(ctx, renter.id, car.id);
        return createBookingCheckout(ctx, as(renter, "renter"), requestRental(car, period, credit));
      };
      const opened = await checkout(start_date);
      // A few change their dates. If refused, they continue with those they hold.
      const change = random() < 0.15 ? checkout(addDays(start_date, between(1, 3))) : undefined;
      const changed = await change?.catch((error: unknown) => {
        if (!isDomainError(error)) throw error;
        return undefined;
      });
      const { booking_id: id, session_id: sessionId } = changed ?? opened;
      const booked = { id, sessionId, renter, host: car.host };
      live.push(booked);
      if (random() < 0.1) return;
      await payInSandbox(app.ctx, sessionId, {
        number: pick(CARDS),
        confirmed: true,
        webhooks: pick(WEBHOOKS),
      });
      if (random() < 0.6) await settle(ctx, id);
    });
  }
  /** Any action on a booking. Most are refused because of the booking's state. */
  async function meddle(): Promise<void> {
    const booked = pick(live);
    if (!booked) return;
    const { id, sessionId, renter, host } = booked;
    const [callHost, callAdmin] = [as(host, "host"), as(admin!, "admin")];
    const what = random();
    if (what < 0.3) return attempt("approve", (ctx) => decisions.approveBooking(ctx, callHost, id));
    if (what < 0.36)
      return attempt("reject", (ctx) =>
        decisions.rejectBooking(ctx, callHost, id, { reason: "No." }),
      );
    if (what < 0.42)
      return attempt("withdraw", (ctx) => decisions.withdrawBooking(ctx, as(renter, "renter"), id));
    if (what < 0.5)
      return attempt("cancel as renter", (ctx) =>
        decisions.cancelBooking(ctx, as(renter, "renter"), id),
      );
    if (what < 0.54)
      return attempt("cancel as host", async (ctx) => {
        const { fee_cents } = await readHostFee(ctx, callHost, id);
        return decisions.cancelBooking(ctx, callHost, id, { reason: "Sorry.", fee_cents });
      });
    if (what < 0.56)
      return attempt("cancel as admin", (ctx) =>
        decisions.cancelBooking(ctx, callAdmin, id, { reason: "Unsafe." }),
      );
    if (what < 0.64) {
      const part = {
        id: randomUUID(),
        size: random() < 0.5 ? { days: between(1, 4) } : { amountCents: between(1, 40_000) },
        bearer: pick(REFUND_BEARERS),
        reason: "Late.",
      };
      const refund = () =>
        attempt("refund a part", (ctx) => bookings.refundInPart(ctx, callAdmin, id, part));
      // An impatient admin: the same refund from two windows simultaneously.
      await Promise.all(random() < 0.3 ? [refund(), refund()] : [refund()]);
      return;
    }
    if (what < 0.66) return attempt("dispute", () => disputeInSandbox(app.ctx, sessionId));
    if (what < 0.9) return attempt("verify", (ctx) => settle(ctx, id));
    if (what < 0.905) return sayWhere(host);
    const ask = () => attempt("verify twice", (ctx) => settle(ctx, id));
    await Promise.all([ask(), ask()]);
  }
  /** The hosts' bank and the cardholders' banks. */
  async function banks(): Promise<void> {
    const { rows } = await app.pool.query<{ id: string; batch_id: string }>(
      "select id, batch_id from payouts where state = 'pending' order by id limit 20",
    );
    const user = as(admin!, "admin");
    for (const { id } of rows.slice(0, between(0, 4)))
      await attempt("payout", (ctx) =>
        random() < 0.25
          ? markFailed(ctx, user, id, { state: "pending", reason: "Closed account." })
          : markPaid(ctx, user, id, { state: "pending", bank_reference: "B1" }),
      );
    if (rows[0] && random() < 0.7)
      await attempt("batch", (ctx) => markAllPaid(ctx, user, rows[0]!.batch_id, "B2"));
    const disputed = await app.pool.query<{ id: string }>(
      "select id from sandbox_checkouts where dispute_status = 'needs_response' order by disputed_at limit 20",
    );
    for (const { id } of disputed.rows)
      if (random() < 0.5)
        await attempt("dispute decided", () =>
          closeDisputeInSandbox(app.ctx, id, random() < 0.5 ? "won" : "lost"),
        );
    const paid = await app.pool.query<{ id: string }>(
      "select id from payouts where state = 'paid' order by id limit 200",
    );
    if (paid.rows.length > 0 && random() < 0.3)
      await attempt("payout sent back", (ctx) =>
        markFailed(ctx, user, pick(paid.rows).id, { state: "paid", reason: "Sent back." }),
      );
  }
  /** The admins decide about some of the trips that a lost dispute put on hold. */
  async function decideHolds(share: number, choices: ("keep" | "cancel")[]): Promise<void> {
    const { rows } = await app.pool.query<{ id: string }>(
      "select booking_id as id from trip_holds where released_at is null order by booking_id",
    );
    for (const { id } of rows)
      if (random() < share)
        await attempt("decide about a hold", (ctx) =>
          decideHeldTrip(ctx, as(admin!, "admin"), id, pick(choices)),
        );
  }
  /** The work of the jobs, on two processes simultaneously. */
  const work = (): Promise<unknown> =>
    Promise.all([
      attempt("sweep", sweep),
      attempt("sweep", sweep),
      attempt("pay out", payOut),
      attempt("pay out", payOut),
      attempt("reconcile", reconcile),
    ]);

  async function together(works: (() => Promise<void>)[]): Promise<void> {
    const queue = works.values();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const each of queue) await each();
      }),
    );
  }

  const dueUntil = (tick: number): number => Math.floor((tick * requested) / (days * ticks));
  for (let tick = 0; tick < days * ticks; tick++) {
    app.clock.advance((24 / ticks) * HOUR);
    const due = dueUntil(tick + 1) - dueUntil(tick);
    const some = Array.from({ length: due }, () => book);
    if (random() < 0.3) some.push(changeVat);
    await together(
      [...some, ...some.flatMap(() => [meddle, meddle, meddle])].toSorted(() => random() - 0.5),
    );
    await work();
    if (tick % (2 * ticks) === 0) {
      await banks();
      await decideHolds(0.3, ["keep", "cancel"]);
    }
    // Bookings from two months ago are not touched.
    live.splice(0, Math.max(0, live.length - Math.ceil((requested / days) * 60)));
  }

  // No more faults: every dispute and hold is decided, and every booking is brought to its end.
  isCalm = true;
  const open = await app.pool.query<{ id: string }>(
    "select id from sandbox_checkouts where dispute_status = 'needs_response'",
  );
  for (const { id } of open.rows)
    await closeDisputeInSandbox(app.ctx, id, random() < 0.5 ? "won" : "lost");
  for (const later of [1, 1, 1, 60, 7, 7]) {
    app.clock.advance(later * 24 * HOUR);
    // The instance's jobs process the webhooks received so far.
    for (;;) {
      const { rows } = await app.pool.query(
        "select from pgboss.job where name in ('settle-booking', 'sandbox-webhook') and state in ('created', 'active', 'retry') limit 1",
      );
      if (rows.length === 0) break;
      await new Promise((after) => setTimeout(after, 100));
    }
    await decideHolds(1, ["keep"]);
    for (let round = 0; round < 3; round++) await work();
  }
  return { done, faults: errors, surprises };
}
