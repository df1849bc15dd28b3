// Saved cars: saved once, merged from a browser, with a notification when the price drops.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Query } from "../../../../test/api-responses.ts";
import { dollarsToCents } from "../../../domain/money/money.ts";
import { makeListing, makePerson, type Person } from "../../../../test/factories.ts";
import { startTestApp, type TestApp } from "../../../../test/harness.ts";
import { listenOn } from "../../../../test/live.ts";
import { mailsTo } from "../../../../test/people.ts";
import { MAX_FAVOURITES } from "../../../domain/listing/favourite.ts";
import { notifyLowerPrices } from "./favourites/favourite-prices.service.ts";

let app: TestApp;
let host: Person;
beforeAll(async () => {
  app = await startTestApp({ config: { unlimited: true } });
  host = await makePerson(app, { roles: ["renter", "host"] });
});
afterAll(() => app.close());

const save = (person: Person, id: string) =>
  app.call("PUT", `/api/favourites/${id}`, { as: person.token });
const remove = (person: Person, id: string) =>
  app.call("DELETE", `/api/favourites/${id}`, { as: person.token });
const merge = (person: Person, ids: readonly string[]) =>
  app.call("POST", "/api/favourites", { as: person.token, body: { ids } });
const listIds = async (person: Person): Promise<string[]> =>
  (await app.call("GET", "/api/favourites/ids", { as: person.token })).body.ids;
const list = async (person: Person, query: Query = "") =>
  (await app.call("GET", `/api/favourites${query}`, { as: person.token })).body;
const setCar = (id: string, values: object) =>
  app.ctx.db.updateTable("car_listings").set(values).where("id", "=", id).execute();

