// A host's lists: the order of each filter over all pages, the filters by car, island and dates,
// and the day sheet.
import { afterAll, beforeAll, expect, test } from "vitest";
import { getFirst, readPages } from "../../../../test/api-responses.ts";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import { makeListing, makePerson, type Person } from "../../../../test/factories.ts";
import {
  HOST_BOOKING_FILTERS,
  type HostBookingFilter,
} from "../../../domain/booking/booking-lists.ts";
import type { BookingState } from "../../../domain/booking/booking.ts";
import { addDays, todayInNassau, type CalendarDate } from "../../../domain/calendar/dates.ts";
import { calculateFlatCharge } from "../../../domain/money/charge.ts";
import { inTransaction } from "../../platform/context.ts";
import { insertBooking } from "./bookings.repository.ts";

let t: Bookings;
let host: Person;
let renter: Person;
let today: CalendarDate;

interface Made {
  id: string;
  start: CalendarDate;
  end: CalendarDate;
  lapsesAt: string | null;
  state: State;
}
type State = "request" | "approved" | "completed" | "rejected" | "cancelled" | "unpaid";
const made: Made[] = [];

const STATES: Record<State, Omit<BookingState, "approving">> = {
  request: { status: "pending", paymentStatus: "authorized" },
  approved: { status: "approved", paymentStatus: "paid" },
  completed: { status: "completed", paymentStatus: "paid" },
  rejected: { status: "rejected", paymentStatus: "voided" },
  cancelled: { status: "cancelled", paymentStatus: "refunded" },
  unpaid: { status: "pending", paymentStatus: "unpaid" },
};

/** Writes a booking directly, because the past can't be booked. */
async function make(
  state: State,
  from: number,
  days: number,
  { of = host, by = renter, car = "", lapsesAt = null as string | null } = {},
): Promise<string> {
  const start = addDays(today, from);
  const end = addDays(start, days);
  const { status, paymentStatus } = STATES[state];
  const carId = car || (await makeListing(t.app, of));
  const id = await inTransaction(t.app.ctx, (tx) =>
    insertBooking(
      tx.db,
      {
        car_id: carId,
        renter_id: by.id,
        host_id: of.id,
        start_date: start,
        end_date: end,
        status,
        payment_status: paymentStatus,
        special_requests: null,
        booking_mode: "approval",
      },
      calculateFlatCharge({ pricePerDayCents: 6000, days }),
      tx.clock.now(),
    ),
  );
  await t.app.ctx.db
    .updateTable("bookings")
    .set({ lapses_at: lapsesAt })
    .where("id", "=", id)
    .execute();
  if (of === host) made.push({ id, start, end, lapsesAt, state });
  return id;
}

beforeAll(async () => {
  t = await startBookings();
  host = await makePerson(t.app, { roles: ["renter", "host"] });
  renter = await makePerson(t.app, { firstName: "Ashlyn" });
  await t.app.ctx.db
    .updateTable("profiles")
    .set({ phone: "+12425550142" })
    .where("user_id", "=", renter.id)
    .execute();
  t.app.clock.set("2026-12-01T12:00:00Z");
  today = todayInNassau(t.app.clock.now());
  // Ties on every key: eight of each on two days, and deadlines that differ by a microsecond.
  for (let index = 0; index < 8; index++) {
    const tie = index % 2;
    await make("request", 9 - index, 2, { lapsesAt: `2026-12-02T0${tie}:00:00.00000${tie}Z` });
    await make("approved", -3, 3 + tie);
    await make("approved", 5 + tie, 3);
    await make("completed", -20 - tie, 3);
    await make("rejected", 4 + tie, 2);
    await make("cancelled", 6 - tie, 2);
    await make("unpaid", 5, 2);
  }
});
afterAll(() => t.app.close());

const list = async (query: Record<string, string> = {}, as = host) =>
  t.app.call("GET", `/api/host/bookings?${new URLSearchParams(query)}`, { as: as.token });

