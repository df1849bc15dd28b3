// The order, the filters, the pages and the totals of the admins' lists.
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPages } from "../../../../test/api-responses.ts";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import { makeListing, makePerson, type Person } from "../../../../test/factories.ts";
import {
  ADMIN_BOOKING_SORTS,
  type AdminBookingSort,
} from "../../../domain/booking/admin/admin-booking-lists.ts";
import type { BookingState } from "../../../domain/booking/booking.ts";
import { addDays, todayInNassau, type CalendarDate } from "../../../domain/calendar/dates.ts";
import { calculateFlatCharge } from "../../../domain/money/charge.ts";
import { inTransaction } from "../../platform/context.ts";
import { insertBooking } from "../bookings/bookings.repository.ts";

let t: Bookings;
let admin: Person;
let host: Person;
let onExuma: string;
let today: CalendarDate;

interface Made {
  id: string;
  made: string;
  start: CalendarDate;
  end: CalendarDate;
  cents: number;
  status: BookingState["status"];
  car: string;
}
const made: Made[] = [];
const PAYMENTS = {
  approved: "paid",
  completed: "paid",
  cancelled: "refunded",
  pending: "authorized",
  rejected: "voided",
} as const;

/** Writes a booking directly, because the past can't be booked. */
async function make(status: Made["status"], from: number, days: number, car: string) {
  const [start, end] = [addDays(today, from), addDays(today, from + days)];
  const at = new Date(t.app.clock.now().getTime() - (made.length % 7) * 60_000);
  const charge = calculateFlatCharge({ pricePerDayCents: 6000, days });
  const id = await inTransaction(t.app.ctx, (tx) =>
    insertBooking(
      tx.db,
      {
        car_id: car,
        renter_id: t.renter.id,
        host_id: host.id,
        start_date: start,
        end_date: end,
        status,
        payment_status: PAYMENTS[status],
        special_requests: null,
        booking_mode: "approval",
      },
      charge,
      at,
    ),
  );
  const { amount_due_cents: cents } = await t.app.ctx.db
    .selectFrom("bookings")
    .select("amount_due_cents")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  made.push({ id, made: at.toISOString(), start, end, cents, status, car });
}

beforeAll(async () => {
  t = await startBookings();
  admin = await makePerson(t.app, { roles: ["renter", "admin"], firstName: "Ada" });
  host = await makePerson(t.app, { roles: ["renter", "host"] });
  t.app.clock.set("2026-12-10T12:00:00Z");
  today = todayInNassau(t.app.clock.now());
  onExuma = await makeListing(t.app, host, {
    latitude: 23.51,
    longitude: -75.79,
    location: "George Town, Exuma",
    title: "Exuma Wrangler",
  });
  const inNassau = await makeListing(t.app, host);
  // Thirty-two bookings, so that a list has two pages; ties on every key.
  for (let index = 0; index < 8; index++) {
    const days = 2 + (index % 2);
    await make(
      "approved",
      -2 - (index % 2),
      days + Number(index < 4),
      index % 4 === 0 ? onExuma : inNassau,
    );
    await make("approved", 10 + (index % 3), days, inNassau);
    await make("completed", -40 + (index % 3), days, index % 2 ? onExuma : inNassau);
    await make("cancelled", 5, days + 1, inNassau);
  }
});
afterAll(() => t.app.close());

const list = (query: Record<string, string>) =>
  t.app.call("GET", `/api/admin/bookings?${new URLSearchParams(query)}`, { as: admin.token });

const readAll = async (query: Record<string, string>): Promise<string[]> => {
  const pages = await readPages(async (cursor) => {
    const path = `/api/admin/bookings?${new URLSearchParams(query)}${cursor}` as const;
    return (await t.app.call("GET", path, { as: admin.token })).body;
  });
  return pages.flatMap(({ bookings }) => bookings.map(({ id }) => id));
};

const KEYS: Record<AdminBookingSort, [(booking: Made) => string | number, 1 | -1]> = {
  newest: [({ made: at }) => at, -1],
  oldest: [({ made: at }) => at, 1],
  first_pickup: [({ start }) => start, 1],
  last_pickup: [({ start }) => start, -1],
  first_return: [({ end }) => end, 1],
  last_return: [({ end }) => end, -1],
  highest: [({ cents }) => cents, -1],
  lowest: [({ cents }) => cents, 1],
};
const compare = <T>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);
const sorted = (sort: AdminBookingSort, of: readonly Made[]): string[] => {
  const [key, direction] = KEYS[sort];
  return of
    .toSorted((a, b) => direction * (compare(key(a), key(b)) || compare(a.id, b.id)))
    .map(({ id }) => id);
};

const isOut = ({ status, start, end }: Made): boolean =>
  status === "approved" && start <= today && end >= today;
