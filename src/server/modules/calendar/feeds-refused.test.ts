// Unreadable calendars: refused when added; when they fail later, the last days read stay.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeCalendar, startFeeds, type Feeds } from "../../../../test/feeds.ts";
import { fetchDueFeeds } from "./feeds.service.ts";

let feeds: Feeds;
let { all, site, calendarAt, later, add, at, list, refresh, imported } = {} as Feeds;
beforeAll(async () => {
  feeds = await startFeeds();
  ({ all, site, calendarAt, later, add, at, list, refresh, imported } = feeds);
});
afterAll(() => feeds.close());
beforeEach(() => later(0));

describe("a calendar that fails", () => {
  test("keeps its days, reports since when and why, backs off, and recovers", async () => {
    const car = await all.newCar();
    const path = calendarAt("20261205/20261208");
    const { body: feed } = await add(car, site.url(path));
    site.serve(path, (_request, response) => response.writeHead(404).end());
    later(1);
    expect((await refresh(car, feed.id)).body).toEqual({
      ...feed,
      state: "stale",
      failing_since: "2026-11-21T18:00:00.000Z",
      error: { code: "feed_answer_refused", details: { status: 404 } },
      next_fetch_at: "2026-11-21T18:30:00.000Z",
    });
    expect(await feeds.isStale(car)).toBe(true);
    later(2);
    site.text(path, "<html>Sign in</html>");
    expect((await refresh(car, feed.id)).body).toMatchObject({
      failing_since: "2026-11-21T18:00:00.000Z",
      error: { code: "feed_not_calendar", details: {} },
      next_fetch_at: "2026-11-21T20:00:00.000Z",
    });
    later(26);
    expect((await list(car))[0]?.state).toBe("failing");
    expect(await imported(car)).toEqual(["[2026-12-05,2026-12-08)"]);
    site.text(path, makeCalendar(["20261206/20261208"]));
    await fetchDueFeeds(all.app.ctx);
    await expect
      .poll(() => list(car))
      .toMatchObject([{ state: "ok", failing_since: null, error: null }]);
    expect(await imported(car)).toEqual(["[2026-12-06,2026-12-08)"]);
  });

  const tooMany = makeCalendar(Array.from({ length: 5001 }, () => "20261205/20261208"));
  test.each<[string, () => string, string]>([
    ["100 MB", () => "/large.ics", "feed_too_large"],
    ["100,000 events", () => "/many.ics", "feed_too_large"],
    ["5,001 events", () => "/more.ics", "feed_too_many_events"],
    ["a sign-in page", () => "/page.html", "feed_not_calendar"],
    ["a redirect to this machine", () => "/inside", "feed_address_refused"],
    ["a redirect to the cloud's metadata", () => "/metadata", "feed_address_refused"],
    ["nothing at all", () => "/none", "feed_answer_refused"],
  ])(
    "%s: refused when added; when it fails later, its last days stay",
    async (_what, path, code) => {
      site.serve("/large.ics", (_request, response) => {
        const line = "X-LINE:0123456789012345678901234567890123456789\r\n".repeat(2000);
        response.once("close", () => clearInterval(more));
        const more = setInterval(() => response.write(line), 1);
      });
      site.text(
        "/many.ics",
        makeCalendar(Array.from({ length: 100_000 }, () => "20261205/20261208")),
      );
      site.text("/more.ics", tooMany);
      site.text("/page.html", "<!doctype html><title>Sign in</title>");
      site.serve("/inside", (_request, response) =>
        response.writeHead(302, { location: `http://127.0.0.1:${site.port}/1.ics` }).end(),
      );
      site.serve("/metadata", (_request, response) =>
        response.writeHead(302, { location: "http://169.254.169.254/" }).end(),
      );
      const car = await all.newCar();
      expect(await add(car, site.url(path()))).toMatchObject({ status: 422, body: { code } });
      expect(await list(car)).toEqual([]);
      expect(await imported(car)).toEqual([]);
      const good = calendarAt("20261205/20261208");
      const { body: feed } = await add(car, site.url(good));
      site.serve(good, (_request, response) => response.writeHead(302, { location: path() }).end());
      later(1);
      expect((await refresh(car, feed.id)).body).toMatchObject({ state: "stale", error: { code } });
      expect(await imported(car)).toEqual(["[2026-12-05,2026-12-08)"]);
    },
  );
});

test.each([
  ["file:///etc/passwd", "feed_url_invalid"],
  ["javascript:alert(1)", "feed_url_invalid"],
  ["http://127.0.0.1/x.ics", "feed_address_refused"],
  ["http://169.254.169.254/latest/meta-data/", "feed_address_refused"],
  ["http://inside.test/x.ics", "feed_address_refused"],
  ["http://nowhere.test/x.ics", "feed_unreachable"],
])("refuses %s with %s", async (url, code) => {
  const car = await all.newCar();
  expect(await add(car, url)).toMatchObject({ status: 422, body: { code } });
  expect(await list(car)).toEqual([]);
});

test.each([
  ["no name", { name: " ", url: "https://feeds.test/x.ics" }],
  ["a name on two lines", { name: "a\nb", url: "https://feeds.test/x.ics" }],
  ["no address", { name: "Turo" }],
  ["an address with a NUL", { name: "Turo", url: "https://feeds.test/\u0000" }],
])("refuses %s", async (_what, body) => {
  const answer = await all.app.call("POST", at(await all.newCar()), { as: all.host.token, body });
  expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request" } });
});
