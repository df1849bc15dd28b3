// Calendars of other sites, read from real servers into the database through the API and the job.
import { SHOWN_DAYS } from "../../../../test/taken-days.ts";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { getFirst } from "../../../../test/api-responses.ts";
import { makeListing, makePerson } from "../../../../test/factories.ts";
import { makeCalendar, startFeeds, type Feeds } from "../../../../test/feeds.ts";
import { TEST_NOW } from "../../../../test/harness.ts";
import { fetchDueFeeds } from "./feeds.service.ts";

let feeds: Feeds;
let { all, site, calendarAt, later, add, at, list, refresh, remove, block, imported, readRanges } =
  {} as Feeds;
beforeAll(async () => {
  feeds = await startFeeds();
  ({ all, site, calendarAt, later, add, at, list, refresh, remove, block, imported, readRanges } =
    feeds);
});
afterAll(() => feeds.close());
beforeEach(() => later(0));

test("imports a calendar immediately, shows its days, and frees them on removal", async () => {
  const car = await all.newCar();
  const path = "/airbnb.ics";
  const text = readFileSync(
    new URL("../../../../test/fixtures/calendars/airbnb.ics", import.meta.url),
    "utf8",
  );
  site.text(path, `\uFEFF${text.replaceAll("\n", "\r\n")}`, { "content-type": "text/html" });
  const { status, body } = await add(car, site.url(path));
  expect(status).toBe(200);
  expect(body).toEqual({
    id: body.id,
    name: "Airbnb",
    url: site.url(path),
    state: "ok",
    answered_at: TEST_NOW,
    failing_since: null,
    error: null,
    next_fetch_at: "2026-11-21T17:30:00.000Z",
    days_ahead: 12,
    conflicts: [],
  });
  expect(await list(car)).toEqual([body]);
  expect(await imported(car)).toEqual(["[2026-12-05,2026-12-10)", "[2027-01-04,2027-01-11)"]);
  expect((await all.checkout(car)).body.code).toBe("dates_taken");
  expect((await readRanges(car))[0]).toMatchObject({
    kind: "import",
    booking_id: null,
    feeds: [{ id: body.id, name: "Airbnb" }],
    conflicts: [],
  });
  expect((await remove(car, body.id)).body).toEqual({ id: body.id });
  expect(await imported(car)).toEqual([]);
  expect((await remove(car, body.id)).body.code).toBe("PGRST116");
  expect((await all.checkout(car)).status).toBe(200);
});

test("imports days shared by two calendars once, naming both, until both are removed", async () => {
  const car = await all.newCar();
  const { body: turo } = await add(car, site.url(calendarAt("20261205/20261208")), "Turo");
  const { body: own } = await add(car, site.url(calendarAt("20261207/20261210")), "Mine");
  expect(await imported(car)).toEqual(["[2026-12-05,2026-12-10)"]);
  expect((await readRanges(car))[0]?.feeds.map((each) => each.name)).toEqual(["Mine", "Turo"]);
  await remove(car, turo.id);
  expect(await imported(car)).toEqual(["[2026-12-07,2026-12-10)"]);
  await remove(car, own.id);
  expect(await imported(car)).toEqual([]);
});

test("prefers bookings and blocks, shows the overlap as a conflict, and imports it once the booking ends", async () => {
  const { car, id: bookingId } = await all.book({
    dates: { start_date: "2026-12-05", end_date: "2026-12-08" },
  });
  await block(car, "2026-12-20", "2026-12-22");
  const { body: feed } = await add(
    car,
    site.url(calendarAt("20261203/20261207", "20261221/20261224")),
  );
  expect(await imported(car)).toEqual(["[2026-12-03,2026-12-05)", "[2026-12-22,2026-12-24)"]);
  const overlap = { start_date: "2026-12-05", end_date: "2026-12-07" };
  expect(feed.conflicts).toEqual([
    { ...overlap, kind: "booking", booking_id: bookingId },
    { start_date: "2026-12-21", end_date: "2026-12-22", kind: "block", booking_id: null },
  ]);
  const booked = (await readRanges(car)).find((each) => each.kind === "booking");
  expect(booked).toMatchObject({
    feeds: [],
    conflicts: [{ feed_id: feed.id, feed_name: "Airbnb", ...overlap }],
  });
  expect((await all.decide(bookingId, "cancel", all.renter)).body.status).toBe("cancelled");
  expect(await imported(car)).toEqual(["[2026-12-03,2026-12-07)", "[2026-12-22,2026-12-24)"]);
  expect((await list(car))[0]?.conflicts).toHaveLength(1);
});

