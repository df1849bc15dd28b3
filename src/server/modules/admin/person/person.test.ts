// The pages of a person and of a booking over HTTP: what they show to which admin, and the flags
// of drivers.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../../test/booking.ts";
import { suspend } from "../../../../../test/suspensions.ts";
import { makePerson, type Person } from "../../../../../test/factories.ts";

let t: Bookings;
let owner: Person;
let support: Person;

beforeAll(async () => {
  t = await startBookings();
  const admin = (adminRole: "owner" | "support", firstName: string) =>
    makePerson(t.app, { roles: ["renter", "admin"], adminRole, firstName });
  owner = await admin("owner", "Ona");
  support = await admin("support", "Sue");
});
afterAll(() => t.app.close());

const now = () => t.app.clock.now().toISOString();
const readPerson = (id: string, as = owner) =>
  t.app.call("GET", `/api/admin/users/${id}`, { as: as.token });
const readRecord = (id: string, as = owner) =>
  t.app.call("GET", `/api/admin/bookings/${id}/record`, { as: as.token });
const listFlagged = async () =>
  (await t.app.call("GET", "/api/admin/bookings?filter=flagged", { as: owner.token })).body
    .bookings;
const readFlags = async (id: string, as: Person) => (await t.read(id, as)).renter.flags;

const dispute = (booking_id: string, state: "inquiry" | "open" | "lost" | "won") =>
  t.app.ctx.db
    .insertInto("disputes")
    .values({
      id: `dp_${booking_id}`,
      booking_id,
      amount_cents: 20_099,
      reason: "fraudulent",
      state,
      opened_at: now(),
      closed_at: state === "lost" || state === "won" ? now() : null,
      asked_at: now(),
    })
    .execute();

const reject = async ({ id }: Person, reason: string) => {
  await t.app.ctx.db
    .insertInto("identities")
    .values({ user_id: id, state: "rejected", submitted_at: now(), decided_at: now(), reason })
    .execute();
  const event = { at: now(), subject_type: "account", subject_id: id };
  await t.app.ctx.db
    .insertInto("audit_events")
    .values([
      { ...event, actor_kind: "renter", actor_id: id, action: "identity.submit" },
      { ...event, actor_kind: "admin", actor_id: owner.id, action: "identity.document_view" },
      { ...event, actor_kind: "admin", actor_id: owner.id, action: "identity.reject", reason },
    ])
    .execute();
};

test("shows verification, disputes and money of a person, the money not to support", async () => {
  const renter = await t.newRenter({ firstName: "Carlos" });
  const { id } = await t.book({ by: renter });
  await dispute(id, "lost");
  await reject(renter, "The photo is too dark.");
  const { body } = await readPerson(renter.id);
  expect(body).toMatchObject({
    user: { id: renter.id, first_name: "Carlos", roles: ["renter"] },
    date_of_birth: "1990-05-17",
    suspension_reason: null,
    flags: ["verification_rejected", "charge_disputed"],
    verification: {
      state: "rejected",
      history: [
        { action: "identity.submit", actor_name: "Carlos Rolle" },
        { action: "identity.reject", actor_name: "Ona Rolle", reason: "The photo is too dark." },
      ],
    },
    disputes: [{ side: "renter", state: "lost", amount_cents: 20_099, booking: { id } }],
    reviews: [],
    money: { paid_cents: 20_099, refunded_cents: 0, earned_cents: 0, payout_details: null },
  });
  expect((await readPerson(renter.id, support)).body).toMatchObject({ ...body, money: null });
  expect((await readPerson(t.host.id)).body.disputes).toMatchObject([{ side: "host" }]);

  await suspend(t.app, owner, renter.id);
  expect((await readPerson(renter.id)).body.suspension_reason).toBe("No-show.");
  expect((await readPerson(id)).status).toBe(404);
});

