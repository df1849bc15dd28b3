// What a listing reveals to everyone but its host and admins: no contact details that the host
// typed, and no last name on pages that do not show one. Endpoints come from the contract, so that
// new ones are covered.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { updateHostListing } from "../src/contract/host/host-listings.ts";
import { endpoints } from "../src/contract/index.ts";
import { HIDDEN_IN_LISTING, PUBLIC_TEXTS } from "../src/domain/listing/listing-masking.ts";
import { remindOfTrips } from "../src/server/modules/bookings/notifications/reminders.service.ts";
import { sweep } from "../src/server/modules/bookings/settlement/sweep.service.ts";
import { notifyLowerPrices } from "../src/server/modules/listings/favourites/favourite-prices.service.ts";
import { locationsJobs } from "../src/server/modules/listings/listing-locations.service.ts";
import { gather } from "../src/server/modules/personal-data/data-copy.repository.ts";
import { requestReviews } from "../src/server/modules/reviews/publishing.service.ts";
import { makeListing, makePerson, type Person } from "./factories.ts";
import { AFTERWARDS, OF_CAR, OF_RENTER, startReviews, type Reviews } from "./reviews.ts";

const LAST_NAME = "Zephyrina";
const NUMBER = /242\D{0,3}555\D{0,3}7393/;
const TYPED = Object.fromEntries(PUBLIC_TEXTS.map((word) => [word, `Call 242 555-7393`])) as Record<
  (typeof PUBLIC_TEXTS)[number],
  string
>;

let t: Reviews;
let host: Person;
let renter: Person;
let admin: Person;
let car = "";
let ids: string[] = [];
beforeAll(async () => {
  t = await startReviews();
  host = await makePerson(t.app, { roles: ["renter", "host"], firstName: "Ann" });
  renter = await makePerson(t.app);
  admin = await makePerson(t.app, { roles: ["admin"] });
  await t.app.ctx.db
    .updateTable("profiles")
    .set({ last_name: LAST_NAME })
    .where("user_id", "=", host.id)
    .execute();
  const more = {
    booking_mode: "approval",
    pickup_instructions: "Gate code 242 555 7393.",
  } as const;
  car = await makeListing(t.app, host, { ...TYPED, ...more });
  ids = [car, host.id, await makeListing(t.app, host, { latitude: 25.03, longitude: -77.35 })];
});
afterAll(() => t.app.close());

/** Every response to the contract's reads, by endpoint, for a visitor or a user who hosts
 *  nothing. */
async function collectResponses(by?: Person): Promise<Map<string, string>> {
  const responses = new Map<string, string>();
  const queries: Record<string, string> = {
    "/api/listings/map": "?bounds=-77.41,25.06,-77.39,25.08&zoom=16",
    "/api/listings/chosen": `?id=${car}`,
    "/api/conversations": "?side=renter",
  };
  const open = endpoints.filter(
    ({ method, path, access }) =>
      method === "GET" &&
      !path.startsWith("/dev/") &&
      access !== "admin" &&
      (by !== undefined || access === "public"),
  );
  for (const { path } of open)
    for (const id of path.includes("{id}") ? ids : [""]) {
      const { status, body } = await t.app.call(
        "GET",
        path.replace("{id}", id) + (queries[path] ?? ""),
        {
          as: by?.token,
        },
      );
      if (status === 200) responses.set(path, (responses.get(path) ?? "") + JSON.stringify(body));
    }
  return responses;
}

const pathsWith = (responses: Map<string, string>, found: RegExp | string): string[] =>
  [...responses]
    .filter(([, text]) => (found instanceof RegExp ? found.test(text) : text.includes(found)))
    .map(([path]) => path);

