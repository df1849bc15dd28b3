// Additional drivers: named at the checkout or invited later, accepted with their own verified
// licence, and hidden from everybody else.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import { startDrivers, type DriverTests } from "../../../../../test/drivers.ts";
import { makePerson } from "../../../../../test/factories.ts";
import { mailsTo } from "../../../../../test/people.ts";
import { TEST_NOW } from "../../../../../test/harness.ts";
import { remindOfTrips } from "../notifications/reminders.service.ts";

let t: DriverTests;
beforeAll(async () => {
  t = await startDrivers();
});
afterAll(() => t.close());

const AT_PICKUP = "2026-12-05T15:00:00Z";

const remove = (id: string, driverId: string, as = t.renter) =>
  t.app.call("DELETE", `/api/bookings/${id}/drivers/${driverId}`, { as: as.token });
const resend = (id: string, driverId: string, as = t.renter) =>
  t.app.call("POST", `/api/bookings/${id}/drivers/${driverId}/resend`, { as: as.token });

test("drivers named at the checkout are invited once it is paid, at no charge", async () => {
  t.app.clock.set(TEST_NOW);
  const car = await t.newCar();
  const driver = await t.newDriver();
  const named = { drivers: [` ${driver.email.toUpperCase()} `, "guest@example.test"] };
  const { status, body } = await t.checkout(car, t.renter, named);
  expect(status).toBe(200);
  const open = await t.app.call("GET", `/api/listings/${car}/open-checkout`, {
    as: t.renter.token,
  });
  expect(open.body.checkout).toMatchObject({ drivers: [driver.email, "guest@example.test"] });
  expect((await t.read(body.booking_id)).drivers).toEqual([]);
  expect(await t.readLinks(driver.email)).toEqual([]);

  await t.pay(body.session_id);
  await t.verify(body.session_id);
  const link = await t.readLink(driver.email);
  const booking = await t.read(body.booking_id);
  expect(booking.drivers).toMatchObject([
    { state: "invited", email: driver.email, name: null, is_verified: false },
    { state: "invited", email: "guest@example.test" },
  ]);
  expect(booking.amount_due_cents).toBe(20_099);
  expect(JSON.stringify(booking.lines)).not.toContain("driver");
  // The host counts them, but learns no addresses.
  expect((await t.read(body.booking_id, t.host)).drivers).toMatchObject([
    { state: "invited", email: null, name: null },
    { state: "invited", email: null, name: null },
  ]);

  const before = await t.view(link, driver);
  expect(before.body).toMatchObject({
    state: "invited",
    renter_first_name: "Tamika",
    handover: null,
    identity: "verified",
    may_answer: true,
  });
  const accepted = await t.accept(link, driver);
  expect(accepted).toMatchObject({
    status: 200,
    body: { state: "accepted", handover: { pickup_time: "10:00" }, may_leave: true },
  });
  expect((await t.view({ id: link.id, token: null }, driver)).body.state).toBe("accepted");
  expect((await t.accept(link, driver)).status).toBe(200);
  const shown = { state: "accepted", name: { first_name: "Dario", last_name: "Rolle" } };
  expect((await t.read(body.booking_id)).drivers[0]).toMatchObject({ ...shown, is_verified: true });
  expect((await t.read(body.booking_id, t.host)).drivers[0]).toMatchObject({
    ...shown,
    email: null,
    is_verified: true,
  });
  const sheet = await t.app.call("GET", "/api/host/day-sheet?from=2026-12-05&days=1", {
    as: t.host.token,
  });
  expect(JSON.stringify(sheet.body)).toContain(
    "Additional drivers: Dario Rolle (licence verified)",
  );
  expect(JSON.stringify(sheet.body)).not.toContain("guest@example.test");
  for (const person of [t.renter, t.host])
    await expect
      .poll(async () => (await mailsTo(t.app, person.email)).map(({ subject }) => subject))
      .toContainEqual(expect.stringMatching(/^Dario Rolle will also drive/));
});

test("a checkout with refused drivers holds nothing", async () => {
  t.app.clock.set(TEST_NOW);
  const car = await t.newCar();
  const four = [1, 2, 3, 4].map((n) => `friend${n}@example.test`);
  const own = t.renter.email.toUpperCase();
  for (const [drivers, code, status] of [
    [[own], "driver_is_renter", 422],
    [["a@example.test", "A@example.test"], "driver_named_twice", 422],
    [four, "too_many_drivers", 422],
    [["nobody"], "invalid_request", 400],
  ] as const)
    expect(await t.checkout(car, t.renter, { drivers })).toMatchObject({ status, body: { code } });
  expect(await t.occupied(car)).toEqual([]);
});

