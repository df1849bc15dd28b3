// What a verification changes for others: badges on bookings and car pages, and bookings that
// require one.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import { makeListing, makePerson, type Person } from "../../../../test/factories.ts";
import { decideIdentity, sendIdentityForm } from "../../../../test/identity.ts";
import { LISTING_CHANNEL } from "../../platform/realtime/events.ts";

let t: Bookings;
let admin: Person;
beforeAll(async () => {
  t = await startBookings();
  admin = await makePerson(t.app, { roles: ["renter", "admin"] });
});
afterAll(() => t.app.close());

const settle = (verified_drivers_only: boolean) =>
  t.app.call("PATCH", "/api/admin/settings", { as: admin.token, body: { verified_drivers_only } });

test("shows each side of a booking the other's state, but no documents", async () => {
  const { id, car } = await t.book();
  await sendIdentityForm(t.app, t.renter);
  await sendIdentityForm(t.app, t.host);
  await decideIdentity(t.app, admin, t.host);
  const seen = await t.read(id, t.host);
  expect(seen.renter.identity).toBe("submitted");
  expect((await t.read(id)).car.host.identity).toBe("verified");
  await decideIdentity(t.app, admin, t.renter, "A reason for the renter alone.");
  const text = JSON.stringify(await t.read(id, t.host));
  expect(text).toContain('"identity":"rejected"');
  expect(text).not.toContain("A reason");
  const page = await t.app.call("GET", `/api/listings/${car}`);
  expect(page.body).toMatchObject({ is_host_verified: true, verified_drivers_only: false });
});

test("every process drops a host's cached pages in the change's own transaction", async () => {
  const client = await t.app.pool.connect();
  const payloads: (string | undefined)[] = [];
  const readNotified = async (): Promise<(string | undefined)[]> => {
    await client.query("select 1");
    return payloads.splice(0).toSorted();
  };
  try {
    client.on("notification", ({ payload }) => payloads.push(payload));
    await client.query(`listen ${LISTING_CHANNEL}`);
    const host = await makePerson(t.app, { roles: ["renter", "host"] });
    const cars = [await makeListing(t.app, host), await makeListing(t.app, host)].toSorted();
    await sendIdentityForm(t.app, host);
    await readNotified();
    await decideIdentity(t.app, admin, host);
    expect(await readNotified()).toEqual(cars);
    // A new name is not verified.
    const named = await t.app.call("PATCH", "/api/profile", {
      as: host.token,
      body: { first_name: "Bette" },
    });
    expect(named.status).toBe(200);
    expect(await readNotified()).toEqual(cars);
    await t.app.call("PUT", "/auth/v1/user", {
      as: host.token,
      body: { data: { first_name: "Bo" } },
    });
    expect(await readNotified()).toEqual(cars);
    await t.app.call("DELETE", "/api/profile/photo", { as: host.token });
    expect(await readNotified()).toEqual(cars);
    const renter = await makePerson(t.app);
    await sendIdentityForm(t.app, renter);
    await decideIdentity(t.app, admin, renter);
    expect(await readNotified()).toEqual([]);
  } finally {
    client.release(true);
  }
});

test("with the setting on, only verified drivers book, and existing bookings stay", async () => {
  const car = await makeListing(t.app, t.host);
  const driver = await makePerson(t.app);
  expect((await settle(true)).body).toMatchObject({ verified_drivers_only: true });
  await settle(true);
  const refused = await t.checkout(car, driver);
  expect(refused).toMatchObject({
    status: 403,
    body: { code: "driver_not_verified", details: { state: "none" } },
  });
  expect(await t.occupied(car)).toEqual([]);
  expect((await t.app.call("GET", `/api/listings/${car}`)).body.verified_drivers_only).toBe(true);
  await sendIdentityForm(t.app, driver);
  expect((await t.checkout(car, driver)).body.details).toEqual({ state: "submitted" });
  await decideIdentity(t.app, admin, driver);
  expect((await t.checkout(car, driver)).status).toBe(200);
  await settle(false);
  const changes = await t.app.ctx.db
    .selectFrom("audit_events")
    .select(["actor_id", "after"])
    .where("action", "=", "marketplace.settings")
    .orderBy("id")
    .execute();
  expect(changes).toMatchObject(
    [true, false].map((on) => ({ actor_id: admin.id, after: { verified_drivers_only: on } })),
  );
});

test("where instant book is for verified renters, others send a request", async () => {
  const car = await t.newCar({ instant_for_verified: true });
  expect((await t.app.call("GET", `/api/listings/${car}`)).body).toMatchObject({
    booking_mode: "instant",
    instant_for_verified: true,
  });
  const driver = await t.newRenter();
  const book = async (dates: object) => {
    const { body } = await t.checkout(car, driver, dates);
    await t.pay(body.session_id);
    await t.verify(body.session_id, driver);
    return t.read(body.booking_id, driver);
  };
  expect(await book({})).toMatchObject({
    booking_mode: "approval",
    status: "pending",
    payment_status: "authorized",
  });
  await sendIdentityForm(t.app, driver);
  await decideIdentity(t.app, admin, driver);
  expect(await book({ start_date: "2026-12-15", end_date: "2026-12-18" })).toMatchObject({
    booking_mode: "instant",
    status: "approved",
  });
});
