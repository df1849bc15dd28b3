// A renter's lists and figures: the conditions in SQL match domain/booking/booking-lists.ts, page
// by page.
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  pickupAt,
  rentalPeriod,
  returnAt,
  toWirePeriod,
  type RentalTimes,
} from "../../../domain/booking/rental-period.ts";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import type { Person } from "../../../../test/factories.ts";
import { BOOKING_FILTERS } from "../../../contract/bookings/bookings.ts";
import {
  TRANSITIONS,
  type BookingState,
  type Transition,
} from "../../../domain/booking/booking.ts";
import {
  isAbandonedCheckout,
  isPast,
  isInProgress,
  isUpcoming,
  type ListedBooking,
} from "../../../domain/booking/booking-lists.ts";
import { tripPhase } from "../../../domain/trip/trip-end.ts";
import { addDays, todayInNassau, type CalendarDate } from "../../../domain/calendar/dates.ts";
import { calculateFlatCharge } from "../../../domain/money/charge.ts";
import { inTransaction } from "../../platform/context.ts";
import { insertBooking } from "./bookings.repository.ts";

let t: Bookings;
let renter: Person;
let today: CalendarDate;
/** Shortly after noon, when the last booking was made. */
let now: Date;
const listed = new Map<string, ListedBooking & { createdAt: number }>();

/** Every state that the transition table leads to. */
const STATES: Omit<BookingState, "approving">[] = [];
const steps: Transition[] = Object.values(TRANSITIONS);
for (
  let found: typeof STATES = [{ status: "pending", paymentStatus: "unpaid" }];
  found.length > 0;
) {
  STATES.push(...found);
  const named = new Set(STATES.map(({ status, paymentStatus }) => `${status}/${paymentStatus}`));
  found = STATES.flatMap((state) =>
    steps
      .filter(
        ({ from }) =>
          from?.status.includes(state.status) && from.paymentStatus.includes(state.paymentStatus),
      )
      .map(({ to }) => ({
        status: to.status ?? state.status,
        paymentStatus: to.paymentStatus ?? state.paymentStatus,
      })),
  ).filter(
    ({ status, paymentStatus }) =>
      !named.has(`${status}/${paymentStatus}`) && named.add(`${status}/${paymentStatus}`),
  );
}
const COMPLETED = STATES.filter(({ status }) => status === "completed").length;
/**
 * Days from today to the start, and the length: long past, some recorded trips, ended yesterday,
 * ends today, in progress, started today, starts later today, ahead. It is noon.
 */
const TIMES: readonly [
  from: number,
  days: number,
  times?: RentalTimes | undefined,
  /** Hours before now of the recorded pickup and return. */
  recorded?: [pickedUp: number, returned?: number],
][] = [
  [-20, 3],
  // Overdue, returned late today, returned early today, and picked up before the booked time.
  [-6, 3, undefined, [140]],
  [-7, 3, undefined, [160, 2]],
  [-2, 5, undefined, [40, 3]],
  [0, 4, { pickupTime: "13:00", returnTime: "13:00" }, [1]],
  [-3, 2],
  [-3, 3],
  [-1, 3],
  [0, 3, { pickupTime: "12:00", returnTime: "12:00" }],
  [0, 3, { pickupTime: "12:30", returnTime: "12:30" }],
  [1, 3],
];

const hoursAgo = (hours: number) => new Date(t.app.clock.now().getTime() - hours * 3_600_000);