const readAll = async (query: Record<string, string>): Promise<string[]> => {
  const pages = await readPages(async (cursor) => {
    const path = `/api/host/bookings?${new URLSearchParams(query)}${cursor}` as const;
    return (await t.app.call("GET", path, { as: host.token })).body;
  });
  return pages.flatMap(({ bookings }) => bookings.map(({ id }) => id));
};

const isOut = ({ state, start, end }: Made): boolean =>
  state === "approved" && start <= today && end >= today;
const isAhead = ({ state, start }: Made): boolean =>
  (state === "approved" || state === "request") && start > today;

const SHOWN: Record<HostBookingFilter, (booking: Made) => boolean> = {
  all: ({ state }) => state !== "unpaid",
  requests: ({ state }) => state === "request",
  in_progress: isOut,
  upcoming: isAhead,
  past: ({ state, end }) => state !== "unpaid" && (state === "completed" || end < today),
  rejected: ({ state }) => state === "rejected",
  cancelled: ({ state }) => state === "cancelled",
};

/** What the list is sorted by, and whether ascending. */
const KEYS: Record<Exclude<HostBookingFilter, "all">, [(booking: Made) => string, 1 | -1]> = {
  requests: [({ lapsesAt }) => lapsesAt ?? "", 1],
  in_progress: [({ end }) => end, 1],
  upcoming: [({ start }) => start, 1],
  past: [({ end }) => end, -1],
  rejected: [({ end }) => end, -1],
  cancelled: [({ end }) => end, -1],
};

const sorted = (filter: Exclude<HostBookingFilter, "all">, of: readonly Made[]): string[] => {
  const [key, direction] = KEYS[filter];
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  return of
    .toSorted((a, b) => direction * compare(key(a), key(b)) || compare(a.id, b.id))
    .map(({ id }) => id);
};

test.each(HOST_BOOKING_FILTERS.filter((each) => each !== "all"))(
  "%s: by its own date over all pages, no booking twice or missed",
  async (filter) => {
    const right = sorted(filter, made.filter(SHOWN[filter]));
    expect(right.length).toBeGreaterThan(7);
    expect(await readAll({ filter })).toEqual(right);
  },
);

test("all: requests, trips in progress, upcoming trips, then the rest", async () => {
  const upcoming = made.filter((each) => isAhead(each) && each.state === "approved");
  const first = [
    ...sorted("requests", made.filter(SHOWN.requests)),
    ...sorted("in_progress", made.filter(isOut)),
    ...sorted("upcoming", upcoming),
  ];
  const rest = made.filter((each) => SHOWN.all(each) && !first.includes(each.id));
  expect(await readAll({})).toEqual([...first, ...sorted("past", rest)]);
});

test("counts what each filter finds, also with a search", async () => {
  const { body } = await list({ filter: "upcoming" });
  for (const filter of HOST_BOOKING_FILTERS)
    expect(body.counts[filter]).toBe(made.filter(SHOWN[filter]).length);
  expect(body.total).toBe(body.counts.upcoming);
  const { body: searched } = await list({ search: "ashlyn", filter: "rejected" });
  expect(searched.counts).toEqual(body.counts);
  expect((await list({ search: "nobody" })).body.counts.all).toBe(0);
});

test("pages that follow a page keep its day after midnight in Nassau", async () => {
  const before = await readAll({ filter: "all" });
  const { body: first } = await list({ filter: "all" });
  const now = t.app.clock.now();
  t.app.clock.set("2026-12-02T05:00:00Z");
  const { body: second } = await list({ filter: "all", cursor: first.next_cursor ?? "" });
  const shown = [...first.bookings, ...second.bookings].map(({ id }) => id);
  expect(shown).toEqual(before.slice(0, shown.length));
  const { body: fresh } = await list({ filter: "in_progress" });
  expect(fresh.bookings.map(({ end_date }) => end_date)).not.toContain("2026-12-01");
  t.app.clock.set(now);
});

