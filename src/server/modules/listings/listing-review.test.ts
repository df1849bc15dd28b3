// The review of listings: lists in all states, warnings, changes since approval, decisions, and
// notifications to hosts.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CalendarDate } from "../../../domain/calendar/dates.ts";
import { readPages, assertDefined } from "../../../../test/api-responses.ts";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import { eventually } from "../../../../test/eventually.ts";
import { makePerson, type Person } from "../../../../test/factories.ts";

let t: Bookings;
let admin: Person;
let host: Person;
beforeAll(async () => {
  t = await startBookings();
  admin = await makePerson(t.app, { roles: ["renter", "admin"] });
  host = await makePerson(t.app, { roles: ["renter", "host"], firstName: "Keisha" });
});
afterAll(() => t.app.close());

const list = async (query = "") =>
  (await t.app.call("GET", `/api/admin/listings?${query}`, { as: admin.token })).body.listings;
const ids = async (query: string): Promise<string[]> => (await list(query)).map((each) => each.id);
const read = async (id: string) =>
  (await t.app.call("GET", `/api/admin/listings/${id}`, { as: admin.token })).body;
const decide = async (id: string, what: "approve" | "reject", more: object = {}) =>
  t.app.call("POST", `/api/admin/listings/${id}/${what}`, {
    as: admin.token,
    body: { updated_at: (await read(id)).updated_at, ...more },
  });
const isPublic = async (id: string) =>
  (await t.app.call("GET", `/api/listings/${id}`)).status === 200;
const mailAbout = (subject: string): Promise<string> =>
  eventually(async () => {
    const mail = (await t.app.mails(host.email)).find((each) => each.subject === subject);
    expect(mail).toBeDefined();
    return mail?.text ?? "";
  });
/** A listing of the host, created a second after the previous one. */
const newCar = (given: object = {}) => {
  t.app.clock.advance(1000);
  return t.newCar({ host_id: host.id, ...given, created_at: t.app.clock.now().toISOString() });
};

const FILTERS = ["all", "pending", "rejected", "active", "inactive"] as const;
const readTotals = (): Promise<number[]> =>
  Promise.all(
    FILTERS.map(async (filter) => {
      const path = `/api/admin/listings?filter=${filter}` as const;
      return (await t.app.call("GET", path, { as: admin.token })).body.total ?? 0;
    }),
  );

test("lists and counts each state, with the oldest pending first and the rejected last", async () => {
  const before = await readTotals();
  const rejected = await newCar({
    title: "State one",
    is_approved: false,
    rejection_reason: "Blurred photos.",
  });
  const older = await newCar({ title: "State two", is_approved: false });
  const newer = await newCar({ title: "State three", is_approved: false });
  const active = await newCar({ title: "State four" });
  const inactive = await newCar({ title: "State five", is_available: false });
  await newCar({ title: "State six", deleted_at: t.app.clock.now().toISOString() });
  const of = (filter: string) => ids(`search=state&filter=${filter}`);
  expect(await of("pending")).toEqual([older, newer, rejected]);
  expect(await of("rejected")).toEqual([rejected]);
  expect(await of("active")).toEqual([active]);
  expect(await of("inactive")).toEqual([inactive]);
  expect(await of("all")).toEqual([inactive, active, newer, older, rejected]);
  const after = await readTotals();
  expect(after.map((total, index) => total - (before[index] ?? 0))).toEqual([5, 3, 1, 1, 1]);
});

test("finds a listing by its car, plate, host and ids", async () => {
  const car = await newCar({
    title: "Blue Lagoon",
    make: "Suzuki",
    model: "Jimny",
    year: 2019,
    license_plate: "SD 909",
  });
  for (const text of [
    "2019 suzuki",
    "IMNY",
    "blue la",
    "sd 909",
    "su",
    "keisha rolle",
    host.email,
    car,
    host.id,
  ])
    expect(await ids(`search=${encodeURIComponent(text)}`), text).toContain(car);
  for (const text of ["uz", "lagoon blue", "100%", "sd_909"])
    expect(await ids(`search=${encodeURIComponent(text)}`), text).toEqual([]);
});

