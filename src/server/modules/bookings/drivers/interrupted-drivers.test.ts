// What happens to additional drivers when a payment fails, a limit is reached, a trip is put on
// hold or an account is deleted.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { getFirst } from "../../../../../test/api-responses.ts";
import { startBookings } from "../../../../../test/booking.ts";
import { startDrivers, type DriverTests } from "../../../../../test/drivers.ts";
import type { Person } from "../../../../../test/factories.ts";
import { mailsTo } from "../../../../../test/people.ts";
import { onSeveralNodes, TEST_NOW } from "../../../../../test/harness.ts";
import { PaymentRefused } from "../../../platform/payments/provider.ts";
import { hashPassword } from "../../accounts/passwords.ts";
import { sweep } from "../settlement/sweep.service.ts";

let t: DriverTests;
beforeAll(async () => {
  t = await startDrivers();
});
afterAll(() => t.close());

const PASSWORD = "conch-salad-7";
const AT_PICKUP = "2026-12-05T15:00:00Z";

const subjects = async (email: string) =>
  (await mailsTo(t.app, email)).map(({ subject }) => subject);
async function expectMail(email: string, start: RegExp): Promise<void> {
  await expect.poll(() => subjects(email)).toContainEqual(expect.stringMatching(start));
}

async function deleteAccount(person: Person) {
  await t.app.ctx.db
    .updateTable("accounts")
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where("id", "=", person.id)
    .execute();
  return t.app.call("POST", "/api/account/departure", {
    as: person.token,
    body: { password: PASSWORD },
  });
}

