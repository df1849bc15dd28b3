// What a suspension does to the person's open bookings, and how trips on hold are decided.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import { eventually } from "../../../../test/eventually.ts";
import { makeListing, makePerson, type Person } from "../../../../test/factories.ts";
import { readOpenBookings, suspend } from "../../../../test/suspensions.ts";

let t: Bookings;
let admin: Person;
beforeAll(async () => {
  t = await startBookings();
  admin = await makePerson(t.app, { roles: ["renter", "admin"] });
});
afterAll(() => t.close());

const decideHold = (id: string, choice: "keep" | "cancel") =>
  t.app.call("POST", `/api/admin/bookings/${id}/hold`, { as: admin.token, body: { choice } });
const subjects = async ({ email }: Person): Promise<string[]> =>
  (await t.app.mails(email)).map(({ subject }) => subject);

describe("suspending a renter with three open bookings", () => {
  let renter: Person;
  const ids = { cancel: "", keep: "", hold: "" };
  beforeAll(async () => {
    renter = await t.newRenter();
    for (const choice of ["cancel", "keep", "hold"] as const)
      ids[choice] = (await t.book({ by: renter })).id;
    const choiceOf = (id: string) =>
      (["cancel", "keep", "hold"] as const).find((each) => ids[each] === id)!;
    await suspend(t.app, admin, renter.id, choiceOf);
  });

  test("cancels one with a full refund, keeps one, and puts one on hold", async () => {
    expect(await t.read(ids.cancel, admin)).toMatchObject({
      status: "cancelled",
      payment_status: "refunded",
      refunded_cents: 20_099,
    });
    expect(await t.read(ids.keep, admin)).toMatchObject({ status: "approved", on_hold: false });
    expect(await t.read(ids.hold, t.host)).toMatchObject({ status: "approved", on_hold: true });
    const { rows } = await t.app.pool.query(
      "select action, reason from audit_events where subject_id = any($1) and actor_id = $2 order by action",
      [Object.values(ids), admin.id],
    );
    expect(rows).toEqual([
      { action: "booking.cancel_by_admin", reason: "renter suspended" },
      { action: "booking.hold", reason: null },
    ]);
  });

  test("tells the host about each, with a phone number and without the reason", async () => {
    await eventually(async () => {
      const about = (await subjects(t.host)).filter((each) => !each.startsWith("New booking"));
      for (const start of [/^Cancelled: /, /^Trip stays as booked: /, /^Trip on hold: /])
        expect(about.filter((each) => start.test(each))).toHaveLength(1);
    });
    const held = (await t.app.mails(t.host.email)).find(({ subject }) =>
      subject.startsWith("Trip on hold: "),
    );
    expect(held?.text).toContain("please don't hand over the car");
    expect(held?.text).toContain(t.app.ctx.config.contacts.phone.text);
    expect(held?.text).not.toContain("No-show.");
    const alerts = await t.app.ctx.db
      .selectFrom("alerts")
      .select(["kind", "title"])
      .where("user_id", "=", t.host.id)
      .where("booking_id", "=", ids.hold)
      .where("kind", "=", "cancellation")
      .execute();
    expect(alerts).toEqual([{ kind: "cancellation", title: "Please don't hand over the car yet" }]);
  });

  test("asks the admins to decide about the trip on hold, once", async () => {
    const queue = async () =>
      (await t.app.call("GET", "/api/admin/queue?kind=trip_hold", { as: admin.token })).body.items;
    expect(await queue()).toContainEqual(expect.objectContaining({ id: ids.hold }));
    const open = await readOpenBookings(t.app, admin, renter.id);
    expect(new Map(open.map(({ id, on_hold }) => [id, on_hold]))).toEqual(
      new Map([
        [ids.keep, false],
        [ids.hold, true],
      ]),
    );
    expect((await decideHold(ids.hold, "keep")).body).toMatchObject({
      status: "approved",
      hold_reason: null,
    });
    expect(await decideHold(ids.hold, "keep")).toMatchObject({ status: 404 });
    expect(await queue()).not.toContainEqual(expect.objectContaining({ id: ids.hold }));
    await eventually(async () =>
      expect(await subjects(t.host)).toContainEqual(expect.stringMatching(/^Trip goes ahead: /)),
    );
  });
});