beforeAll(async () => {
  t = await startBookings();
  renter = await t.newRenter();
  today = todayInNassau(t.app.clock.now());
  for (const { status, paymentStatus } of STATES)
    for (const [index, [from, days, times, recorded]] of TIMES.entries()) {
      t.app.clock.advance(1000);
      const startDate = addDays(today, from);
      const endDate = addDays(startDate, days);
      const period = rentalPeriod(startDate, endDate, times);
      const car = await t.newCar({
        title: `${status} ${paymentStatus}`,
        location: `Start ${from}`,
      });
      const id = await inTransaction(t.app.ctx, (tx) =>
        insertBooking(
          tx.db,
          {
            car_id: car,
            renter_id: renter.id,
            host_id: t.host.id,
            ...toWirePeriod(period),
            status,
            payment_status: paymentStatus,
            special_requests: null,
            booking_mode: "instant",
          },
          calculateFlatCharge({ pricePerDayCents: 6000, days }),
          tx.clock.now(),
        ),
      );
      const [pickedUpAt = null, returnedAt = null] = (recorded ?? []).map((hours = 0) =>
        hoursAgo(hours),
      );
      // Newer requests lapse sooner here, so that no list has the right order by chance.
      await t.app.ctx.db
        .updateTable("bookings")
        .set({
          lapses_at: `${addDays(today, TIMES.length - index)}T12:00:00Z`,
          picked_up_at: pickedUpAt?.toISOString() ?? null,
          returned_at: returnedAt?.toISOString() ?? null,
        })
        .where("id", "=", id)
        .execute();
      listed.set(id, {
        status,
        paymentStatus,
        period,
        pickedUpAt,
        returnedAt,
        createdAt: t.app.clock.now().getTime(),
      });
    }
  now = t.app.clock.now();
});
afterAll(() => t.app.close());

const get = (query: Record<string, string>, who = renter) =>
  t.app.call("GET", `/api/bookings?${new URLSearchParams(query)}`, { as: who.token });

/** The ids on all pages, in order. */
async function readAll(
  query: Record<string, string>,
): Promise<{ ids: string[]; pages: number; totals: number[] }> {
  const ids: string[] = [];
  const totals: number[] = [];
  let cursor: string | null = "";
  let pages = 0;
  for (; cursor !== null; pages++) {
    const { body }: Awaited<ReturnType<typeof get>> = await get({
      ...query,
      ...(cursor ? { cursor } : {}),
    });
    ids.push(...body.bookings.map((each) => each.id));
    totals.push(body.total);
    cursor = body.next_cursor;
  }
  return { ids, pages, totals };
}

/** In progress, then approved or requested by pickup, then the latest return first. */
function compareTrips(a: ListedBooking, b: ListedBooking): number {
  const isOpen = (booking: ListedBooking): boolean =>
    ["approved", "pending"].includes(booking.status) && tripPhase(booking, now) !== "over";
  const endMs = ({ returnedAt, period }: ListedBooking): number =>
    (returnedAt ?? returnAt(period)).getTime();
  const rank = (booking: ListedBooking): number =>
    isInProgress(booking, now) ? 0 : isOpen(booking) ? 1 : 2;
  const difference = rank(a) - rank(b);
  if (difference !== 0) return difference;
  return isOpen(a)
    ? pickupAt(a.period).getTime() - pickupAt(b.period).getTime()
    : endMs(b) - endMs(a);
}

const FILTERS: Record<(typeof BOOKING_FILTERS)[number], (booking: ListedBooking) => boolean> = {
  all: (booking) => !isAbandonedCheckout(booking),
  upcoming: (booking) => isUpcoming(booking, now),
  past: (booking) => isPast(booking, now),
  cancelled: (booking) => booking.status === "cancelled" && !isAbandonedCheckout(booking),
};

test.each(BOOKING_FILTERS)(
  "the list %s contains the bookings that the domain defines, the next trip first",
  async (filter) => {
    const right = [...listed]
      .filter(([, booking]) => FILTERS[filter](booking))
      .toSorted(([one, a], [other, b]) => compareTrips(a, b) || (one < other ? -1 : 1))
      .map(([id]) => id);
    expect(right.length).toBeGreaterThan(1);
    const { ids, pages, totals } = await readAll({ filter });
    expect(ids).toEqual(right);
    expect(new Set(totals)).toEqual(new Set([right.length]));
    if (filter === "all") expect(pages).toBeGreaterThan(2);
  },
);