test("pages through a list of over a thousand in both orders", async () => {
  const at = (index: number) => new Date(Date.UTC(2025, 0, 1, 0, 0, index)).toISOString();
  const row = await t.app.ctx.db
    .selectFrom("car_listings")
    .selectAll()
    .where("id", "=", await newCar())
    .executeTakeFirstOrThrow();
  const { id: _id, approved_with: _with, rating_rank: _rank, ...given } = row;
  await t.app.ctx.db
    .insertInto("car_listings")
    .values(
      Array.from({ length: 1021 }, (_, index) => ({
        ...given,
        title: "Multitude",
        is_approved: false,
        rejection_reason: index % 2 ? "No." : null,
        created_at: at(index),
      })),
    )
    .execute();
  for (const filter of ["pending", "all"]) {
    const pages = await readPages(
      async (cursor) =>
        (
          await t.app.call(
            "GET",
            `/api/admin/listings?search=multitude&filter=${filter}${cursor}`,
            { as: admin.token },
          )
        ).body,
    );
    const seen = pages.flatMap((page) => page.listings);
    expect(new Set(seen.map((each) => each.id)).size).toBe(1021);
    const keys = seen.map((each) => `${each.rejection_reason ? 1 : 0} ${each.created_at}`);
    if (filter === "pending") expect(keys).toEqual(keys.toSorted());
    else
      expect(seen.map((each) => each.created_at)).toEqual(
        seen
          .map((each) => each.created_at)
          .toSorted()
          .toReversed(),
      );
  }
});

test("loses no listing on the next page after a decision between two pages", async () => {
  const cars: string[] = [];
  for (let count = 0; count < 22; count++)
    cars.push(await newCar({ title: "Between pages", is_approved: false }));
  const page = async (cursor = "") =>
    (
      await t.app.call("GET", `/api/admin/listings?filter=pending&search=between${cursor}`, {
        as: admin.token,
      })
    ).body;
  const first = await page();
  expect(
    (await decide(assertDefined(first.listings.at(-1)).id, "reject", { reason: "No." })).status,
  ).toBe(200);
  const second = await page(`&cursor=${first.next_cursor}`);
  expect(second.listings.map((each) => each.id)).toEqual([...cars.slice(20), cars[19]]);
});

test("warns of an old car and of documents that are missing, expired or about to expire", async () => {
  const old = await newCar({ year: 2010 });
  const documents = ["self_drive_plate", "insurance", "inspection"].map((kind) => ({
    kind,
    id: null,
    expires_on: null,
  }));
  expect(await read(old)).toMatchObject({
    is_too_old: true,
    documents: documents.map((each) => ({ ...each, state: "missing" })),
  });
  const young = await newCar({ year: 2011 }); // 15 years old in 2026
  const document = (
    kind: "self_drive_plate" | "insurance" | "inspection",
    expires_on: CalendarDate | null,
  ) => ({
    id: crypto.randomUUID(),
    car_id: young,
    kind,
    type: "application/pdf" as const,
    bytes: 10,
    expires_on,
    key_id: "0".repeat(16),
    created_at: t.app.clock.now().toISOString(),
  });
  await t.app.ctx.db
    .insertInto("car_documents")
    .values([
      document("self_drive_plate", null),
      document("insurance", "2026-11-20"),
      document("inspection", "2026-12-10"),
    ])
    .execute();
  expect(await read(young)).toMatchObject({
    is_too_old: false,
    documents: [
      { state: "valid" },
      { state: "expired", expires_on: "2026-11-20" },
      { state: "expires_soon" },
    ],
  });
});

test("shows changes since the approval, including documents and private text", async () => {
  const car = await newCar({ is_approved: false });
  const document = {
    car_id: car,
    kind: "insurance" as const,
    type: "application/pdf" as const,
    bytes: 10,
    expires_on: "2027-03-01" as const,
    key_id: "0".repeat(16),
  };
  const insert = (created_at: string) =>
    t.app.ctx.db
      .insertInto("car_documents")
      .values({ ...document, id: crypto.randomUUID(), created_at })
      .execute();
  await insert("2026-11-01T12:00:00.000Z");
  expect((await decide(car, "approve")).body.changes).toEqual([]);
  await t.app.ctx.db.deleteFrom("car_documents").where("car_id", "=", car).execute();
  await insert("2026-11-02T12:00:00.000Z");
  const words = { pickup_instructions: "Ask for Keisha.", booking_mode: "approval" as const };
  await t.app.ctx.db.updateTable("car_listings").set(words).where("id", "=", car).execute();
  expect((await read(car)).changes).toEqual([
    { field: "booking_mode", before: "instant", after: "approval" },
    {
      field: "pickup_instructions",
      before: "Key box at the gate, code 2468.",
      after: "Ask for Keisha.",
    },
    {
      field: "insurance",
      before: ["2026-11-01T12:00:00.000Z", "2027-03-01"],
      after: ["2026-11-02T12:00:00.000Z", "2027-03-01"],
    },
  ]);
  // Fields that the approval did not store are not compared.
  await t.app.ctx.db
    .updateTable("car_listings")
    .set({ approved_with: JSON.stringify({ title: "Old title" }) })
    .where("id", "=", car)
    .execute();
  expect((await read(car)).changes).toMatchObject([{ field: "title", before: "Old title" }]);
});

