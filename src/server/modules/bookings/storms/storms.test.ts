// Storms: declared, cancelled in, refunded as a batch, ended, and the inspections after them.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../../../test/eventually.ts";
import { makeListing, makePerson, type Person } from "../../../../../test/factories.ts";
import { startLaterCharges, type LaterCharges } from "../../../../../test/later-charges.ts";
import { photoName, scene, upload } from "../../../../../test/photos.ts";
import type { IslandId } from "../../../../domain/place/islands.ts";
import { photoUrl } from "../../../../domain/listing/photo.ts";
import type { User } from "../../../platform/context.ts";
import { changeRefunds, makeRefunds } from "./storm-refunds.service.ts";

let t: LaterCharges;
let admin: Person;
beforeAll(async () => {
  t = await startLaterCharges();
  admin = await makePerson(t.app, { roles: ["renter", "admin"], adminRole: "support" });
});
afterAll(() => t.close());
beforeEach(() => t.app.clock.set("2026-11-21T17:00:00.000Z"));

const STORM = { name: "Hurricane Imani", first_day: "2026-12-05", last_day: "2026-12-07" };
const declare = (islands: IslandId[], more: object = {}, by: Person = admin) =>
  t.app.call("POST", "/api/admin/storms", {
    as: by.token,
    body: { id: randomUUID(), ...STORM, islands, message: "Please stay indoors.", ...more },
  });
const declared = async (islands: IslandId[], more: object = {}): Promise<string> => {
  const { status, body } = await declare(islands, more);
  expect(status).toBe(200);
  return body.id;
};
const refunds = (id: string, action: "start" | "stop") =>
  t.app.call("POST", `/api/admin/storms/${id}/refunds`, { as: admin.token, body: { action } });
const endStorm = (id: string, summary = "Roads and ferries are open.") =>
  t.app.call("POST", `/api/admin/storms/${id}/end`, { as: admin.token, body: { summary } });
const readStorm = async (id: string) =>
  (await t.app.call("GET", "/api/admin/storms", { as: admin.token })).body.storms.find(
    (storm) => storm.id === id,
  );
/** An approved booking of a car on an island, from December 5 to 8. */
async function bookOn(
  island: IslandId,
  by: Person = t.renter,
  mode: "instant" | "approval" = "instant",
) {
  const car = await makeListing(t.app, t.host, { island, booking_mode: mode });
  const opened = await t.checkout(car, by);
  expect(opened.status).toBe(200);
  await t.pay(opened.body.session_id);
  await t.verify(opened.body.session_id, by);
  return { car, id: opened.body.booking_id };
}
const readBooking = async (id: string, by: Person = t.renter) =>
  (await t.app.call("GET", `/api/bookings/${id}`, { as: by.token })).body;
const mailsTo = async ({ email }: Person, subject: RegExp) =>
  (await t.app.mails(email)).filter((mail) => subject.test(mail.subject));

