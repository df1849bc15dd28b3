// robots.txt and sitemaps over HTTP: well-formed, complete, and limited to what is public.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeListing, makePerson, type Person } from "../../../../test/factories.ts";
import { onSeveralNodes, startTestApp, type TestApp } from "../../../../test/harness.ts";
import { URLS_PER_SITEMAP } from "../../../contract/listings/sitemaps.ts";

let app: TestApp;
let host: Person;

beforeAll(async () => {
  app = await startTestApp({ config: { unlimited: true } });
  host = await makePerson(app, { roles: ["renter", "host"] });
});
afterAll(() => app.close());

const read = (path: string) => fetch(app.url + path);

/**
 * The text of every <loc>, after checking that all elements close in order and all entities are
 * known.
 */
function locations(xml: string): string[] {
  expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n</);
  expect(xml.replace(/&(amp|lt|gt|quot|apos);/g, "")).not.toContain("&");
  const open: string[] = [];
  for (const [, close, name] of xml.matchAll(/<(\/?)([a-z]+)[^>]*>/g))
    if (close) expect(open.pop()).toBe(name);
    else open.push(name!);
  expect(open).toEqual([]);
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url!.replaceAll("&amp;", "&"));
}
const minuteLater = () => app.clock.set(new Date(app.clock.now().getTime() + 60_000).toISOString());

test("robots.txt disallows the paths for signed-in people and names the sitemap", async () => {
  const answer = await read("/robots.txt");
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
  const lines = (await answer.text()).split("\n");
  for (const path of ["/api/", "/host/", "/admin", "/dashboard", "/auth"])
    expect(lines).toContain(`Disallow: ${path}`);
  expect(lines).not.toContain("Disallow: /");
  expect(lines).toContain(`Sitemap: ${app.ctx.publicUrl()}/sitemap.xml`);
});

test.skipIf(onSeveralNodes)(
  "the index leads to the static pages, the islands with cars and the public cars, and to nothing else",
  async () => {
    const shown = await makeListing(app, host, {
      location: "George Town, Exuma",
      latitude: null,
      longitude: null,
    });
    const gone = await makeListing(app, host);
    await makeListing(app, host, { is_approved: false });
    await makeListing(app, host, { is_available: false });
    await makeListing(app, host, { deleted_at: app.clock.now().toISOString() });
    minuteLater();
    const index = await read("/sitemap.xml");
    expect(index.headers.get("content-type")).toMatch(/^text\/xml/);
    const origin = app.ctx.publicUrl();
    expect(locations(await index.text())).toEqual(
      ["pages", "cars-1", "hosts-1"].map((name) => `${origin}/sitemaps/${name}.xml`),
    );
    const other = await makePerson(app, { roles: ["renter", "host"] });
    await makeListing(app, other, { is_approved: false });
    const pages = locations(await (await read("/sitemaps/pages.xml")).text());
    expect(pages).toContain(`${origin}/browse`);
    expect(pages.filter((url) => url.includes("/browse/"))).toEqual([
      `${origin}/browse/new-providence`,
      `${origin}/browse/exumas`,
    ]);
    const cars = await (await read("/sitemaps/cars-1.xml")).text();
    expect(locations(cars).toSorted()).toEqual(
      [gone, shown].map((id) => `${origin}/book/${id}`).toSorted(),
    );
    const hosts = await (await read("/sitemaps/hosts-1.xml")).text();
    expect(locations(hosts)).toEqual([`${origin}/hosts/${host.id}`]);
    expect(cars + hosts).toMatch(/<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/);

    await app.ctx.db
      .updateTable("car_listings")
      .set({ is_available: false })
      .where("id", "=", gone)
      .execute();
    minuteLater();
    expect(locations(await (await read("/sitemaps/cars-1.xml")).text())).toEqual([
      `${origin}/book/${shown}`,
    ]);
    expect(locations(await (await read("/sitemaps/pages.xml")).text())).not.toContain(
      `${origin}/browse/new-providence`,
    );
  },
);

test.each([
  "hosts-2.xml",
  "cars-0.xml",
  "cars-2.xml",
  "cars-99999.xml",
  "cars-1.txt",
  "cars.xml",
  "..%2Fsecret",
  "x".repeat(41),
])("%s is not a sitemap", async (name) => {
  const answer = await read(`/sitemaps/${name}`);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
});

test.skipIf(onSeveralNodes)("puts cars that exceed one sitemap in the next", async () => {
  await sql`insert into car_listings (host_id, title, make, model, year, location, price_per_day_cents, transmission, fuel_type, seats,
      is_approved, created_at, updated_at)
    select ${host.id}::uuid, 'One of many', 'Kia', 'Rio', 2020, 'Freeport', 5000, 'automatic', 'gasoline', 4, true, at, at
    from generate_series(1, ${URLS_PER_SITEMAP}::int) n, lateral (select '2026-11-20'::date + n * interval '1 second' as at) each`.execute(
    app.ctx.db,
  );
  minuteLater();
  expect(locations(await (await read("/sitemap.xml")).text())).toHaveLength(4);
  const files = await Promise.all(
    [1, 2].map(async (n) => locations(await (await read(`/sitemaps/cars-${n}.xml`)).text())),
  );
  expect(files[0]).toHaveLength(URLS_PER_SITEMAP);
  expect(files[1]!.length).toBeGreaterThan(0);
  expect(new Set(files.flat()).size).toBe(files.flat().length);
});