test("the search covers title, year, make, model and location, and a forged cursor never reaches the database", async () => {
  expect((await readAll({ search: "COMPLETED paid" })).ids).toHaveLength(TIMES.length);
  expect((await readAll({ search: "toyota rav4" })).ids).toHaveLength(
    (await readAll({})).ids.length,
  );
  expect((await readAll({ search: "start -20", filter: "upcoming" })).ids).toEqual([]);
  const [booking] = (await get({})).body.bookings;
  expect((await readAll({ search: booking?.number ?? "" })).ids).toEqual([booking?.id]);
  const host = `${booking?.car.host.first_name} ${booking?.car.host.last_name}`;
  expect((await readAll({ search: host })).ids).toContain(booking?.id);
  expect((await get({ search: "no%such_car" })).body.total).toBe(0);
  const encode = (parts: string[]): string =>
    Buffer.from(JSON.stringify(parts)).toString("base64url");
  const at = String(now.getTime());
  for (const cursor of [
    "bm90LW91cnM",
    encode([at, "1", "yesterday", renter.id]),
    encode(["now", "1", "9800", renter.id]),
    encode([at, "3", "9800", renter.id]), // of the host's list
    encode([at, "1", "9800", "x"]),
  ])
    expect((await get({ cursor })).body).toMatchObject({ code: "invalid_request" });
});