describe("a declaration", () => {
  test.each([
    ["storm_without_islands", { islands: [] }],
    ["storm_days_reversed", { last_day: "2026-12-04" }],
    ["storm_too_long", { last_day: "2027-12-05" }],
    ["storm_past", { first_day: "2026-11-01", last_day: "2026-11-20" }],
  ])("is refused: %s", async (code, changed) => {
    expect(await declare(["rum-cay"], changed)).toMatchObject({ status: 422, body: { code } });
  });

  test("is previewed without changing anything", async () => {
    await bookOn("acklins");
    await bookOn("acklins", t.renter, "approval");
    await bookOn("mayaguana", await t.newRenter());
    const query = "island=acklins&island=mayaguana&first_day=2026-12-08&last_day=2026-12-09";
    const read = () => t.app.call("GET", `/api/admin/storms/preview?${query}`, { as: admin.token });
    expect(await read()).toMatchObject({
      status: 200,
      body: {
        bookings: 2,
        people: 2,
        cars: 2,
        requests: 1,
        starting: 2,
        under_way: 0,
        cars_to_inspect: 3,
        refund_cents: 2 * 20_099,
        islands: [
          { island: "acklins", starting: 1, requests: 1, cars_to_inspect: 2 },
          { island: "mayaguana", starting: 1, refund_cents: 20_099 },
        ],
      },
    });
    t.app.clock.set("2026-12-05T15:00:00.000Z");
    const later = { requests: 0, starting: 0, under_way: 2, refund_cents: 0 };
    expect((await read()).body).toMatchObject(later);
  });

  test("closes the island's cars, notifies everyone there once, and is public", async () => {
    const host = await makePerson(t.app, { roles: ["renter", "host"] });
    const car = await makeListing(t.app, host, { island: "ragged-island" });
    const renter = await t.newRenter();
    const { id: booking } = await bookOn("ragged-island", renter);
    const storm = { id: randomUUID() };
    await declared(["ragged-island"], storm);
    await declared(["ragged-island"], storm);
    expect(await declare(["ragged-island", "long-island"])).toMatchObject({
      status: 409,
      body: { code: "storm_already_on", details: { islands: ["ragged-island"] } },
    });
    const listedLater = await makeListing(t.app, host, { island: "ragged-island" });
    for (const closed of [car, listedLater])
      expect(await t.checkout(closed)).toMatchObject({
        status: 409,
        body: { code: "car_awaits_inspection", details: { storm: "Hurricane Imani" } },
      });
    await eventually(async () => {
      expect(await mailsTo(renter, /Hurricane Imani: change your plans/)).toHaveLength(1);
      const [toHost, ...more] = await mailsTo(host, /Hurricane Imani: please keep/);
      expect(toHost?.text).toContain("Please stay indoors.");
      expect(more).toEqual([]);
    });
    const { storms } = (await t.app.call("GET", "/api/storms")).body;
    expect(storms.find(({ id }) => id === storm.id)).toEqual({
      ...storm,
      ...STORM,
      islands: ["ragged-island"],
      message: "Please stay indoors.",
      ended_on: null,
    });
    expect((await readBooking(booking, renter)).storm).toMatchObject({ name: "Hurricane Imani" });
  });

  test("a last day that moves decides which trips are affected", async () => {
    const { id } = await bookOn("cat-island");
    const storm = await declared(["cat-island"], {
      first_day: "2026-12-02",
      last_day: "2026-12-04",
    });
    const move = (last_day: string) =>
      t.app.call("PATCH", `/api/admin/storms/${storm}`, { as: admin.token, body: { last_day } });
    expect((await readBooking(id)).storm).toBeNull();
    expect((await move("2026-12-05")).status).toBe(200);
    expect((await readBooking(id)).storm).not.toBeNull();
    expect((await move("2026-12-01")).body.code).toBe("storm_days_reversed");
    const waiting = async () =>
      (await t.app.call("GET", "/api/admin/queue?kind=storm", { as: admin.token })).body.items;
    t.app.clock.set("2026-12-06T04:59:00.000Z");
    expect(await waiting()).not.toContainEqual(expect.objectContaining({ id: storm }));
    t.app.clock.set("2026-12-06T05:00:00.000Z");
    expect(await waiting()).toContainEqual(
      expect.objectContaining({ id: storm, label: "Hurricane Imani" }),
    );
  });
});