test("an abandoned checkout invites nobody and forgets the addresses", async () => {
  t.app.clock.set(TEST_NOW);
  const car = await t.newCar();
  const { body } = await t.checkout(car, t.renter, { drivers: ["unasked@example.test"] });
  await t.app.call("DELETE", `/api/listings/${car}/open-checkout`, { as: t.renter.token });
  expect(await t.readDrivers(body.booking_id)).toEqual([]);
  expect(await t.readLinks("unasked@example.test")).toEqual([]);
});

test("only a verified account with the invited address accepts", async () => {
  t.app.clock.set(TEST_NOW);
  const unverified = await makePerson(t.app);
  const { id, link } = await t.bookWithInvitation(unverified, "approval");
  const other = await t.newDriver();
  expect(await t.view(link, other)).toMatchObject({
    status: 403,
    body: { code: "invitation_for_another" },
  });
  expect((await t.accept(link, other)).body.code).toBe("invitation_for_another");
  for (const token of [null, "wrong"])
    for (const person of [other, unverified, t.host])
      expect((await t.view({ id: link.id, token }, person)).status).toBe(404);
  for (const stranger of [other, t.host]) {
    const status = stranger === t.host ? 403 : 404;
    expect((await t.invite(id, "x@example.test", stranger)).status).toBe(status);
    expect((await remove(id, link.id, stranger)).status).toBe(status);
    expect((await resend(id, link.id, stranger)).status).toBe(status);
  }

  expect(await t.accept(link, unverified)).toMatchObject({
    status: 403,
    body: { code: "driver_not_verified", details: { state: "none" } },
  });
  await t.verifyLicence(unverified);
  const { db } = t.app.ctx;
  const born = (date_of_birth: CalendarDate) =>
    db
      .updateTable("profiles")
      .set({ date_of_birth })
      .where("user_id", "=", unverified.id)
      .execute();
  await born("2006-01-01");
  await db.deleteFrom("identities").where("user_id", "=", unverified.id).execute();
  await t.verifyLicence(unverified);
  expect((await t.accept(link, unverified)).body.code).toBe("renter_too_young");
  expect((await t.readDrivers(id))[0]).toMatchObject({ state: "invited" });
});

test("a link ends when it expires or is replaced, at the driver's removal and at the pickup", async () => {
  t.app.clock.set(TEST_NOW);
  const driver = await t.newDriver();
  const { id, link } = await t.bookWithInvitation(driver);
  expect((await resend(id, link.id)).status).toBe(200);
  const fresh = await t.readLink(driver.email, link);
  expect((await t.accept(link, driver)).status).toBe(404);

  expect((await remove(id, fresh.id)).body.drivers).toEqual([]);
  expect((await t.accept(fresh, driver)).status).toBe(404);
  expect((await resend(id, fresh.id)).body.code).toBe("invitation_closed");
  expect((await t.invite(id, driver.email)).status).toBe(200);
  const last = await t.readLink(driver.email, link, fresh);

  t.app.clock.set(AT_PICKUP);
  expect((await t.read(id)).drivers).toMatchObject([{ state: "expired" }]);
  expect((await t.read(id, t.host)).drivers).toEqual([]);
  expect((await t.accept(last, driver)).body.code).toBe("invitation_closed");
  expect((await t.invite(id, "late@example.test")).body.code).toBe("drivers_closed");
  expect((await remove(id, last.id)).body.code).toBe("drivers_closed");
  expect((await t.read(id)).may).not.toContain("invite_driver");
});

