// Interrupted changes of dates: answers are lost, a process dies, or sweeps and events come in
// between. Whatever happens, the renter has a payable hold, and a confirmed change stays in effect.
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isDomainError } from "../../../../domain/errors.ts";
import { Died, doomed, dyingAt, losing, type Fate } from "../../../../../test/failure-points.ts";
import {
  someDays,
  startHolds,
  type Days,
  type TestHold,
  type HoldTests,
} from "../../../../../test/holds.ts";
import type { Ctx } from "../../../platform/context.ts";
import { settle } from "../settlement/booking-purchases.service.ts";
import { sweep } from "../settlement/sweep.service.ts";

let t: HoldTests;
beforeAll(async () => {
  t = await startHolds();
});
afterAll(() => t.close());

const MINUTE = 60_000;

/**
 * The renter's payable holds: their days are taken, and their sessions are open and known to us.
 */
async function payable({ id }: TestHold["renter"]): Promise<string[]> {
  const { rows } = await t.app.pool.query<{ id: string }>(
    `select booking.id from bookings booking
     join payments payment on payment.booking_id = booking.id and payment.checkout_url is not null
     join sandbox_checkouts session on session.id = payment.session_id and session.session_status = 'open'
     join car_calendar days on days.booking_id = booking.id
     where booking.renter_id = $1 and booking.status = 'pending' and booking.payment_status = 'unpaid'`,
    [id],
  );
  return rows.map((row) => row.id);
}
const isOpen = async (sessionId: string): Promise<boolean> =>
  (await t.app.ctx.payments.getCheckout(sessionId))?.session === "open";

/** A provider of which every answer is lost, before or after it acts. */
const silent = (when: "before" | "after"): Ctx =>
  doomed(t.app.ctx, (point) => (point.endsWith(when) ? "lost" : "go on"));
/** What may happen during the change and after it. */
const HAPPENINGS = {
  "two minutes pass": async () => t.app.clock.advance(2 * MINUTE),
  "a sweep": () => sweep(t.app.ctx),
  "a sweep that does not reach the provider": () => sweep(silent("before")),
  "a sweep that hears no answer": () => sweep(silent("after")),
  "an event of the old session": (hold: TestHold) => settle(t.app.ctx, hold.booking_id),
} satisfies Record<string, (hold: TestHold) => Promise<unknown>>;
type Happening = keyof typeof HAPPENINGS;
const happenings = fc.array(fc.constantFrom(...(Object.keys(HAPPENINGS) as Happening[])), {
  maxLength: 4,
});
interface Disturbance {
  /** What happens at `points` consecutive points of the change, starting at `from`. */
  fate: Fate;
  from: number;
  points: number;
  /** The point that takes so long that other things happen in the meantime. */
  slowAt: string;
  meanwhile: Happening[];
  afterwards: Happening[];
}

/** Runs the named events. @returns the events after which the renter could pay nothing */
async function happen(hold: TestHold, names: Happening[]): Promise<string[]> {
  const missed: string[] = [];
  for (const name of names) {
    await HAPPENINGS[name](hold);
    if ((await payable(hold.renter)).length === 0) missed.push(name);
  }
  return missed;
}

const CALLS = ["openCheckout", "getCheckout", "expireCheckout"] as const;
const POINTS = CALLS.flatMap((call) => [`${call} before`, `${call} after`]);
/**
 * A provider that is slow at one point, so that other things happen first. It records the points at
 * which the renter can pay nothing.
 */
function slow(hold: TestHold, { slowAt, meanwhile }: Disturbance, missed: string[]): Ctx {
  let isOver = false;
  const reach = async (point: string): Promise<void> => {
    if ((await payable(hold.renter)).length === 0) missed.push(point);
    if (isOver || point !== slowAt) return;
    isOver = true;
    missed.push(...(await happen(hold, meanwhile)));
  };
  const { payments } = t.app.ctx;
  const through =
    <A extends unknown[], R>(name: string, call: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      await reach(`${name} before`);
      const answer = await call(...given);
      await reach(`${name} after`);
      return answer;
    };
  return t.withProvider({
    openCheckout: through("openCheckout", payments.openCheckout),
    getCheckout: through("getCheckout", payments.getCheckout),
    expireCheckout: through("expireCheckout", payments.expireCheckout),
  });
}