test("suspending a host offers the renter other cars, and a trip on hold can be cancelled", async () => {
  const host = await makePerson(t.app, { roles: ["renter", "host"] });
  const renter = await t.newRenter();
  const car = await makeListing(t.app, host, { booking_mode: "instant" });
  const { booking_id, session_id } = (await t.checkout(car, renter)).body;
  await t.pay(session_id);
  await t.verify(session_id, renter);
  expect((await suspend(t.app, admin, host.id, () => "hold")).status).toBe(200);
  const mail = await eventually(async () => {
    const found = (await t.app.mails(renter.email)).find(({ subject }) =>
      subject.startsWith("Trip on hold: "),
    );
    expect(found).toBeDefined();
    return found!;
  });
  expect(mail.text).toMatch(/\/browse\S*\?start_date=2026-12-05&end_date=2026-12-08/);
  expect((await decideHold(booking_id, "cancel")).body).toMatchObject({
    status: "cancelled",
    payment_status: "refunded",
    on_hold: false,
  });
});

test("declines requests, and refuses to approve one that is on hold", async () => {
  const renter = await t.newRenter();
  const [declined, held] = [
    await t.book({ by: renter, mode: "approval" }),
    await t.book({ by: renter, mode: "approval" }),
  ];
  const choose = (id: string) => (id === declined.id ? "cancel" : "hold");
  expect((await suspend(t.app, admin, renter.id, choose)).status).toBe(200);
  expect(await t.read(declined.id, admin)).toMatchObject({
    status: "rejected",
    payment_status: "voided",
  });
  expect((await t.read(held.id, t.host)).may).not.toContain("approve");
  expect(await t.decide(held.id, "approve", t.host)).toMatchObject({
    status: 409,
    body: { code: "trip_on_hold" },
  });
  // The host can still decline it, which ends the hold.
  expect((await t.decide(held.id, "reject", t.host, { reason: "No." })).body).toMatchObject({
    status: "rejected",
    on_hold: false,
  });
});

describe("an incomplete or outdated list", () => {
  test("changes nothing and returns the current one", async () => {
    const renter = await t.newRenter();
    const { id } = await t.book({ by: renter });
    const path = `/api/admin/users/${renter.id}/suspension` as const;
    const body = { suspended: true, reason: "No-show." };
    const [open] = await readOpenBookings(t.app, admin, renter.id);
    const { state, version } = open!;
    const outdated = { id, state, version: "2026-01-01T00:00:00.000Z", choice: "cancel" };
    const current = { id, state, version, choice: "cancel" };
    for (const bookings of [undefined, [], [outdated], [current, current]])
      expect(
        await t.app.call("POST", path, { as: admin.token, body: { ...body, bookings } }),
      ).toMatchObject({
        status: 409,
        body: { code: "open_bookings_changed", details: { bookings: [{ id, version }] } },
      });
    expect(await t.read(id, renter)).toMatchObject({ status: "approved" });
    expect(
      await t.app.call("POST", path, {
        as: admin.token,
        body: { ...body, bookings: [{ ...current, choice: "hold" }] },
      }),
    ).toMatchObject({ status: 200 });
  });
});

test("a renter who books or pays during the suspension gets no trip past the admin", async () => {
  for (let round = 0; round < 5; round++) {
    const renter = await t.newRenter();
    const paid = (await t.checkout(await t.newCar(), renter)).body;
    const [suspended, , opened] = await Promise.all([
      suspend(t.app, admin, renter.id, () => "hold"),
      t.pay(paid.session_id, { webhooks: "normal" }),
      t.checkout(await t.newCar(), renter),
    ]);
    if (suspended.status === 409)
      expect((await suspend(t.app, admin, renter.id, () => "hold")).status).toBe(200);
    if (opened.status === 200) await t.pay(opened.body.session_id, { webhooks: "normal" });
    await eventually(async () => {
      const { rows } = await t.app.pool.query(
        `select status, payment_status, exists (select from trip_holds where booking_id = b.id and released_at is null) as held
         from bookings b where renter_id = $1 and payment_status <> 'expired'`,
        [renter.id],
      );
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.filter(({ held }) => !held)).toEqual([]);
    });
  }
});

test("a suspended renter's hold, paid afterwards, becomes a request on hold and charges nothing", async () => {
  const renter = await t.newRenter();
  const { session_id, booking_id } = (await t.checkout(await t.newCar(), renter)).body;
  expect((await suspend(t.app, admin, renter.id)).status).toBe(200);
  expect(await t.checkout(await t.newCar(), renter)).toMatchObject({
    status: 403,
    body: { code: "account_suspended" },
  });
  await t.pay(session_id, { webhooks: "normal" });
  await eventually(async () =>
    expect(await t.read(booking_id, t.host)).toMatchObject({
      status: "pending",
      payment_status: "authorized",
      on_hold: true,
    }),
  );
});