test("a refusal names nobody; a removed driver, and both sides of one who leaves, are notified", async () => {
  t.app.clock.set(TEST_NOW);
  const driver = await t.newDriver("Marta");
  const { id, link } = await t.bookWithInvitation(driver);
  expect((await t.decline(link, driver)).body).toMatchObject({ state: "declined" });
  expect((await t.accept(link, driver)).body.code).toBe("invitation_closed");
  expect((await t.read(id)).drivers).toMatchObject([{ state: "declined", name: null }]);
  await expect
    .poll(async () => (await mailsTo(t.app, t.renter.email)).map(({ subject }) => subject))
    .toContainEqual(expect.stringMatching(`^${driver.email} won't drive`));
  for (const person of [t.renter, t.host])
    expect(JSON.stringify(await t.app.mails(person.email))).not.toContain("Marta");

  await t.invite(id, driver.email);
  const again = await t.readLink(driver.email, link);
  await t.accept(again, driver);
  expect((await t.read(id)).drivers).toMatchObject([{ state: "accepted" }]);
  await remove(id, again.id);
  await expect
    .poll(async () => (await mailsTo(t.app, driver.email)).map(({ subject }) => subject))
    .toContainEqual(expect.stringMatching(/^You won't drive/));
  expect((await t.view({ id: again.id, token: null }, driver)).body).toMatchObject({
    state: "removed",
    handover: null,
  });
});

test("a cancelled trip notifies its drivers and forgets who has not accepted", async () => {
  t.app.clock.set(TEST_NOW);
  const driver = await t.newDriver();
  const { id, link } = await t.bookWithInvitation(driver);
  await t.accept(link, driver);
  await t.invite(id, "maybe@example.test");
  await t.decide(id, "cancel", t.renter);
  for (const email of [driver.email, "maybe@example.test"])
    await expect
      .poll(async () => (await mailsTo(t.app, email)).map(({ subject }) => subject))
      .toContainEqual(expect.stringMatching(/^Trip cancelled/));
  expect(await t.readDrivers(id)).toMatchObject([{ email: driver.email, state: "accepted" }]);
  expect((await t.view({ id: link.id, token: null }, driver)).body).toMatchObject({
    booking_status: "cancelled",
    handover: null,
    may_leave: false,
  });
});

test("shows a verification that ends before the pickup, and warns of it in the reminder", async () => {
  t.app.clock.set(TEST_NOW);
  const driver = await t.newDriver("Odette");
  const { id, link } = await t.bookWithInvitation(driver);
  await t.accept(link, driver);
  await t.app.ctx.db
    .updateTable("identities")
    .set({ state: "rejected", reason: "Expired", verified_as: null })
    .where("user_id", "=", driver.id)
    .execute();
  for (const person of [t.renter, t.host])
    expect((await t.read(id, person)).drivers).toMatchObject([
      { state: "accepted", is_verified: false },
    ]);
  t.app.clock.set("2026-12-04T15:00:00Z");
  await remindOfTrips(t.app.ctx);
  await expect
    .poll(async () => (await mailsTo(t.app, t.renter.email)).map(({ text }) => text).join("\n"))
    .toContain("Odette Rolle is no longer verified, so they can't drive.");
  await expect
    .poll(async () => (await mailsTo(t.app, t.host.email)).map(({ text }) => text).join("\n"))
    .toContain("May not drive: Odette Rolle (no longer verified)");
  await expect
    .poll(async () => (await mailsTo(t.app, driver.email)).map(({ subject }) => subject))
    .toContainEqual(expect.stringMatching(/^Tomorrow: you're driving/));
});

test("accepting twice adds one driver, and a trip has at most three", async () => {
  t.app.clock.set(TEST_NOW);
  const driver = await t.newDriver();
  const { id, link } = await t.bookWithInvitation(driver);
  const both = await Promise.all([1, 2].map(() => t.accept(link, driver)));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const events = await t.app.ctx.db
    .selectFrom("audit_events")
    .select("action")
    .where("subject_id", "=", id)
    .where("action", "=", "booking.driver_accept")
    .execute();
  expect(events).toHaveLength(1);

  const more = await Promise.all([1, 2, 3, 4].map((n) => t.invite(id, `race${n}@example.test`)));
  expect(more.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(more.filter(({ body }) => body.code === "too_many_drivers")).toHaveLength(2);
});

test("a driver who accepts while being removed ends up either on the trip or removed", async () => {
  t.app.clock.set(TEST_NOW);
  for (let round = 0; round < 3; round++) {
    const driver = await t.newDriver();
    const { id, link } = await t.bookWithInvitation(driver);
    const [accepted, removed] = await Promise.all([t.accept(link, driver), remove(id, link.id)]);
    expect([200, 404]).toContain(accepted.status);
    expect(removed.status).toBe(200);
    expect(await t.readDrivers(id)).toMatchObject([
      { state: "removed", position: null, token_hash: null },
    ]);
  }
});

test("renter, host and drivers of a booking can't be its additional driver", async () => {
  t.app.clock.set(TEST_NOW);
  const driver = await t.newDriver();
  const { id, link } = await t.bookWithInvitation(driver);
  await t.accept(link, driver);
  await t.verifyLicence(t.host);
  await t.invite(id, t.host.email);
  expect((await t.accept(await t.readLink(t.host.email), t.host)).body.code).toBe("driver_on_trip");
  // The same person with another address.
  await t.invite(id, "second@example.test");
  await t.app.ctx.db
    .updateTable("accounts")
    .set({ email: "second@example.test" })
    .where("id", "=", driver.id)
    .execute();
  expect((await t.accept(await t.readLink("second@example.test"), driver)).body.code).toBe(
    "driver_on_trip",
  );
});