test("shows a visitor no contact details, and no last name where the page hides it", async () => {
  const responses = await collectResponses();
  expect(pathsWith(responses, NUMBER)).toEqual([]);
  expect(pathsWith(responses, HIDDEN_IN_LISTING).toSorted()).toEqual([
    "/api/hosts/{id}",
    "/api/listings",
    "/api/listings/chosen",
    "/api/listings/map",
    "/api/listings/{id}",
    "/api/listings/{id}/similar",
  ]);
  // The search results and the car's own page show the host's full name (specification section 2),
  // and so does the host's page that they link to.
  expect(pathsWith(responses, LAST_NAME).toSorted()).toEqual([
    "/api/hosts/{id}",
    "/api/listings",
    "/api/listings/{id}",
  ]);
});

test("shows a renter no contact details in the car's texts, from the question to the review", async () => {
  const { app } = t;
  const hiddenPaths: string[] = [];
  const look = async (): Promise<void> => {
    const responses = await collectResponses(renter);
    expect(pathsWith(responses, NUMBER)).toEqual([]);
    hiddenPaths.push(...pathsWith(responses, HIDDEN_IN_LISTING));
  };
  await app.call("PUT", `/api/favourites/${car}`, { as: renter.token });
  const { body: conversation } = await t.post("/api/conversations", { listing_id: car }, renter);
  await t.post(
    `/api/conversations/${conversation.id}/messages`,
    { id: crypto.randomUUID(), body: "Free?" },
    renter,
  );
  const { body: opened } = await t.checkout(car, renter);
  ids.push(conversation.id, opened.booking_id);
  await look();
  await t.pay(opened.session_id);
  await t.verify(opened.session_id, renter);
  await look();

  await t.decide(opened.booking_id, "approve", host);
  app.clock.set("2026-12-04T19:00:00.000Z");
  await remindOfTrips(app.ctx);
  // The renter of an approved booking reads the pickup instructions as typed.
  const { car: booked } = await t.read(opened.booking_id, renter);
  expect(booked.pickup_instructions).toBe("Gate code 242 555 7393.");
  await app.ctx.db
    .updateTable("car_listings")
    .set({ pickup_instructions: null })
    .where("id", "=", car)
    .execute();
  await look();

  app.clock.set(AFTERWARDS);
  await sweep(app.ctx);
  await requestReviews(app.ctx);
  await t.write(opened.booking_id, renter, OF_CAR);
  await t.write(opened.booking_id, host, OF_RENTER);
  const cheaper = { price_per_day_cents: 5_000, updated_at: "2026-12-09T10:00:00.000Z" };
  await app.ctx.db.updateTable("car_listings").set(cheaper).where("id", "=", car).execute();
  await notifyLowerPrices(app.ctx);
  await look();
  expect([...new Set(hiddenPaths)].toSorted()).toEqual(
    expect.arrayContaining([
      "/api/bookings",
      "/api/bookings/{id}",
      "/api/bookings/{id}/calendar.ics",
      "/api/bookings/{id}/receipt",
      "/api/bookings/{id}/reviews",
      "/api/checkout-sessions",
      "/api/conversations",
      "/api/conversations/{id}",
      "/api/dashboard",
      "/api/favourites",
      "/api/hosts/{id}/reviews",
      "/api/listings/{id}/reviews",
      "/api/notifications",
    ]),
  );

  const mails = (await app.mails(renter.email)).map((mail) => JSON.stringify(mail));
  expect(mails.filter((mail) => mail.includes(HIDDEN_IN_LISTING)).length).toBeGreaterThan(3);
  expect(mails.filter((mail) => NUMBER.test(mail) && !mail.includes("Gate code"))).toEqual([]);
  const copy = JSON.stringify(await gather(app.ctx.db, renter.id));
  expect(copy).toContain(HIDDEN_IN_LISTING);
  expect(copy).not.toMatch(NUMBER);
});