/** Each plan of a search: along an index, sorted, and walking past what does not fit. */
const SEARCHES: [name: string, query: Record<string, string>, fits: (booking: Made) => boolean][] =
  [
    ["all", {}, () => true],
    ["a status", { filter: "completed" }, ({ status }) => status === "completed"],
    ["trips in progress", { filter: "in_progress" }, isOut],
    [
      "trips that begin or end today",
      { filter: "today" },
      (booking) => isOut(booking) && (booking.start === today || booking.end === today),
    ],
    ["an island", { island: "exumas" }, ({ car }) => car === onExuma],
    ["a text", { search: "exuma wrangler" }, ({ car }) => car === onExuma],
    [
      "an island, a status and days",
      { island: "exumas", filter: "completed", from: "2026-11-01", to: "2026-11-01" },
      ({ car, status, start, end }) =>
        car === onExuma && status === "completed" && start <= "2026-11-01" && end >= "2026-11-01",
    ],
    ["days without an end", { from: "2026-12-16" }, ({ end }) => end >= "2026-12-16"],
  ];

test.each(SEARCHES)(
  "sorts %s either way over all pages, and adds it up",
  async (_, query, fits) => {
    const right = made.filter(fits);
    expect(right.length).toBeGreaterThan(1);
    for (const sort of ADMIN_BOOKING_SORTS)
      expect(await readAll({ ...query, sort }), sort).toEqual(sorted(sort, right));
    expect((await list(query)).body).toMatchObject({
      total: right.length,
      total_is_exact: true,
      total_amount_due_cents: right.reduce((sum, { cents }) => sum + cents, 0),
    });
  },
);

test("refuses reversed days, a day too far away, and a cursor of another order", async () => {
  const reversed = { from: "2026-12-16", to: "2026-12-15" };
  expect((await list(reversed)).body.code).toBe("dates_reversed");
  const endless = "/api/admin/users?from=2026-12-11&to=9999-12-31";
  expect(await t.app.call("GET", endless, { as: admin.token })).toMatchObject({
    status: 400,
    body: { errors: [{ field: "query.to", message: "To must be a day from 1900 to 2999." }] },
  });
  const { body } = await list({ sort: "first_pickup" });
  expect(await list({ sort: "highest", cursor: body.next_cursor ?? "" })).toMatchObject({
    status: 400,
    body: { code: "invalid_request" },
  });
});

test("lists users by the day they joined, either way, and counts them", async () => {
  t.app.clock.set("2026-12-12T04:59:00Z"); // before midnight in Nassau
  const late = await makePerson(t.app);
  t.app.clock.set("2026-12-12T05:01:00Z");
  const next = await makePerson(t.app);
  const of = async (query: string) => {
    const path = `/api/admin/users?${query}` as const;
    return (await t.app.call("GET", path, { as: admin.token })).body;
  };
  const ids = async (query: string) => (await of(query)).users.map(({ id }) => id);
  expect(await ids("from=2026-12-11&to=2026-12-11")).toEqual([late.id]);
  expect(await ids("from=2026-12-11&sort=oldest")).toEqual([late.id, next.id]);
  expect(await of("from=2026-12-12")).toMatchObject({ total: 1, total_is_exact: true });
});

test("lists listings of an island and of some days", async () => {
  t.app.clock.set("2026-12-20T12:00:00Z");
  const car = await makeListing(t.app, host, { latitude: 23.51, longitude: -75.79 });
  const ids = async (query: string) => {
    const path = `/api/admin/listings?${query}` as const;
    const { body } = await t.app.call("GET", path, { as: admin.token });
    return body.listings.map(({ id }) => id);
  };
  expect(await ids("island=exumas")).toEqual([car, onExuma]);
  expect(await ids("island=exumas&sort=oldest")).toEqual([onExuma, car]);
  expect(await ids("island=exumas&from=2026-12-20&filter=active")).toEqual([car]);
});

test("lists the audit log of some days, either way", async () => {
  const note = async (at: string, reason: string) => {
    t.app.clock.set(at);
    const suspended = await makePerson(t.app);
    const path = `/api/admin/users/${suspended.id}/suspension` as const;
    const body = { suspended: true, reason };
    expect((await t.app.call("POST", path, { as: admin.token, body })).status).toBe(200);
  };
  await note("2027-01-02T04:59:00Z", "first");
  await note("2027-01-02T05:01:00Z", "second");
  const reasons = async (query: string) => {
    const path = `/api/admin/audit?filter=admins&${query}` as const;
    const { body } = await t.app.call("GET", path, { as: admin.token });
    return body.events.map(({ reason }) => reason);
  };
  expect(await reasons("from=2027-01-01&to=2027-01-01")).toEqual(["first"]);
  expect(await reasons("from=2027-01-01&sort=oldest")).toEqual(["first", "second"]);
  expect(await reasons("from=2027-01-02")).toEqual(["second"]);
});