test("the host's calendar shows who has the cars on the given days, and omits abandoned checkouts", async () => {
  const names = async (query: string) =>
    (await t.app.call("GET", `/api/host/renters?${query}`, { as: t.host.token })).body.bookings as {
      id: string;
    }[];
  const [from, to] = [addDays(today, -30), addDays(today, 10)];
  const standing = [...listed].filter(
    ([, booking]) =>
      ["pending", "approved", "completed"].includes(booking.status) &&
      !isAbandonedCheckout(booking),
  );
  const all = await names(`from=${from}&to=${to}`);
  expect(all.map(({ id }) => id).toSorted()).toEqual(standing.map(([id]) => id).toSorted());
  expect(all[0]).toEqual({
    id: all[0]?.id,
    number: expect.stringMatching(/^BK-\d{4}-\d{4}$/),
    first_name: "Tamika",
    last_name: "Rolle",
    on_hold: false,
  });
  // With a turnaround, a car can be taken until the day after its return.
  const some = await names(`from=${today}&to=${addDays(today, 1)}`);
  const ids = standing
    .filter(([, { period }]) => period.start <= today && period.end >= addDays(today, -1))
    .map(([id]) => id);
  expect(some.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  const one = ids[0] ?? "";
  const { car_id } = await t.app.ctx.db
    .selectFrom("bookings")
    .select("car_id")
    .where("id", "=", one)
    .executeTakeFirstOrThrow();
  expect((await names(`from=${from}&to=${to}&car_id=${car_id}`)).map(({ id }) => id)).toEqual([
    one,
  ]);
  const tooLong = await t.app.call(
    "GET",
    `/api/host/renters?from=${from}&to=${addDays(from, 401)}`,
    {
      as: t.host.token,
    },
  );
  expect(tooLong.body.code).toBe("calendar_window_too_long");
});

test("the recent bookings on both dashboards are the five made last, whatever is in progress", async () => {
  const newest = [...listed]
    .filter(([, booking]) => !isAbandonedCheckout(booking))
    .toSorted(([, a], [, b]) => b.createdAt - a.createdAt)
    .slice(0, 5)
    .map(([id]) => id);
  for (const [path, person] of [
    ["/api/dashboard", renter],
    ["/api/host/dashboard", t.host],
  ] as const) {
    const { body } = await t.app.call("GET", path, { as: person.token });
    expect(body.recent.map(({ id }) => id)).toEqual(newest);
  }
});

test("the host's figures follow the statistics rules", async () => {
  const all = [...listed.values()];
  const days = COMPLETED * TIMES.reduce((sum, [, each]) => sum + each, 0);
  const { body } = await t.app.call("GET", "/api/host/dashboard", { as: t.host.token });
  expect(body).toMatchObject({
    total_listings: all.length,
    active_listings: all.length,
    total_bookings: all.filter((booking) => !isAbandonedCheckout(booking)).length,
    pending_bookings: TIMES.length,
    total_earnings: 60 * days,
    earned_cents: 51_00 * days,
    this_month_bookings: COMPLETED * TIMES.length,
  });
  expect(body.months).toHaveLength(12);
  expect(body.months.at(-1)).toMatchObject({ month: "2026-11" });
  const sum = (of: (month: (typeof body.months)[number]) => number) =>
    body.months.reduce(
      (total: number, month: (typeof body.months)[number]) => total + of(month),
      0,
    );
  expect(sum((month) => month.earned_cents)).toBe(51_00 * days);
  expect(sum((month) => month.trips)).toBe(COMPLETED * TIMES.length);
  expect(sum((month) => month.days)).toBe(days);
  const starts = body.next_pickups.map((booking) => booking.start_date);
  expect([...new Set(starts)]).toEqual([today, addDays(today, 1)]);
  const returns = body.next_returns.map((booking) => booking.end_date);
  // The overdue car first; a car that was returned is not among them.
  expect([...new Set(returns)]).toEqual([addDays(today, -3), today, addDays(today, 2)]);
  const lapses = body.requests.map((booking) => booking.lapses_at);
  expect(lapses).toEqual(
    Array.from({ length: 5 }, (_, index) => expect.stringMatching(`^2026-11-2${2 + index}T`)),
  );
  t.app.clock.set("2026-12-01T05:00:00Z"); // the 1st begins in Nassau
  const { body: december } = await t.app.call("GET", "/api/host/dashboard", { as: t.host.token });
  t.app.clock.set(now);
  expect(december).toMatchObject({
    total_earnings: 60 * days,
    earned_cents: 51_00 * days,
    this_month_bookings: 0,
  });
});

test("another renter sees none of them", async () => {
  expect((await get({}, await t.newRenter())).body).toMatchObject({ bookings: [], total: 0 });
});

test("the dashboard's figures follow the same rules", async () => {
  const all = [...listed.values()];
  const { body } = await t.app.call("GET", "/api/dashboard", { as: renter.token });
  expect(body).toMatchObject({
    total_bookings: all.filter((booking) => !isAbandonedCheckout(booking)).length,
    upcoming_trips: all.filter((booking) => isUpcoming(booking, now)).length,
    completed: COMPLETED * TIMES.length,
    total_spent: 60 * COMPLETED * TIMES.reduce((sum, [, days]) => sum + days, 0),
  });
  const { next_trip } = body;
  expect(next_trip).toMatchObject({
    status: "approved",
    start_date: addDays(today, -6),
    end_date: addDays(today, -3),
  });
});

test("the next trip is the approved one that starts next, with its place and instructions", async () => {
  const person = await t.newRenter();
  const book = async (start_date: CalendarDate, mode: "instant" | "approval") => {
    const car = await t.newCar({
      booking_mode: mode,
      pickup_instructions: "Row 4, key in the box.",
    });
    const dates = { start_date, end_date: addDays(start_date, 3) };
    const { body } = await t.checkout(car, person, dates);
    await t.pay(body.session_id);
    await t.verify(body.session_id, person);
    return body.booking_id;
  };
  const dashboard = async () =>
    (await t.app.call("GET", "/api/dashboard", { as: person.token })).body;
  expect(await dashboard()).toMatchObject({ next_trip: null, total_bookings: 0 });
  await book(addDays(today, 2), "approval");
  expect((await dashboard()).next_trip).toBeNull(); // a request is not a trip yet
  const later = await book(addDays(today, 9), "instant");
  expect((await dashboard()).next_trip).toMatchObject({ id: later });
  const sooner = await book(addDays(today, 5), "instant");
  expect((await dashboard()).next_trip).toMatchObject({
    id: sooner,
    car: { pickup_instructions: "Row 4, key in the box.", host: { email: t.host.email } },
  });
});