test("shows what a booking's sides were notified of, and its payouts to finance only", async () => {
  const { id } = await t.book({ mode: "approval" });
  const { body } = await readRecord(id);
  expect(body).toMatchObject({ reviews: [], messages_until: null, payouts: [] });
  expect(body.notifications.map(({ to, kind }) => `${to} ${kind}`)).toEqual(
    expect.arrayContaining(["host booking", "renter booking"]),
  );
  expect((await readRecord(id, support)).body).toEqual({ ...body, payouts: null });
  expect((await readRecord(t.host.id)).status).toBe(404);
});

test("lists a person's trips by side", async () => {
  const { id } = await t.book({ by: await t.newRenter() });
  const list = async (side: string) =>
    (
      await t.app.call("GET", `/api/admin/users/${t.host.id}/bookings?side=${side}`, {
        as: owner.token,
      })
    ).body.bookings.map((booking) => booking.id);
  expect(await list("host")).toContain(id);
  expect(await list("renter")).toEqual([]);
});

test("flags trips that overlap, to the host and admins, until they end", async () => {
  const renter = await t.newRenter();
  const first = await t.book({ by: renter });
  const next = { start_date: "2026-12-08", end_date: "2026-12-11" };
  const following = await t.book({ by: renter, dates: next });
  // A return and a pickup on one day do not overlap.
  expect(await readFlags(first.id, t.host)).toEqual([]);

  const both = { start_date: "2026-12-07", end_date: "2026-12-10" };
  const request = await t.book({ by: renter, mode: "approval", dates: both });
  for (const { id } of [first, following, request])
    expect(await readFlags(id, t.host)).toEqual(["trips_overlap"]);
  expect(await readFlags(request.id, renter)).toEqual([]);
  expect((await listFlagged()).map(({ id }) => id)).toEqual(
    expect.arrayContaining([first.id, following.id, request.id]),
  );
  expect((await readPerson(renter.id)).body.flags).toEqual(["trips_overlap"]);
  const queue = async () =>
    (await t.app.call("GET", "/api/admin/queue?kind=flagged_request", { as: support.token })).body
      .items;
  expect(await queue()).toMatchObject([{ id: request.id }]);

  expect((await t.decide(request.id, "reject", t.host, { reason: "Sorry, no." })).status).toBe(200);
  expect(await readFlags(first.id, t.host)).toEqual([]);
  expect(await readFlags(request.id, owner)).toEqual([]);
  expect(await queue()).toEqual([]);
});

test("flags every open trip of a driver whose charge a bank disputed", async () => {
  const renter = await t.newRenter();
  const { id } = await t.book({ by: renter });
  const other = await t.book({
    by: renter,
    dates: { start_date: "2027-01-05", end_date: "2027-01-08" },
  });
  await dispute(id, "inquiry");
  expect(await readFlags(other.id, t.host)).toEqual([]);
  await t.app.ctx.db
    .updateTable("disputes")
    .set({ state: "open" })
    .where("booking_id", "=", id)
    .execute();
  expect(await readFlags(other.id, t.host)).toEqual(["charge_disputed"]);
  expect((await t.decide(other.id, "cancel", t.host, { reason: "Flat tyre." })).status).toBe(200);
  // The trip is over for the host; admins still see the flag, but not among the open trips.
  expect(await readFlags(other.id, t.host)).toEqual([]);
  expect(await readFlags(other.id, owner)).toEqual(["charge_disputed"]);
  expect((await listFlagged()).map((booking) => booking.id)).not.toContain(other.id);
});

test("the filter finds exactly the open trips that have a flag", async () => {
  const { bookings } = (await t.app.call("GET", "/api/admin/bookings", { as: owner.token })).body;
  const flagged = bookings.filter(
    ({ status, renter }) => renter.flags.length > 0 && /pending|approved/.test(status),
  );
  expect((await listFlagged()).map(({ id }) => id)).toEqual(flagged.map(({ id }) => id));
});
