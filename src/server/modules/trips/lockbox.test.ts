// A pickup and a return with the car's lockbox, without the host, through the API.
import { randomUUID } from "node:crypto";
import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { OUTSIDE_SLOTS } from "../../../domain/trip/lockbox.ts";
import { eventually } from "../../../../test/eventually.ts";
import { makePerson, type Person } from "../../../../test/factories.ts";
import {
  LATE_RETURN_AT,
  startLaterCharges,
  type LaterCharges,
} from "../../../../test/later-charges.ts";
import { FULL, PICKUP_AT, RETURN_AT } from "../../../../test/trips.ts";
import { completeDue } from "../bookings/settlement/sweep.service.ts";

const BOX = { code: "7039", directions: "Left rear wheel. Pull down the lid." };
const ANSWER_UNTIL = "2026-12-09T15:00:00.000Z";

let t: LaterCharges;
let id: string;
let carId: string;
beforeAll(async () => {
  t = await startLaterCharges();
});
beforeEach(async () => {
  id = await t.bookWith({}, { tank_gallons: 10 });
  ({ car_id: carId } = await t.app.ctx.db
    .selectFrom("bookings")
    .select("car_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow());
  await box("PUT", t.host, BOX);
});
afterAll(() => t.app.close());

const box = (method: "GET" | "PUT" | "DELETE", by: Person, body?: object) =>
  t.app.call(method, `/api/host/listings/${carId}/lockbox`, {
    as: by.token,
    ...(body ? { body } : {}),
  });
const open = () => t.post(id, "lockbox", t.renter, { id: randomUUID() });

let pictures = 0;
/** Sends a picture that no trip has yet. */
async function sendPhoto(by: Person, query: Record<string, string>) {
  pictures += 40;
  const background = { r: pictures % 256, g: Math.floor(pictures / 256) * 40, b: 160 };
  const picture = sharp({ create: { width: 800, height: 600, channels: 3, background } });
  return t.sendPhoto(id, by, await picture.jpeg().toBuffer(), query);
}
async function photographOutside(by: Person): Promise<void> {
  for (const place of OUTSIDE_SLOTS)
    expect((await sendPhoto(by, { place })).status, place).toBe(200);
}
/** The renter enters a reading and confirms it alone. @returns the response */
async function confirmAlone(handover: "pickup" | "return", miles: number, level: object = FULL) {
  const reading_id = randomUUID();
  await t.add(id, t.renter, { id: reading_id, handover, kind: "reading", miles, level });
  return t.add(id, t.renter, { handover, kind: "lockbox_confirmation", reading_id });
}
const charges = async () => (await t.readCharges(id)).map(({ kind }) => kind);
const HALF = { unit: "eighths", value: 4 };
const accept = (handover: string) => t.add(id, t.host, { handover, kind: "lockbox_acceptance" });

test("shows the code from the pickup time, after photos of the outside, until the return", async () => {
  t.app.clock.set("2026-12-05T14:59:00.000Z");
  expect((await open()).body).toMatchObject({
    code: "lockbox_too_early",
    details: { opens_at: PICKUP_AT },
  });
  t.app.clock.set(PICKUP_AT);
  expect((await open()).body).toMatchObject({
    code: "lockbox_needs_photos",
    details: { missing: OUTSIDE_SLOTS },
  });
  expect((await confirmAlone("pickup", 100)).body).toMatchObject({ code: "lockbox_not_opened" });
  await photographOutside(t.host);
  expect((await t.readTrip(id)).lockbox).toEqual({
    opens_at: PICKUP_AT,
    is_due: true,
    missing_photos: [],
    opened_at: null,
    code: null,
    directions: null,
  });
  for (let times = 0; times < 2; times++)
    expect((await open()).body).toMatchObject({ lockbox: { ...BOX, opened_at: PICKUP_AT } });
  expect((await t.readTrip(id, t.host)).lockbox).toMatchObject({ code: null, directions: null });

  t.app.clock.advance(60_000); // A later reading than the one above.
  const picked = await confirmAlone("pickup", 41_286);
  expect(picked.body).toMatchObject({
    state: "in_progress",
    pickup: { confirmation: { by: "lockbox", side: "renter" }, may_answer: false },
  });
  // The host changes the code.
  await box("PUT", t.host, { ...BOX, code: "1188" });
  expect((await t.readTrip(id)).lockbox).toMatchObject({ code: "1188" });
  t.app.clock.set(RETURN_AT);
  const back = await confirmAlone("return", 41_414);
  expect(back.body).toMatchObject({
    state: "returned",
    closes_at: ANSWER_UNTIL,
    lockbox: { code: null },
  });
});

test("charges for the return only what the host accepts, once", async () => {
  await photographOutside(t.renter);
  await open();
  await confirmAlone("pickup", 100);
  expect((await accept("pickup")).body).toMatchObject({
    pickup: { lockbox_answer: { accepts: true } },
  });
  t.app.clock.set(LATE_RETURN_AT);
  await confirmAlone("return", 200, HALF);
  expect(await charges()).toEqual([]);
  expect((await t.readTrip(id, t.host)).return).toMatchObject({
    answer_until: "2026-12-09T19:00:00.000Z",
    may_answer: true,
  });
  const answer = { id: randomUUID(), handover: "return", kind: "lockbox_acceptance" };
  const sent = { ...answer, at: LATE_RETURN_AT };
  for (let times = 0; times < 2; times++) expect((await t.add(id, t.host, sent)).status).toBe(200);
  expect((await charges()).toSorted()).toEqual(["fuel", "late_return"]);
  expect((await accept("return")).body.code).toBe("lockbox_already_answered");
});

test("charges fuel once the pickup is accepted as well, even after the return", async () => {
  await photographOutside(t.renter);
  await open();
  await confirmAlone("pickup", 100);
  t.app.clock.set("2026-12-06T10:00:00.000Z");
  await confirmAlone("return", 200, HALF);
  await accept("return");
  expect(await charges()).toEqual([]);
  await accept("pickup");
  expect(await charges()).toEqual(["fuel"]);
});

test("charges nothing from a contested return, and tells the admins", async () => {
  await photographOutside(t.renter);
  await open();
  await confirmAlone("pickup", 100);
  await accept("pickup");
  t.app.clock.set("2026-12-08T20:00:00.000Z");
  expect((await accept("return")).body.code).toBe("not_confirmed_by_lockbox");
  await confirmAlone("return", 200, HALF);
  const contest = { handover: "return", kind: "lockbox_contest" };
  expect((await t.add(id, t.host, { ...contest, words: " " })).body.code).toBe("invalid_request");
  expect((await t.add(id, t.renter, { ...contest, words: "No" })).status).toBe(403);
  const contested = await t.add(id, t.host, { ...contest, words: "The tank is empty." });
  expect(contested.body).toMatchObject({
    return: { lockbox_answer: { accepts: false, words: "The tank is empty." } },
  });
  expect(await charges()).toEqual([]);
  expect(
    await t.app.ctx.db
      .selectFrom("payment_incidents")
      .select(["kind", "details"])
      .where("booking_id", "=", id)
      .execute(),
  ).toEqual([{ kind: "handover_contested", details: { handover: "return" } }]);
});

test("takes an answer for 24 hours after the confirmation arrived", async () => {
  await photographOutside(t.renter);
  await open();
  await confirmAlone("pickup", 100);
  t.app.clock.set("2026-12-06T15:00:00.000Z");
  // The phone's clock does not matter.
  const late = { handover: "pickup", kind: "lockbox_acceptance", at: PICKUP_AT };
  expect((await t.add(id, t.host, late)).body).toMatchObject({
    code: "lockbox_answer_too_late",
    details: { closed_at: "2026-12-06T15:00:00.000Z" },
  });
});

test("accepts a confirmation only after its reading, and only once", async () => {
  await photographOutside(t.renter);
  await open();
  const reading_id = randomUUID();
  const confirmation = {
    id: randomUUID(),
    handover: "pickup",
    at: PICKUP_AT,
    device_at: "2026-12-05T17:00:00.000Z",
    kind: "lockbox_confirmation",
    reading_id,
  };
  expect((await t.add(id, t.renter, confirmation)).body).toMatchObject({
    code: "lockbox_reading_missing",
  });
  await t.add(id, t.renter, { id: reading_id, kind: "reading", miles: 1, level: FULL });
  for (let sent = 0; sent < 2; sent++)
    expect((await t.add(id, t.renter, confirmation)).status).toBe(200);
  const { content } = await t.app.ctx.db
    .selectFrom("trip_entries")
    .select("content")
    .where("id", "=", confirmation.id)
    .executeTakeFirstOrThrow();
  expect(content).toMatchObject({ device_at: confirmation.device_at });
  const again = await t.add(id, t.renter, { ...confirmation, id: randomUUID() });
  expect(again.body.code).toBe("handover_already_confirmed");
});

test("stores the code encrypted, shows it to the host alone, and refuses an invalid one", async () => {
  expect((await box("GET", t.host)).body).toMatchObject({ lockbox: BOX });
  expect((await box("GET", t.renter)).status).toBe(403);
  const { sealed } = await t.app.ctx.db
    .selectFrom("car_lockboxes")
    .selectAll()
    .where("car_id", "=", carId)
    .executeTakeFirstOrThrow();
  expect(sealed.includes(BOX.code)).toBe(false);
  expect((await box("PUT", t.host, { ...BOX, code: "a b" })).body.code).toBe("invalid_request");
  await photographOutside(t.host);
  expect((await box("DELETE", t.host)).status).toBe(200);
  expect((await open()).body.code).toBe("no_lockbox");
  expect((await t.readTrip(id)).lockbox).toBeNull();
});

/** The files of a new data copy, by name, as text. */
async function copyData(of: Person): Promise<[string, string][]> {
  await t.app.call("POST", "/api/data-copy", { as: of.token });
  await eventually(async () =>
    expect((await t.app.call("GET", "/api/data-copy", { as: of.token })).body.state).toBe("ready"),
  );
  const headers = { authorization: `Bearer ${of.token}` };
  const file = await fetch(`${t.app.url}/api/data-copy/file`, { headers });
  const files = Object.entries(unzipSync(new Uint8Array(await file.arrayBuffer())));
  return files.map(([name, bytes]) => [name, strFromU8(bytes)]);
}

test("only the host's settings and data copy and the renter's trip contain the code", async () => {
  const secret = { code: "Zq7#Xk93*Wvp", directions: "Under the xylophone, Zq7Xk93Wvp." };
  const admin = await makePerson(t.app, { roles: ["renter", "admin"] });
  const { db } = t.app.ctx;
  /** Everything that must not contain the code. */
  const listPlaces = async (): Promise<Record<string, unknown>> => {
    const read = async (path: string, by: Person) =>
      (await t.app.call("GET", path, { as: by.token })).body;
    const [hosts, renters] = [await copyData(t.host), await copyData(t.renter)];
    return {
      audit: await db.selectFrom("audit_events").selectAll().execute(),
      entries: await db.selectFrom("trip_entries").selectAll().execute(),
      mails: await t.app.mails(),
      "host's copy": hosts.filter(([name]) => name !== "lockboxes.json"),
      "renter's copy": renters,
      "admin's trip": await t.readTrip(id, admin),
      "host's trip": await t.readTrip(id, t.host),
      "renter's booking": await read(`/api/bookings/${id}`, t.renter),
      listing: await read(`/api/listings/${carId}`, t.renter),
    };
  };
  const has = (text: unknown) => /Zq7#Xk93|Zq7Xk93|xylophone/.test(JSON.stringify(text));
  const expectSecret = async () => {
    const places = await listPlaces();
    expect(places).toMatchObject({ "admin's trip": { side: "admin" } });
    expect(places["entries"]).not.toEqual([]);
    expect(Object.keys(places).filter((place) => has(places[place]))).toEqual([]);
  };

  await box("PUT", t.host, secret);
  await photographOutside(t.host);
  expect(has(await t.readTrip(id))).toBe(false);
  await open();
  await confirmAlone("pickup", 100);
  expect(has(await t.readTrip(id))).toBe(true);
  await eventually(async () => {
    const mails = (await t.app.mails(t.host.email)).map((mail) => JSON.stringify(mail));
    const ofTrip = mails.filter((mail) => mail.includes(id));
    expect(ofTrip.filter((mail) => mail.includes("can now open your lockbox"))).toHaveLength(1);
    expect(ofTrip.filter((mail) => mail.includes("picked up your car"))).toHaveLength(1);
  });
  await expectSecret();
  expect(has(await copyData(t.host))).toBe(true);
  t.app.clock.set(RETURN_AT);
  await confirmAlone("return", 200);
  t.app.clock.set("2026-12-10T15:00:00.000Z");
  expect(await t.readTrip(id)).toMatchObject({ state: "closed" });
  expect(has(await t.readTrip(id))).toBe(false);
  await expectSecret();
});

test("hides the code, even a changed one, once a booking has ended without a recorded pickup", async () => {
  await photographOutside(t.renter);
  expect((await open()).body).toMatchObject({ lockbox: { code: BOX.code } });
  t.app.clock.set("2026-12-09T05:00:00.000Z");
  await completeDue(t.app.ctx);
  for (const code of [BOX.code, "1188"]) {
    await box("PUT", t.host, { ...BOX, code });
    expect(await t.readTrip(id)).toMatchObject({
      state: "closed",
      lockbox: { code: null, directions: null, opened_at: PICKUP_AT },
    });
  }
});

test("hides the code while the trip is on hold before its pickup", async () => {
  await photographOutside(t.renter);
  await open();
  await t.hold(id);
  expect(await t.readTrip(id)).toMatchObject({ on_hold: true, lockbox: { code: null } });
  await t.app.ctx.db.deleteFrom("trip_holds").where("booking_id", "=", id).execute();
  await confirmAlone("pickup", 100);
  await t.hold(id);
  expect(await t.readTrip(id)).toMatchObject({ on_hold: true, lockbox: { code: BOX.code } });
});

test("a lockbox that can't be decrypted is not opened, but the trip can still be read", async () => {
  await photographOutside(t.renter);
  await t.app.ctx.db
    .updateTable("car_lockboxes")
    .set({ sealed: Buffer.alloc(64) })
    .where("car_id", "=", carId)
    .execute();
  expect((await open()).status).toBe(500);
  for (const by of [t.renter, t.host])
    expect(await t.readTrip(id, by)).toMatchObject({ lockbox: { opened_at: null, code: null } });
});

test("tells the host once that the code was shown", async () => {
  await photographOutside(t.renter);
  for (let times = 0; times < 2; times++) await open();
  const { rows } = await sql`select 1 from notifications
    where user_id = ${t.host.id} and event_key = ${`booking:${id}:lockbox_pickup_opened`}`.execute(
    t.app.ctx.db,
  );
  expect(rows).toHaveLength(1);
});

test("accepts one photo of one's own mark in the same handover", async () => {
  const other = id;
  const foreign = randomUUID();
  const mark = { kind: "mark", part: "roof", damage: "dent", words: "" };
  await t.add(other, t.renter, { ...mark, id: foreign });
  id = await t.book();
  const own = randomUUID();
  await t.add(id, t.renter, { ...mark, id: own });
  const place = "further";
  for (const [by, mark_id] of [
    [t.renter, foreign],
    [t.host, own],
  ] as const)
    expect((await sendPhoto(by, { place, mark_id })).body.code).toBe("trip_mark_unknown");
  expect((await sendPhoto(t.renter, { place: "front", mark_id: own })).body.code).toBe(
    "invalid_request",
  );
  const sent = await sendPhoto(t.renter, { place, mark_id: own });
  expect(sent.body.pickup.photos).toMatchObject([{ place, mark_id: own, stored: true }]);
  expect((await sendPhoto(t.renter, { place, mark_id: own })).body.code).toBe(
    "trip_mark_has_photo",
  );
});
