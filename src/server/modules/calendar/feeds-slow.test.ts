// Slow sites: a host's slow calendar delays nobody else.
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { makeListing, makePerson, type Person } from "../../../../test/factories.ts";
import { makeCalendar, startFeeds, type Feeds } from "../../../../test/feeds.ts";

let feeds: Feeds;
beforeAll(async () => {
  // Each page here waits for the test before it responds.
  feeds = await startFeeds({ limitMs: 300_000 });
});
afterAll(() => feeds.close());

/** A page that responds only when the test releases it. */
function slowPage(path: string) {
  const waiting: (() => void)[] = [];
  feeds.site.serve(path, (_request, response) => {
    waiting.push(() => response.end(makeCalendar(["20261205/20261208"])));
  });
  return {
    url: feeds.site.url(path),
    asked: () => waiting.length,
    answer: () => waiting.splice(0).forEach((go) => go()),
  };
}
const newHost = async () => {
  const host = await makePerson(feeds.all.app, { roles: ["renter", "host"] });
  return { host, car: await makeListing(feeds.all.app, host) };
};
const add = ({ host, car }: { host: Person; car: string }, url: string) =>
  feeds.all.app.call("POST", feeds.at(car), { as: host.token, body: { name: "Slow", url } });

test("lets everybody write while more hosts than the write limit wait for their calendars", async () => {
  const page = slowPage("/slow.ics");
  const hosts = await Promise.all(Array.from({ length: 20 }, newHost));
  let ended = 0;
  const added = hosts.map((each) => add(each, page.url).finally(() => ended++));
  await eventually(() => expect(page.asked()).toBe(20));
  const somebody = await makePerson(feeds.all.app);
  const saved = await feeds.all.app.call("PATCH", "/api/profile", {
    as: somebody.token,
    body: { about: "Hello." },
  });
  expect([saved.status, ended]).toEqual([200, 0]);
  page.answer();
  for (const { status } of await Promise.all(added)) expect(status).toBe(200);
});

test("reads at most three calendars of one host concurrently", async () => {
  const pages = ["/one.ics", "/two.ics", "/three.ics"].map(slowPage);
  const one = await newHost();
  const added = pages.map((page) => add(one, page.url));
  await eventually(() => expect(pages.map((page) => page.asked())).toEqual([1, 1, 1]));
  const refused = await add(one, feeds.site.url(feeds.calendarAt("20261220/20261222")));
  expect(refused).toMatchObject({
    status: 429,
    body: { code: "rate_limited", details: { retry_after_seconds: 10 } },
  });
  for (const page of pages) page.answer();
  for (const { status } of await Promise.all(added)) expect(status).toBe(200);
  const later = await add(one, feeds.site.url(feeds.calendarAt("20261220/20261222")));
  expect(later.status).toBe(200);
});
