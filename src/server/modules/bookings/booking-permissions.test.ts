// Tests that each booking in a response says what its reader may do, in every state of a booking.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import { makePerson, type Person } from "../../../../test/factories.ts";
import { sweep } from "./settlement/sweep.service.ts";

let t: Bookings;
let admin: Person;
beforeAll(async () => {
  t = await startBookings();
  admin = await makePerson(t.app, { roles: ["renter", "admin"] });
});
afterAll(() => t.close());

const RENTER = ["read", "message", "verify_payment"];
const HOST = ["read", "message", "read_renter_reviews"];
const ADMIN = ["read", "read_renter_reviews"];

/** What each reader may do with a booking, beyond what they always may. */
async function permissions(id: string) {
  const of = async (person: Person, always: string[]) => {
    const { may } = await t.read(id, person);
    expect(may).toEqual(expect.arrayContaining(always));
    return may.filter((action) => !always.includes(action));
  };
  return {
    renter: await of(t.renter, RENTER),
    host: await of(t.host, HOST),
    admin: await of(admin, ADMIN),
  };
}

const DRIVERS = ["invite_driver", "remove_driver"];
const NOTHING = { renter: [], host: [], admin: [] };

test("an unpaid checkout offers no decision", async () => {
  const { body } = await t.checkout(await t.newCar());
  expect(await permissions(body.booking_id)).toEqual(NOTHING);
});

test("a request is answered by the host or an admin, or withdrawn by its renter, as offered", async () => {
  const { id } = await t.book({ mode: "approval" });
  const answers = ["approve", "reject"];
  expect(await permissions(id)).toEqual({
    renter: ["withdraw", ...DRIVERS],
    host: answers,
    admin: answers,
  });
  expect((await t.decide(id, "approve", t.renter)).status).toBe(403);
  expect((await t.decide(id, "reject", t.host, { reason: "Away." })).status).toBe(200);
  expect(await permissions(id)).toEqual({ renter: [], host: ["notify"], admin: ["notify"] });
  expect((await t.decide(id, "approve", admin)).status).toBe(409);
});

test("an approved booking is cancelled by any side, as offered", async () => {
  const { id } = await t.book();
  expect(await permissions(id)).toEqual({
    renter: ["read_receipt", "export", "cancel", ...DRIVERS],
    host: ["export", "cancel", "notify"],
    admin: ["read_receipt", "export", "cancel", "refund", "notify"],
  });
  t.app.clock.set("2026-12-07T12:00:00Z"); // The trip has begun.
  expect(await permissions(id)).toEqual({
    renter: ["read_receipt", "export"],
    host: ["export", "notify"],
    admin: ["read_receipt", "export", "cancel", "refund", "notify"],
  });
  expect((await t.decide(id, "cancel", t.renter)).status).toBe(409);
  t.app.clock.set("2026-11-21T17:00:00Z");
  const { body } = await t.decide(id, "cancel", t.renter);
  expect(body.may).not.toContain("cancel");
  expect(await permissions(id)).toEqual({
    renter: ["read_receipt", "read_offers", "export"],
    host: ["export"],
    admin: ["read_receipt", "read_offers", "export"],
  });
});

test("a completed booking is reviewed by both sides, and refunded in part by an admin", async () => {
  const { id } = await t.book();
  t.app.clock.set("2026-12-09T12:00:00Z");
  await sweep(t.app.ctx);
  expect(await permissions(id)).toEqual({
    renter: ["review", "read_receipt"],
    host: ["review"],
    admin: ["read_receipt", "refund"],
  });
  t.app.clock.set("2026-11-21T17:00:00Z");
});

test("a stranger gets no booking, and lists contain the permissions of their reader", async () => {
  const { id } = await t.book({ mode: "approval" });
  expect(await t.read(id, await t.newRenter())).toMatchObject({ code: "PGRST116" });
  const mine = await t.app.call("GET", "/api/bookings", { as: t.renter.token });
  const hosted = await t.app.call("GET", "/api/host/bookings", { as: t.host.token });
  const all = await t.app.call("GET", "/api/admin/bookings", { as: admin.token });
  const may = ({ bookings }: { bookings: { id: string; may: string[] }[] }) =>
    bookings.find((booking) => booking.id === id)?.may;
  expect(may(mine.body)).toEqual([...RENTER, "withdraw", ...DRIVERS]);
  expect(may(hosted.body)).toEqual(expect.arrayContaining([...HOST, "approve", "reject"]));
  expect(may(all.body)).toEqual(expect.arrayContaining([...ADMIN, "approve", "reject"]));
});