describe("saving", () => {
  test("saves a car once, lists the last saved first, and removes it", async () => {
    const ann = await makePerson(app);
    const [one, two] = [
      await makeListing(app, host),
      await makeListing(app, host, { title: "Blue Jimny" }),
    ];
    expect(await save(ann, one)).toMatchObject({ status: 200, body: { saved: true } });
    app.clock.advance(1000);
    await Promise.all([save(ann, two), save(ann, two), save(ann, one)]);
    expect(await listIds(ann)).toEqual([two, one]);
    const { favourites, next_cursor } = await list(ann);
    expect(next_cursor).toBeNull();
    expect(favourites[0]).toMatchObject({
      id: two,
      title: "Blue Jimny",
      is_available: true,
      saved_price: 60,
    });
    expect(favourites[0]).not.toHaveProperty("license_plate");
    expect((await remove(ann, two)).body).toEqual({ saved: false });
    expect((await remove(ann, two)).body).toEqual({ saved: false });
    expect(await listIds(ann)).toEqual([one]);
  });

  test("notifies the person's other pages", async () => {
    const ann = await makePerson(app);
    const car = await makeListing(app, host);
    const { received, close } = await listenOn(app.url, `user:${ann.id}`, ann.token);
    await save(ann, car);
    await expect.poll(() => received).toEqual([{ what: "favourites" }]);
    await save(ann, car);
    await remove(ann, car);
    await remove(ann, car);
    await expect.poll(() => received).toEqual([{ what: "favourites" }, { what: "favourites" }]);
    await close();
  });

  test("is limited to visible cars, and keeps a car that goes off the site but not a deleted one", async () => {
    const ann = await makePerson(app);
    const [hidden, leaves, goes] = await Promise.all([
      makeListing(app, host, { is_approved: false }),
      makeListing(app, host),
      makeListing(app, host),
    ]);
    for (const id of [hidden, randomUUID()])
      expect(await save(ann, id)).toMatchObject({
        status: 404,
        body: { code: "car_not_available" },
      });
    expect((await app.call("PUT", "/api/favourites/none", { as: ann.token })).status).toBe(400);
    for (const id of [leaves, goes]) await save(ann, id);
    await setCar(leaves, { is_available: false });
    await setCar(goes, { is_available: false, deleted_at: app.clock.now().toISOString() });
    expect((await list(ann)).favourites).toEqual([
      expect.objectContaining({ id: leaves, is_available: false }),
    ]);
    expect((await save(ann, leaves)).status).toBe(200);
    expect(await listIds(ann)).toEqual([leaves]);
  });

  test("is refused at the limit, while a merge fills the remaining places", async () => {
    const ann = await makePerson(app);
    const {
      id: first,
      approved_with: _with,
      rating_rank: _rank,
      ...like
    } = await app.ctx.db
      .selectFrom("car_listings")
      .selectAll()
      .where("id", "=", await makeListing(app, host))
      .executeTakeFirstOrThrow();
    const rows = await app.ctx.db
      .insertInto("car_listings")
      .values(Array.from({ length: MAX_FAVOURITES + 28 }, () => like))
      .returning("id")
      .execute();
    const cars = [first, ...rows.map(({ id }) => id)];
    const at = app.clock.now().toISOString();
    await app.ctx.db
      .insertInto("favourites")
      .values(
        cars.slice(0, MAX_FAVOURITES - 10).map((car_id) => ({
          user_id: ann.id,
          car_id,
          saved_price_cents: 6000,
          told_price_cents: 6000,
          told_week_cents: 42_000,
          created_at: at,
        })),
      )
      .execute();
    const several = cars.slice(-39);
    await Promise.all([
      ...several.map((id) => save(ann, id)),
      ...several.map((id) => merge(ann, [id])),
    ]);
    expect((await merge(ann, cars.slice(-3))).body.ids).toHaveLength(MAX_FAVOURITES);
    const saved = await listIds(ann);
    const refused = await save(ann, cars.find((id) => !saved.includes(id)) ?? "");
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "too_many_favourites", details: { limit: MAX_FAVOURITES } },
    });
    expect(await listIds(ann)).toHaveLength(MAX_FAVOURITES);
  });

  test("continues on the next page", async () => {
    const ann = await makePerson(app);
    const cars: string[] = [];
    for (let n = 0; n < 30; n++) cars.unshift(await makeListing(app, host));
    await merge(ann, cars);
    const { favourites, next_cursor } = await list(ann);
    const rest = await list(ann, `?cursor=${next_cursor}`);
    expect([...favourites, ...rest.favourites].map(({ id }) => id)).toEqual(cars);
    expect(rest.next_cursor).toBeNull();
    expect(
      (await app.call("GET", "/api/favourites?cursor=WyJ4Il0", { as: ann.token })).status,
    ).toBe(400);
  });
});

describe("cars saved in a browser", () => {
  test("come first in the merged list, in their order, visible ones only, and once", async () => {
    const ann = await makePerson(app);
    const [old, one, two] = [
      await makeListing(app, host),
      await makeListing(app, host),
      await makeListing(app, host),
    ];
    const hidden = await makeListing(app, host, { is_available: false });
    await save(ann, old);
    app.clock.advance(1000);
    expect((await merge(ann, [one, hidden, two, old, randomUUID(), one])).body.ids).toEqual([
      one,
      two,
      old,
    ]);
    expect((await merge(ann, [two, one])).body.ids).toEqual([one, two, old]);
    expect((await merge(ann, [])).body.ids).toEqual([one, two, old]);
  });

  test("are shown by id, visible ones only", async () => {
    const [one, two] = [await makeListing(app, host), await makeListing(app, host)];
    const hidden = await makeListing(app, host, { is_approved: false });
    const chosen = async (ids: readonly string[]) =>
      (await app.call("GET", `/api/listings/chosen?${ids.map((id) => `id=${id}`).join("&")}`)).body;
    const { listings } = await chosen([two, hidden, one, two]);
    expect(listings.map(({ id }) => id)).toEqual([two, one]);
    expect((await chosen([one])).listings).toHaveLength(1);
    expect(await chosen(["1;drop table favourites"])).toMatchObject({ code: "invalid_request" });
    expect(await chosen(Array.from({ length: 101 }, () => randomUUID()))).toMatchObject({
      code: "invalid_request",
    });
    expect(await chosen([])).toMatchObject({ code: "invalid_request" });
  });
});