test("filters by car, island and dates, and finds a plate", async () => {
  const owner = await makePerson(t.app, { roles: ["renter", "host"] });
  const onExuma = { latitude: 23.51, longitude: -75.79, location: "George Town, Exuma" };
  const car = await makeListing(t.app, owner, { ...onExuma, license_plate: "SD 0871" });
  const inNassau = { latitude: 25.06, longitude: -77.34, location: "Nassau" };
  const other = await makeListing(t.app, owner, { ...inNassau, license_plate: "SD 1142" });
  const first = await make("approved", 10, 3, { of: owner, car });
  const second = await make("approved", 10, 3, { of: owner, car: other });
  const third = await make("approved", 20, 3, { of: owner, car });
  const found = async (query: Record<string, string>): Promise<string[]> =>
    (await list(query, owner)).body.bookings.map(({ id }) => id);
  expect(await found({ car })).toEqual([first, third]);
  expect(await found({ island: "exumas" })).toEqual([first, third]);
  expect(await found({ island: "new-providence" })).toEqual([second]);
  expect(await found({ search: "sd 0871" })).toEqual([first, third]);
  const { number } = getFirst((await list({ car }, owner)).body.bookings);
  expect(await found({ search: number })).toEqual([first]);
  // The day of return counts, on either end.
  const [starts, ends] = [addDays(today, 10), addDays(today, 13)];
  expect(await found({ car, from: ends, to: ends })).toEqual([first]);
  expect(await found({ car, from: starts, to: starts })).toEqual([first]);
  expect(await found({ car, to: addDays(starts, -1) })).toEqual([]);
  expect(await found({ car, from: addDays(ends, 1) })).toEqual([third]);
  expect((await list({ from: ends, to: starts }, owner)).body.code).toBe("dates_reversed");
  const cars = await t.app.call("GET", "/api/host/booked-cars", { as: owner.token });
  expect(cars.body.cars.map(({ license_plate }) => license_plate).toSorted()).toEqual([
    "SD 0871",
    "SD 1142",
  ]);
  // Another host's car finds nothing of theirs.
  expect((await list({ car })).body.total).toBe(0);
});

test("the day sheet shows pickups and returns by day, with plate and phone", async () => {
  const owner = await makePerson(t.app, { roles: ["renter", "host"] });
  const car = await makeListing(t.app, owner, { license_plate: "SD 0760" });
  const back = await make("approved", -2, 3, { of: owner, car });
  const out = await make("approved", 1, 4, { of: owner, car });
  await make("request", 1, 2, { of: owner, lapsesAt: "2026-12-02T00:00:00Z" });
  await make("cancelled", 1, 2, { of: owner });
  const read = (query: string) =>
    t.app.call("GET", `/api/host/day-sheet?${query}`, { as: owner.token });
  const extra = { booking_id: out, extra_id: "cooler", name: "Cooler", quantity: 2 };
  await t.app.ctx.db.insertInto("booking_extras").values(extra).execute();
  const { body } = await read(`from=${today}&days=7`);
  expect(body.days.map(({ cars }) => cars.length)).toEqual([0, 1, 0, 0, 0, 1, 0]);
  expect(body.days[1]).toMatchObject({
    date: addDays(today, 1),
    cars: [
      {
        license_plate: "SD 0760",
        handovers: [
          {
            kind: "return",
            booking_id: back,
            number: expect.stringMatching(/^BK-\d{4}-\d{4}$/),
            renter: { phone: "+12425550142" },
          },
          {
            kind: "pickup",
            booking_id: out,
            renter: { first_name: "Ashlyn" },
            extras: ["2 × Cooler"],
          },
        ],
      },
    ],
  });
  expect((await read(`from=${today}&days=15`)).status).toBe(400);
  expect((await read(`from=${today}&days=0`)).status).toBe(400);
  // A renter does not read the plate with the booking.
  expect((await t.read(out, renter)).car.license_plate).toBeNull();
  expect((await t.read(out, owner)).car.license_plate).toBe("SD 0760");
});