describe("an affected trip", () => {
  test("can be cancelled by the renter until the end of the pickup day, in full", async () => {
    const { id } = await bookOn("andros");
    t.app.clock.set("2026-12-05T12:00:00.000Z");
    expect((await t.decide(id, "cancel", t.renter)).body.code).toBe("cancellation_too_late");
    const storm = await declared(["andros"]);
    expect((await readBooking(id)).cancellation).toEqual({
      allowed: true,
      fee_cents: 0,
      credit_cents: 0,
      refund_cents: 20_099,
      until: "2026-12-06T05:00:00.000Z",
    });
    expect(await t.decide(id, "cancel", t.renter)).toMatchObject({
      status: 200,
      body: { status: "cancelled", payment_status: "refunded", storm: null },
    });
    expect(await readStorm(storm)).toMatchObject({
      cancelled_by_renters: 1,
      refund_cents: 20_099,
    });
  });

  test("that its host cancels does not count against the host", async () => {
    const host = await makePerson(t.app, { roles: ["renter", "host"] });
    const cars = await Promise.all(
      ["eleuthera", "bimini"].map((island) =>
        makeListing(t.app, host, { island: island as IslandId }),
      ),
    );
    const ids: string[] = [];
    for (const car of cars) {
      const by = await t.newRenter();
      const opened = await t.checkout(car, by);
      await t.pay(opened.body.session_id);
      await t.verify(opened.body.session_id, by);
      ids.push(opened.body.booking_id);
    }
    const storm = await declared(["eleuthera"]);
    t.app.clock.set("2026-12-04T17:00:00.000Z");
    for (const [index, free_because] of (["storm", "first_in_year"] as const).entries()) {
      const path = `/api/bookings/${ids[index] ?? ""}/host-cancellation-fee` as const;
      const fee = await t.app.call("GET", path, { as: host.token });
      expect(fee.body).toMatchObject({ fee_cents: 0, free_because });
      expect((await t.decide(ids[index] ?? "", "cancel", host)).status).toBe(200);
    }
    const { commitment } = (await t.app.call("GET", `/api/hosts/${host.id}`)).body;
    expect(commitment).toEqual({ approved: 2, kept: 1 });
    expect(await readStorm(storm)).toMatchObject({ cancelled_by_hosts: 1 });
  });

  test("can be moved by its renter to free days after the storm, at the same price", async () => {
    const { id, car } = await bookOn("harbour-island");
    const move = (start_date: string, change: string = randomUUID(), by: Person = t.renter) =>
      t.app.call("POST", `/api/bookings/${id}/storm-move`, {
        as: by.token,
        body: { id: change, start_date },
      });
    expect((await move("2026-12-08")).body.code).toBe("no_storm");
    const storm = await declared(["harbour-island"]);
    const offered = () =>
      t.app.call("GET", `/api/bookings/${id}/storm-move`, { as: t.renter.token });
    const { periods } = (await offered()).body;
    const starts = ["2026-12-08", "2026-12-09", "2026-12-10"];
    expect(periods.map(({ start_date }) => start_date)).toEqual(starts);
    expect((await move("2026-12-07")).body).toMatchObject({
      code: "storm_move_too_early",
      details: { last_day: "2026-12-07" },
    });
    expect((await move("2026-12-08", randomUUID(), await t.newRenter())).body.code).toBe(
      "PGRST116",
    );
    await t.app.call("POST", "/api/host/calendar/blocks", {
      as: t.host.token,
      body: { car_ids: [car], start_date: "2026-12-14", end_date: "2026-12-15" },
    });
    expect((await move("2026-12-13")).body.code).toBe("dates_taken");

    const before = await readBooking(id);
    const change = randomUUID();
    const [moved, again] = await Promise.all([
      move("2026-12-15", change),
      move("2026-12-15", change),
    ]);
    expect([moved.status, again.status]).toEqual([200, 200]);
    expect((await move("2026-12-16", change)).body.code).toBe("change_id_taken");
    expect(moved.body.changes).toMatchObject([{ state: "accepted", amount_due_cents: 0 }]);
    expect(await readBooking(id)).toMatchObject({
      start_date: "2026-12-15",
      end_date: "2026-12-18",
      lines: before.lines,
      amount_due_cents: before.amount_due_cents,
      storm: null,
    });
    const days = (await t.occupied(car)).map(({ during }) => String(during).slice(0, 11));
    expect(days.toSorted()).toEqual(["[2026-12-14", "[2026-12-15"]);
    expect(await readStorm(storm)).toMatchObject({ moved: 1, refund_cents: 0 });
    expect(await mailsTo(t.host, /Your trip has changed/)).toHaveLength(1);

    // The days that were moved were not given up: new ones cost their price.
    const quote = await t.app.call("POST", `/api/bookings/${id}/changes/quote`, {
      as: t.renter.token,
      body: { end_date: "2026-12-19" },
    });
    expect(quote.body).toMatchObject({ amount_due_cents: 6600, refund_cents: 0 });
  });

  test("can be moved by its host if the renter accepts", async () => {
    const { id } = await bookOn("long-island");
    await declared(["long-island"]);
    const change = randomUUID();
    const offered = await t.app.call("POST", `/api/bookings/${id}/storm-move`, {
      as: t.host.token,
      body: { id: change, start_date: "2026-12-10" },
    });
    expect(offered.body.changes).toMatchObject([{ state: "requested", amount_due_cents: 0 }]);
    expect(await readBooking(id)).toMatchObject({ start_date: "2026-12-05" });
    const accepted = await t.app.call("POST", `/api/bookings/${id}/changes/${change}/acceptance`, {
      as: t.renter.token,
      body: {},
    });
    expect(accepted).toMatchObject({ status: 200, body: { changes: [{ state: "accepted" }] } });
    expect(await readBooking(id)).toMatchObject({
      start_date: "2026-12-10",
      end_date: "2026-12-13",
      storm: null,
    });
  });
});