test("a driver who deletes their account before the pickup leaves the trip", async () => {
  t.app.clock.set(TEST_NOW);
  const driver = await t.newDriver("Vanria");
  const { id, link } = await t.bookWithInvitation(driver);
  await t.accept(link, driver);
  const elsewhere = await t.book();
  await t.invite(elsewhere.id, driver.email);
  expect((await deleteAccount(driver)).status).toBe(200);
  expect([...(await t.readDrivers(id)), ...(await t.readDrivers(elsewhere.id))]).toEqual([]);
  for (const person of [t.renter, t.host])
    await expectMail(person.email, /^Vanria Rolle won't drive/);
});

test("a driver keeps their account during the trip, and the trip keeps them without the address", async () => {
  t.app.clock.set(TEST_NOW);
  const driver = await t.newDriver("Glenroy");
  const { id, link } = await t.bookWithInvitation(driver);
  await t.accept(link, driver);
  t.app.clock.set(AT_PICKUP);
  expect(await deleteAccount(driver)).toMatchObject({
    status: 409,
    body: { code: "account_needed", details: { driving: 1 } },
  });
  expect((await t.decline({ id: link.id, token: null }, driver)).body.code).toBe(
    "invitation_closed",
  );
  t.app.clock.set("2026-12-10T12:00:00Z");
  await sweep(t.app.ctx);
  expect((await deleteAccount(driver)).status).toBe(200);
  expect(await t.readDrivers(id)).toMatchObject([
    { state: "accepted", user_id: driver.id, email: "" },
  ]);
  expect((await t.read(id)).drivers).toMatchObject([{ email: null, is_verified: null }]);
});

test("a driver of a request may drive once the host approves it", async () => {
  t.app.clock.set(TEST_NOW);
  const driver = await t.newDriver();
  const { id, link } = await t.bookWithInvitation(driver, "approval");
  expect((await t.accept(link, driver)).body).toMatchObject({ state: "accepted", handover: null });
  const list = await t.app.call("GET", "/api/driving", { as: driver.token });
  expect(list.body.trips).toMatchObject([{ id: link.id, booking_status: "pending" }]);
  await expectMail(driver.email, /^You're on the list/);
  expect(await subjects(driver.email)).not.toContainEqual(expect.stringMatching(/^You can drive/));
  expect((await t.decide(id, "approve", t.host)).status).toBe(200);
  await expectMail(driver.email, /^You can drive/);
});

test("drivers of a declined request learn that the trip won't take place", async () => {
  t.app.clock.set(TEST_NOW);
  const driver = await t.newDriver();
  const { id, link } = await t.bookWithInvitation(driver, "approval");
  await t.accept(link, driver);
  expect((await t.decide(id, "reject", t.host, { reason: "The car broke down." })).status).toBe(
    200,
  );
  await expectMail(driver.email, /^The trip won't take place/);
});

// The refusal is injected into this process.
test.skipIf(onSeveralNodes)("a booking whose capture is refused invites nobody", async () => {
  t.app.clock.set(TEST_NOW);
  const car = await t.newCar();
  const email = "uncaptured@example.test";
  const { body } = await t.checkout(car, t.renter, { drivers: [email] });
  await t.pay(body.session_id);
  vi.spyOn(t.app.ctx.payments, "capture").mockImplementationOnce(async (session) => {
    await t.app.ctx.db
      .updateTable("sandbox_checkouts")
      .set({ intent_status: "canceled" })
      .where("id", "=", session)
      .execute();
    throw new PaymentRefused("the authorisation has ended");
  });
  await t.verify(body.session_id);
  await sweep(t.app.ctx);
  expect(await t.read(body.booking_id)).toMatchObject({ payment_status: "failed" });
  expect(await t.readDrivers(body.booking_id)).toEqual([]);
  expect(await t.app.mails(email)).toEqual([]);
});

test("a booking paid after its pickup drops its drivers and notifies the renter", async () => {
  t.app.clock.set("2026-12-05T14:50:00Z");
  const car = await t.newCar();
  const { status, body } = await t.checkout(car, t.renter, { drivers: ["late@example.test"] });
  expect(status).toBe(200);
  t.app.clock.set("2026-12-05T15:05:00Z");
  await t.pay(body.session_id);
  await t.verify(body.session_id);
  expect(await t.readDrivers(body.booking_id)).toEqual([]);
  await expectMail(t.renter.email, /^Your drivers weren't invited/);
});

test("nobody is invited to a trip on hold, and its drivers don't see the handover", async () => {
  t.app.clock.set(TEST_NOW);
  const driver = await t.newDriver();
  const { id, link } = await t.bookWithInvitation(driver);
  await t.accept(link, driver);
  await t.app.ctx.db
    .insertInto("trip_holds")
    .values({ booking_id: id, reason: "renter_suspended", held_at: TEST_NOW })
    .execute();
  expect((await t.invite(id, "held@example.test")).body.code).toBe("trip_on_hold");
  expect((await t.view({ id: link.id, token: null }, driver)).body).toMatchObject({
    state: "accepted",
    on_hold: true,
    handover: null,
  });
});

test("an account whose address has changed can't answer the invitation to the old one", async () => {
  t.app.clock.set(TEST_NOW);
  const driver = await t.newDriver();
  const { link } = await t.bookWithInvitation(driver);
  await t.app.ctx.db
    .updateTable("accounts")
    .set({ email: `changed-${driver.email}` })
    .where("id", "=", driver.id)
    .execute();
  expect((await t.accept(link, driver)).body.code).toBe("invitation_for_another");
});

test("known and unknown addresses get the same response", async () => {
  t.app.clock.set(TEST_NOW);
  const driver = await t.newDriver();
  const [known, unknown] = await Promise.all([t.book(), t.book()]);
  const answers = [
    await t.invite(known.id, driver.email),
    await t.invite(unknown.id, "unknown@example.test"),
  ];
  const [first, second] = answers.map(({ status, body }) => ({
    status,
    drivers: body.drivers.map((each: object) => ({ ...each, id: null, email: null })),
  }));
  expect(first).toEqual(second);
});

test("no open invitation remains when a driver accepts during the cancellation", async () => {
  t.app.clock.set(TEST_NOW);
  const driver = await t.newDriver();
  const { id, link } = await t.bookWithInvitation(driver);
  const [accepted, cancelled] = await Promise.all([
    t.accept(link, driver),
    t.decide(id, "cancel", t.renter),
  ]);
  expect(cancelled.status).toBe(200);
  expect([200, 404, 409]).toContain(accepted.status);
  expect((await t.readDrivers(id)).map(({ state }) => state)).toEqual(
    accepted.status === 200 ? ["accepted"] : [],
  );
});

test("a banned renter may not drive for others", async () => {
  t.app.clock.set(TEST_NOW);
  const driver = await t.newDriver();
  const { link } = await t.bookWithInvitation(driver);
  const { id: disputed } = await t.book({ by: driver });
  const { db } = t.app.ctx;
  await db
    .insertInto("disputes")
    .values({
      id: "dp_driver",
      booking_id: disputed,
      amount_cents: 100,
      reason: "fraudulent",
      state: "inquiry",
      opened_at: TEST_NOW,
      asked_at: TEST_NOW,
    })
    .execute();
  await db
    .insertInto("booking_bans")
    .values({ renter_id: driver.id, dispute_id: "dp_driver", banned_at: TEST_NOW })
    .execute();
  expect((await t.accept(link, driver)).body.code).toBe("booking_banned");
});

test("an address that has received too many invitations never stops a payment", async () => {
  const limited = await startBookings({ config: { unlimited: false } });
  try {
    limited.app.clock.set(TEST_NOW);
    const email = "flooded@example.test";
    const key = `driver-invitation:${email}`;
    const resets_at = "2026-11-22T17:00:00Z";
    await limited.app.ctx.db
      .insertInto("rate_limits")
      .values({ key, hits: 5, resets_at })
      .execute();
    const { body } = await limited.checkout(await limited.newCar(), limited.renter, {
      drivers: [email],
    });
    await limited.pay(body.session_id);
    await limited.verify(body.session_id);
    const { status, drivers } = await limited.read(body.booking_id);
    expect(status).toBe("approved");
    expect(drivers).toMatchObject([{ state: "unsent", email }]);
    const path = `/api/bookings/${body.booking_id}/drivers/${getFirst<{ id: string }>(drivers).id}/resend`;
    const again = () => limited.app.call("POST", path, { as: limited.renter.token });
    expect((await again()).body.code).toBe("rate_limited");
    limited.app.clock.set("2026-11-22T17:00:01Z");
    expect(await again()).toMatchObject({ status: 200, body: { drivers: [{ state: "invited" }] } });
  } finally {
    await limited.close();
  }
});