test("a block replaces imported days, and restores them when removed", async () => {
  const car = await all.newCar();
  await add(car, site.url(calendarAt("20261205/20261212")));
  const { body } = await block(car, "2026-12-07", "2026-12-09");
  expect(await imported(car)).toEqual(["[2026-12-05,2026-12-07)", "[2026-12-09,2026-12-12)"]);
  await all.app.call("DELETE", `/api/host/calendar/blocks/${getFirst(body.blocks).id}`, {
    as: all.host.token,
  });
  expect(await imported(car)).toEqual(["[2026-12-05,2026-12-12)"]);
});

test("the job imports added and removed days and leaves unchanged rows alone", async () => {
  const car = await all.newCar();
  const path = calendarAt("20261205/20261208", "20261220/20261222");
  await add(car, site.url(path));
  const findId = async (during: string) =>
    (
      await all.app.ctx.db
        .selectFrom("car_calendar")
        .select("id")
        .where("car_id", "=", car)
        .where(SHOWN_DAYS, "=", during)
        .executeTakeFirst()
    )?.id;
  const stays = await findId("[2026-12-20,2026-12-22)");
  site.text(path, makeCalendar(["20261220/20261222", "20270104/20270106"]));
  later(0.4);
  await fetchDueFeeds(all.app.ctx);
  expect(await imported(car)).toHaveLength(2);
  expect(await findId("[2027-01-04,2027-01-06)")).toBeUndefined();
  later(0.6);
  await fetchDueFeeds(all.app.ctx);
  await expect
    .poll(() => imported(car))
    .toEqual(["[2026-12-20,2026-12-22)", "[2027-01-04,2027-01-06)"]);
  expect(await findId("[2026-12-20,2026-12-22)")).toBe(stays);
});

test("downloads an unchanged calendar only once a week", async () => {
  const car = await all.newCar();
  let full = 0;
  site.serve("/marked.ics", ({ headers }, response) => {
    if (headers["if-none-match"] === '"v1"') return void response.writeHead(304).end();
    full++;
    response.writeHead(200, { etag: '"v1"' }).end(makeCalendar(["20261205/20261208"]));
  });
  const { body } = await add(car, site.url("/marked.ics"));
  later(1);
  expect((await refresh(car, body.id)).body).toMatchObject({
    state: "ok",
    answered_at: "2026-11-21T18:00:00.000Z",
  });
  expect(full).toBe(1);
  later(7 * 24);
  await refresh(car, body.id);
  expect(full).toBe(2);
  expect(await imported(car)).toEqual(["[2026-12-05,2026-12-08)"]);
});

test("ignores our own events in an imported calendar, even after they were cancelled", async () => {
  const { car, id } = await all.book();
  const { body: link } = await all.app.call("POST", `/api/host/cars/${car}/calendar-link`, {
    as: all.host.token,
  });
  const exported = (await all.app.call("GET", new URL(link.url).pathname)).body as string;
  expect(exported).toContain("BEGIN:VEVENT");
  // The calendar of another site that imports ours: our events among its own.
  site.text(
    "/mirror.ics",
    exported.replace(
      "END:VCALENDAR",
      makeCalendar(["20270104/20270106"]).split("\r\n").slice(2, -2).join("\r\n") +
        "\r\nEND:VCALENDAR",
    ),
  );
  const { body: feed } = await add(car, site.url("/mirror.ics"));
  expect(feed.conflicts).toEqual([]);
  expect(await imported(car)).toEqual(["[2027-01-04,2027-01-06)"]);
  await all.decide(id, "cancel", all.renter);
  await refresh(car, feed.id);
  expect(await imported(car)).toEqual(["[2027-01-04,2027-01-06)"]);
});

test("reads webcal: as https:", async () => {
  const car = await all.newCar();
  const path = calendarAt("20261205/20261208");
  // The site has no TLS, so it only receives a connection that fails.
  const response = await add(car, site.url(path).replace("http:", "webcal:"));
  expect(response.body.code).toBe("feed_unreachable");
});