test("a renter who changes dates always has a payable hold", async () => {
  const disturbance = fc.record<Disturbance>({
    fate: fc.constantFrom("go on", "lost", "lost", "die"),
    from: fc.integer({ min: 0, max: 20 }),
    points: fc.integer({ min: 1, max: 12 }),
    slowAt: fc.constantFrom(...POINTS),
    meanwhile: happenings,
    afterwards: happenings,
  });
  const overtakenAt = (slowAt: string): [Days, Days, Disturbance] => [
    { from: 0, days: 3 },
    { from: 1, days: 4 },
    {
      fate: "go on",
      from: 0,
      points: 1,
      slowAt,
      meanwhile: ["two minutes pass", "a sweep"],
      afterwards: [],
    },
  ];
  await fc.assert(
    fc.asyncProperty(someDays, someDays, disturbance, async (days, requested, given) => {
      const { fate, from, points, meanwhile, afterwards } = given;
      const hold = await t.holding(days);
      const missed: string[] = [];
      let reached = 0;
      const ctx = doomed(slow(hold, given, missed), () => {
        const point = reached++;
        return point >= from && point < from + points ? fate : "go on";
      });
      const changed = await t
        .begin(hold.renter, hold.car, requested, ctx)
        .catch((error: unknown) => {
          if (error instanceof Died || isDomainError(error)) return error;
          throw error;
        });
      const wasOpen = await isOpen(hold.session_id);
      missed.push(...(await happen(hold, afterwards)));
      expect(missed).toEqual([]);
      for (let sweeps = 0; sweeps < 2; sweeps++) {
        t.app.clock.advance(2 * MINUTE);
        await sweep(t.app.ctx);
      }

      const left = await payable(hold.renter);
      expect(left).toHaveLength(1);
      const isOld = left[0] === hold.booking_id;
      const found = await t.findHold(hold.renter, hold.car, isOld ? days : requested);
      if ("session_id" in changed) expect(found.session_id).toBe(changed.session_id);
      // A renter who is refused in time keeps the old hold, unless the provider had already ended
      // it.
      else if (isDomainError(changed) && meanwhile.length === 0) expect(isOld).toBe(wasOpen);
      await t.expectPayable(found);
    }),
    {
      numRuns: 40,
      examples: POINTS.map(overtakenAt),
    },
  );
});

/** A sweep late enough that a change in progress counts as abandoned. No event has arrived. */
const sweepLate = () => {
  t.app.clock.advance(2 * MINUTE);
  return sweep(t.app.ctx);
};

test("reverts a change that a dead process left unfinished after two minutes, and keeps the hold", async () => {
  const hold = await t.holding({ from: 0, days: 3 });
  await t
    .begin(hold.renter, hold.car, { from: 1, days: 4 }, dyingAt(t.app.ctx, "commit before", 3))
    .catch(() => {});
  t.app.clock.advance(2 * MINUTE - 1);
  await sweep(t.app.ctx);
  expect(await t.occupied(hold.car)).toHaveLength(2);
  t.app.clock.advance(1);
  await sweep(t.app.ctx);
  await t.expectHold(hold);
  t.app.clock.advance(MINUTE);
  await sweep(t.app.ctx);
  const { rows } = await t.app.pool.query(
    `select session_status from sandbox_checkouts
     where id <> $1 and client_reference_id in (select id::text from bookings where renter_id = $2)`,
    [hold.session_id, hold.renter.id],
  );
  expect(rows).toEqual([{ session_status: "expired" }]);
  await t.expectPayable(hold);
});

/** What happens while the old session is being ended, and how we learn about it. */
const ENDINGS: Record<string, { by: () => Ctx; news: (hold: TestHold) => Promise<unknown> }> = {
  "the answer is lost": {
    by: () => losing(t.app.ctx, "expireCheckout after"),
    news: async () => {},
  },
  "every answer is lost": {
    by: () => losing(t.app.ctx, "expireCheckout after", "getCheckout before"),
    news: sweepLate,
  },
  "the process dies before it": {
    by: () => dyingAt(t.app.ctx, "expireCheckout before"),
    news: sweepLate,
  },
  "the process dies after it": {
    by: () => dyingAt(t.app.ctx, "expireCheckout after"),
    news: sweepLate,
  },
  "the process dies and an event comes": {
    by: () => dyingAt(t.app.ctx, "expireCheckout after"),
    news: ({ booking_id }) => settle(t.app.ctx, booking_id),
  },
  "the process dies and the renter tries again": {
    by: () => dyingAt(t.app.ctx, "expireCheckout after"),
    news({ renter, car, days }) {
      t.app.clock.advance(2 * MINUTE);
      return t.begin(renter, car, days);
    },
  },
};
test.each(Object.keys(ENDINGS))(
  "a renter whose old session is being ended has a payable hold even if %s",
  async (name) => {
    const { by, news } = ENDINGS[name]!;
    await fc.assert(
      fc.asyncProperty(someDays, someDays, async (days, requested) => {
        const hold = await t.holding(days);
        await t.begin(hold.renter, hold.car, requested, by()).catch(() => {});
        await news(hold);
        const isBack = name.endsWith("tries again");
        const found = await t.findHold(hold.renter, hold.car, isBack ? days : requested);
        expect(await isOpen(found.session_id)).toBe(true);
        await t.expectPayable(found);
      }),
      { numRuns: 5 },
    );
  },
);

test("a checkout that waits for a paid hold to end never becomes a booking, even when it is paid", async () => {
  const hold = await t.holding({ from: 0, days: 3 });
  await t
    .begin(hold.renter, hold.car, { from: 1, days: 4 }, dyingAt(t.app.ctx, "expireCheckout before"))
    .catch(() => {});
  const waiting = (await t.listBookings(hold.renter)).find(({ id }) => id !== hold.booking_id);
  const { session_id } = await t.app.ctx.db
    .selectFrom("payments")
    .select("session_id")
    .where("booking_id", "=", waiting!.id)
    .executeTakeFirstOrThrow();
  await t.pay(session_id ?? "");
  await settle(t.app.ctx, waiting!.id);
  expect(await t.read(waiting!.id, hold.renter)).toMatchObject({
    status: "cancelled",
    payment_status: "voided",
    withdrawn: false,
  });
  await t.expectHold(hold);
  await t.expectPayable(hold);
});