test("puts an approved listing on the site, notifies its host, and shows later changes next to the approved state", async () => {
  const car = await newCar({
    title: "Conch Cruiser",
    is_approved: false,
    rejection_reason: "No plate.",
  });
  expect(await read(car)).toMatchObject({ changes: null, reviewed_at: null });
  const { status, body } = await decide(car, "approve");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    is_approved: true,
    rejection_reason: null,
    changes: [],
    host: { id: host.id },
  });
  expect(await isPublic(car)).toBe(true);
  expect(await mailAbout("Approved: Conch Cruiser")).toContain(`/book/${car}`);
  await t.app.ctx.db
    .updateTable("car_listings")
    .set({ price_per_day_cents: 7_550, license_plate: null })
    .where("id", "=", car)
    .execute();
  expect((await read(car)).changes).toEqual([
    { field: "license_plate", before: "SD 1234", after: null },
    { field: "price_per_day", before: 60, after: 75.5 },
  ]);
});

test("takes a rejected listing off the site, with a reason that the host receives and a change clears", async () => {
  const car = await newCar({ title: "Rusty", is_approved: true });
  for (const reason of [undefined, "", "   ", "x".repeat(501)])
    expect(await decide(car, "reject", { reason }), String(reason)).toMatchObject({
      status: 400,
      body: { code: "invalid_request" },
    });
  expect(await isPublic(car)).toBe(true);
  const { body } = await decide(car, "reject", { reason: "The insurance is missing." });
  expect(body).toMatchObject({ is_approved: false, rejection_reason: "The insurance is missing." });
  expect(await isPublic(car)).toBe(false);
  expect(await mailAbout("Not approved: Rusty")).toContain("Reason: The insurance is missing.");
  const own = await t.app.call("GET", `/api/host/listings/${car}`, { as: host.token });
  expect(own.body.rejection_reason).toBe("The insurance is missing.");
  expect(await ids("filter=rejected&search=rusty")).toEqual([car]);
  const { events } = (await t.app.call("GET", `/api/admin/audit?about=${car}`, { as: admin.token }))
    .body;
  expect(events).toMatchObject([
    {
      action: "listing.reject",
      actor: { id: admin.id },
      reason: "The insurance is missing.",
      before: { is_approved: true },
      after: { is_approved: false },
    },
  ]);
});

test("refuses a decision after the documents have changed", async () => {
  const car = await newCar({ is_approved: false });
  const at = t.app.clock.now().toISOString();
  await t.app.ctx.db
    .insertInto("car_documents")
    .values({
      id: crypto.randomUUID(),
      car_id: car,
      kind: "inspection",
      type: "application/pdf",
      bytes: 10,
      expires_on: "2027-05-01",
      key_id: "0".repeat(16),
      created_at: at,
    })
    .execute();
  const { updated_at } = await read(car);
  t.app.clock.advance(1000);
  const removed = await t.app.call("DELETE", `/api/host/listings/${car}/documents/inspection`, {
    as: host.token,
  });
  expect(removed.status).toBe(200);
  expect(await decide(car, "approve", { updated_at })).toMatchObject({
    status: 409,
    body: { code: "listing_changed" },
  });
});

test("refuses a decision on a listing that changed in the meantime", async () => {
  const car = await newCar({ is_approved: false });
  const { updated_at } = await read(car);
  t.app.clock.advance(1000);
  await t.app.call("POST", `/api/host/listings/${car}/availability`, {
    as: host.token,
    body: { is_available: false },
  });
  const stale = { status: 409, body: { code: "listing_changed" } };
  expect(await decide(car, "approve", { updated_at })).toMatchObject(stale);
  expect(await decide(car, "reject", { updated_at, reason: "No." })).toMatchObject(stale);
  expect(await read(car)).toMatchObject({
    is_approved: false,
    reviewed_at: null,
    rejection_reason: null,
  });
  const both = await Promise.all([decide(car, "approve"), decide(car, "approve")]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await decide(car, "approve")).toMatchObject(stale);
});

test("does not deadlock on simultaneous decisions about a host and the host's cars", async () => {
  for (let round = 0; round < 10; round++) {
    const some = await makePerson(t.app, { roles: ["renter", "host"] });
    const cars = [await newCar({ host_id: some.id }), await newCar({ host_id: some.id })];
    const answers = await Promise.all([
      t.app.call("POST", `/api/admin/users/${some.id}/suspension`, {
        as: admin.token,
        body: { suspended: true, reason: "No papers." },
      }),
      ...cars.map((car) => decide(car, "reject", { reason: "No papers." })),
    ]);
    // An admin whose car has changed in the meantime must look again.
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(await Promise.all(cars.map(isPublic))).toEqual([false, false]);
  }
});