describe("the batch of refunds", () => {
  /** Runs no job automatically, as if the process had stopped after each booking. */
  const withoutJobs = () => ({
    ...t.app.ctx,
    jobs: { ...t.app.ctx.jobs, send: async () => {} },
  });
  const start = (storm: string) =>
    changeRefunds(withoutJobs(), { id: admin.id } as User, storm, "start");
  const refundsOf = (ids: readonly string[]) =>
    t.app.ctx.db
      .selectFrom("refunds")
      .select(["booking_id", "amount_cents", "reason"])
      .where("booking_id", "in", ids)
      .execute();

  test("stops, and goes on where it was; each booking is refunded once", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count++)
      ids.push((await bookOn("inagua", await t.newRenter())).id);
    const request = await bookOn("inagua", t.renter, "approval");
    const storm = await declared(["inagua"]);
    await start(storm);
    await makeRefunds(withoutJobs(), 1);
    const first = await readStorm(storm);
    expect(first).toMatchObject({ refunds: "running", remaining: 3 });
    expect(Number(first?.cancelled_by_admins) + Number(first?.declined)).toBe(1);
    expect((await endStorm(storm)).body.code).toBe("storm_refunds_running");

    expect((await refunds(storm, "stop")).body.refunds).toBe("stopped");
    await makeRefunds(t.app.ctx);
    expect(await readStorm(storm)).toMatchObject({ ...first, refunds: "stopped" });

    await start(storm);
    await Promise.all([makeRefunds(t.app.ctx), makeRefunds(t.app.ctx), makeRefunds(t.app.ctx)]);
    await makeRefunds(t.app.ctx);
    expect(await readStorm(storm)).toMatchObject({
      refunds: "done",
      refunds_failed: 0,
      remaining: 0,
      cancelled_by_admins: 3,
      declined: 1,
      refund_cents: 3 * 20_099,
    });
    const made = await refundsOf([...ids, request.id]);
    expect(made.map(({ booking_id }) => booking_id).toSorted()).toEqual(ids.toSorted());
    expect(made.every(({ reason }) => reason === STORM.name)).toBe(true);
    expect((await readBooking(request.id)).status).toBe("rejected");
    for (const id of ids) expect((await readBooking(id, admin)).payment_status).toBe("refunded");
  });

  test("starts automatically, and skips trips that have begun", async () => {
    const begun = await bookOn("crooked-island");
    const storm = await declared(["crooked-island"]);
    t.app.clock.set("2026-12-05T16:00:00.000Z");
    expect((await refunds(storm, "start")).body.refunds).toMatch(/running|done/);
    await eventually(async () => expect((await readStorm(storm))?.refunds).toBe("done"));
    expect((await readBooking(begun.id)).status).toBe("approved");
    expect((await readStorm(storm))?.cancelled_by_admins).toBe(0);
  });
});

describe("the end", () => {
  test("is public with its summary, and a car can be booked once it is inspected", async () => {
    const host = await makePerson(t.app, { roles: ["renter", "host"] });
    const car = await makeListing(t.app, host, { island: "san-salvador" });
    const storm = await declared(["san-salvador"]);
    const take = async (height: number): Promise<string> => {
      const key = photoName();
      const picture = await scene(800, height).jpeg().toBuffer();
      expect((await upload(t.app, host, key, picture)).status).toBe(200);
      return photoUrl(key);
    };
    const before = await take(600);
    const inspect = (sent: readonly string[], by: Person = host) =>
      t.app.call("POST", `/api/host/storm-inspections/${car}`, {
        as: by.token,
        body: { storm_id: storm, photos: sent },
      });
    expect((await inspect([before])).body.code).toBe("inspection_too_early");

    t.app.clock.set("2026-11-21T18:00:00.000Z");
    expect((await endStorm(storm)).status).toBe(200);
    expect((await endStorm(storm)).body.code).toBe("storm_ended");
    expect((await refunds(storm, "start")).body.code).toBe("storm_ended");
    const { storms } = (await t.app.call("GET", "/api/storms")).body;
    expect(storms.find(({ id }) => id === storm)).toMatchObject({
      message: "Roads and ferries are open.",
      ended_on: "2026-11-21",
    });
    await eventually(async () =>
      expect(await mailsTo(host, /is over: please check your cars/)).toHaveLength(1),
    );

    expect((await t.checkout(car)).body.code).toBe("car_awaits_inspection");
    const photos: string[] = [];
    for (const height of [601, 602, 603, 604]) photos.push(await take(height));
    expect((await inspect([...photos, before])).body).toMatchObject({
      code: "invalid_request",
      errors: [{ field: "body.photos" }],
    });
    expect((await inspect(photos, t.host)).body.code).toBe("PGRST116");
    expect((await inspect([...photos.slice(0, 3), photos[0]!])).body.code).toBe(
      "inspection_photos_missing",
    );
    expect(await inspect(photos)).toMatchObject({ status: 200, body: { cars: [] } });
    expect((await inspect(photos)).body.code).toBe("inspection_already_done");
    expect((await t.checkout(car)).status).toBe(200);
    expect(await readStorm(storm)).toMatchObject({ cars: 1, inspected: 1 });
    const read = await t.app.call("GET", `/api/admin/storms/${storm}/cars`, { as: admin.token });
    expect(read.body.cars).toMatchObject([{ car_id: car, photos, note: null }]);
  });
});