describe("a lower price", () => {
  const HOUR = 3_600_000;
  /** The notifications of a person, the latest first. */
  const readNotifications = async (
    person: Person,
  ): Promise<{ title: string; body: string; path: string }[]> =>
    (await app.call("GET", "/api/notifications", { as: person.token })).body.notifications;
  /** The host changes the price, and the job runs after `after` milliseconds. */
  const setPrice = async (id: string, price: string, after = HOUR): Promise<void> => {
    await setCar(id, {
      price_per_day_cents: dollarsToCents(price),
      updated_at: app.clock.now().toISOString(),
    });
    app.clock.advance(after);
    await notifyLowerPrices(app.ctx);
  };

  test("sends one notification, also by email, and only below the price that the person knows", async () => {
    const [ann, bob] = [await makePerson(app), await makePerson(app)];
    const car = await makeListing(app, host);
    await save(ann, car);
    await setPrice(car, "70.00");
    await save(bob, car);
    expect(await readNotifications(ann)).toEqual([]);
    await setPrice(car, "64.50");
    expect(await readNotifications(ann)).toEqual([]);
    expect(await readNotifications(bob)).toHaveLength(1);
    await setPrice(car, "55.00");
    await Promise.all([1, 2, 3].map(() => notifyLowerPrices(app.ctx)));
    expect(await readNotifications(ann)).toEqual([
      expect.objectContaining({
        kind: "favourite",
        title: "Price drop on a car you saved",
        body: "Quiet RAV4 hybrid: $55.00 a day, was $60.00",
        path: `/book/${car}`,
      }),
    ]);
    const [mail] = await mailsTo(app, ann.email);
    expect(mail).toMatchObject({ subject: "Now $55.00 a day: Quiet RAV4 hybrid" });
    expect(mail?.text).toContain(`/book/${car}`);
    expect(await readNotifications(bob)).toHaveLength(2);
    expect((await list(ann)).favourites).toEqual([
      expect.objectContaining({ price_per_day: 55, saved_price: 60 }),
    ]);
  });

  test("sends nothing if a higher weekend price makes a week dearer", async () => {
    const ann = await makePerson(app);
    const car = await makeListing(app, host);
    await save(ann, car);
    // $420 a week, then $435.
    await setCar(car, { weekend_price_cents: 8000 });
    await setPrice(car, "55.00");
    expect(await readNotifications(ann)).toEqual([]);
    await setCar(car, { weekend_price_cents: 7000 });
    await setPrice(car, "55.00");
    expect(await readNotifications(ann)).toHaveLength(1);
  });

  test("sends a notification only after the listing has been unchanged for an hour, and while it is visible", async () => {
    const ann = await makePerson(app);
    const car = await makeListing(app, host);
    await save(ann, car);
    await setPrice(car, "6.00", HOUR - 1);
    await setPrice(car, "60.00", HOUR);
    expect(await readNotifications(ann)).toEqual([]);
    await setCar(car, { is_available: false });
    await setPrice(car, "50.00");
    expect(await readNotifications(ann)).toEqual([]);
    await setCar(car, { is_available: true });
    await notifyLowerPrices(app.ctx);
    expect(await readNotifications(ann)).toHaveLength(1);
  });

  test("sends nothing to people who removed the car or are suspended", async () => {
    const [ann, bob] = [await makePerson(app), await makePerson(app)];
    const car = await makeListing(app, host);
    for (const person of [ann, bob]) await save(person, car);
    await remove(ann, car);
    await app.ctx.db
      .updateTable("accounts")
      .set({ suspended_at: app.clock.now().toISOString() })
      .where("id", "=", bob.id)
      .execute();
    await setPrice(car, "50.00");
    expect(await readNotifications(ann)).toEqual([]);
    const bobs = app.ctx.db.selectFrom("notifications").where("user_id", "=", bob.id).select("id");
    expect(await bobs.execute()).toEqual([]);
  });
});