test("connects each calendar to a car only once, and at most ten calendars", async () => {
  const car = await all.newCar();
  const url = site.url(calendarAt("20261205/20261208"));
  expect((await add(car, url)).status).toBe(200);
  expect(await add(car, url)).toMatchObject({ status: 409, body: { code: "feed_known" } });
  for (let n = 2; n <= 10; n++)
    expect((await add(car, site.url(calendarAt("20261205/20261208")))).status).toBe(200);
  expect(await add(car, site.url(calendarAt("20261205/20261208")))).toMatchObject({
    status: 409,
    body: { code: "too_many_feeds", details: { limit: 10 } },
  });
});

test("refuses to reach one car's feed through another car", async () => {
  const [one, two] = [await all.newCar(), await all.newCar()];
  const { body } = await add(one, site.url(calendarAt("20261205/20261208")));
  expect((await remove(two, body.id)).status).toBe(404);
  expect((await refresh(two, body.id)).status).toBe(404);
  const other = await makePerson(all.app, { roles: ["renter", "host"] });
  expect((await all.app.call("GET", at(one), { as: other.token })).status).toBe(404);
  expect(await imported(one)).toHaveLength(1);
});

test("stops fetching the calendars of a deleted car", async () => {
  const car = await all.newCar();
  const path = calendarAt("20261205/20261208");
  await add(car, site.url(path));
  await all.app.ctx.db
    .updateTable("car_listings")
    .set({ deleted_at: TEST_NOW })
    .where("id", "=", car)
    .execute();
  later(1);
  await fetchDueFeeds(all.app.ctx);
  expect(site.requests.filter((each) => each.url === path)).toHaveLength(1);
});

test("reads a few calendars of one host per minute without delaying other hosts", async () => {
  // Only hosts of this test, since those of other tests have due calendars too.
  const host = async () => {
    const as = await makePerson(all.app, { roles: ["renter", "host"] });
    const cars = [await makeListing(all.app, as), await makeListing(all.app, as)];
    const link = async (n: number): Promise<string> => {
      const path = calendarAt("20261205/20261208");
      const body = { name: "Turo", url: site.url(path) };
      expect(
        (await all.app.call("POST", at(cars[n % 2] ?? ""), { as: as.token, body })).status,
      ).toBe(200);
      return path;
    };
    return { cars, link };
  };
  const [one, other] = [await host(), await host()];
  const paths: string[] = [];
  for (let n = 0; n < 10; n++) paths.push(await one.link(n));
  const theirs = await other.link(0);
  const countRequests = (path: string): number =>
    site.requests.filter((each) => each.url === path).length;
  // As late as possible, so that it is the last one due.
  later(0.5);
  await all.app.ctx.db
    .updateTable("calendar_feeds")
    .set({ next_fetch_at: all.app.clock.now().toISOString() })
    .where("car_id", "in", other.cars)
    .execute();
  await fetchDueFeeds(all.app.ctx);
  expect(countRequests(theirs)).toBe(2);
  expect(paths.filter((path) => countRequests(path) === 2)).toHaveLength(8);
  await fetchDueFeeds(all.app.ctx);
  expect(paths.filter((path) => countRequests(path) === 2)).toHaveLength(10);
});

test("audits linking and unlinking without the address", async () => {
  const car = await all.newCar();
  const { body } = await add(car, site.url(calendarAt("20261205/20261208")));
  await remove(car, body.id);
  const events = await all.app.ctx.db
    .selectFrom("audit_events")
    .select(["actor_kind", "actor_id", "action", "before", "after"])
    .where("subject_id", "=", car)
    .orderBy("id")
    .execute();
  const event = {
    actor_kind: "host",
    actor_id: all.host.id,
    before: null,
    after: { feed_id: body.id },
  };
  expect(events).toEqual([
    { ...event, action: "calendar.feed_add" },
    { ...event, action: "calendar.feed_remove" },
  ]);
});

test("records an internal error with the calendar and retries it later", async () => {
  const car = await all.newCar();
  const { body } = await add(car, site.url(calendarAt("20261205/20261208")));
  const broken = {
    ...all.app.ctx,
    fetchPublic: () => Promise.reject(new Error("no more file handles")),
  };
  later(1);
  await fetchDueFeeds(broken);
  expect((await list(car))[0]).toMatchObject({
    id: body.id,
    state: "stale",
    error: { code: "internal", details: {} },
    next_fetch_at: "2026-11-21T18:30:00.000Z",
  });
  expect(await imported(car)).toEqual(["[2026-12-05,2026-12-08)"]);
});