test("hides contact details from every search, both of all cars and of those a renter knows", async () => {
  const { app } = t;
  const location = "Nassau, 242 555 7393";
  const hidden = await makeListing(app, host, {
    title: "Blue",
    make: "Call 242",
    model: "555 7393",
    location,
  });
  await app.ctx.db
    .updateTable("car_listings")
    .set({ license_plate: "SD 7393" })
    .where("id", "=", hidden)
    .execute();
  const split = { make: `Call ${HIDDEN_IN_LISTING}`, model: HIDDEN_IN_LISTING };
  expect(await t.get(`/api/listings/${hidden}`)).toMatchObject(split);
  const asking = await makePerson(app);
  const { body: conversation } = await t.post("/api/conversations", { listing_id: hidden }, asking);
  await t.post(
    `/api/conversations/${conversation.id}/messages`,
    { id: crypto.randomUUID(), body: "Free?" },
    asking,
  );
  const later = { start_date: "2026-12-15", end_date: "2026-12-18" };
  const { body: opened } = await t.checkout(hidden, asking, later);
  await t.pay(opened.session_id);
  await t.verify(opened.session_id, asking);

  const found = async (part: string): Promise<number[]> => {
    const coded = encodeURIComponent(part);
    return [
      (await t.get(`/api/listings?location=${coded}`)).listings.filter(({ id }) => id === hidden)
        .length,
      (await t.get(`/api/bookings?search=${coded}`, asking)).bookings.length,
      (await t.get(`/api/conversations?side=renter&search=${coded}`, asking)).conversations.length,
    ];
  };
  expect(await found("nassau")).toEqual([1, 1, 1]);
  expect((await found("blue")).slice(1)).toEqual([1, 1]);
  for (const part of ["555 7393", "Nassau, 2", "242", "7393", "SD 7"])
    expect(await found(part)).toEqual([0, 0, 0]);
});

test("a search reveals no hidden text to hosts who put a piece of it into their own locations", async () => {
  const { app } = t;
  await makeListing(app, host, { location: "Nassau, ann@coral.bs, 242 555 0173" });
  const planted: string[] = [];
  for (let n = 0; n < 101; n++) {
    const location = `@coral.bs or ann@ or 242 55 or 555 01, ${"x".repeat(n)}`;
    planted.push(await makeListing(app, host, { location }));
  }
  for (const piece of ["ann@", "@coral.bs", "242 55", "555 01"])
    expect((await t.get(`/api/listings?location=${encodeURIComponent(piece)}`)).count, piece).toBe(
      planted.length,
    );
  await app.ctx.db
    .updateTable("car_listings")
    .set({ is_available: false })
    .where("id", "in", planted)
    .execute();
});

test("a search follows a changed location, whose name is deleted with its last car", async () => {
  const { app } = t;
  const id = await makeListing(app, host, { location: "Gambier" });
  const counts = async (...parts: string[]): Promise<number[]> =>
    Promise.all(
      parts.map(
        async (part) =>
          (await t.get(`/api/listings?location=${encodeURIComponent(part)}`)).count as number,
      ),
    );
  const path = `/api/host/listings/${id}`;
  const { body } = await app.call("GET", path, { as: host.token });
  const input = Object.fromEntries(
    Object.keys(updateHostListing.body.shape).map((field) => [
      field,
      body[field as keyof typeof body],
    ]),
  );
  const changed = { ...input, location: "Adelaide, 242 555 0173" };
  expect(await app.call("PUT", path, { as: host.token, body: changed })).toMatchObject({
    status: 200,
  });
  expect(await counts("gambier", "Adelaide", "555 0173")).toEqual([0, 1, 0]);
  const names = async (): Promise<string[]> => {
    await locationsJobs(app.ctx)[0]?.run(undefined as never);
    const { rows } = await sql<{
      location: string;
    }>`select location from listing_locations`.execute(app.ctx.db);
    return rows.map(({ location }) => location);
  };
  const before = await names();
  expect(before).toContain("adelaide, 242 555 0173");
  expect(before).not.toContain("gambier");
  expect(await app.call("DELETE", path, { as: host.token })).toMatchObject({ status: 200 });
  expect(await names()).toEqual(before.filter((name) => !name.startsWith("adelaide")));
});

test("shows the host and admins what was typed", async () => {
  expect(await t.get(`/api/host/listings/${car}`, host)).toMatchObject(TYPED);
  expect(await t.get(`/api/admin/listings/${car}`, admin)).toMatchObject({
    ...TYPED,
    words_with_contacts: PUBLIC_TEXTS,
  });
});
