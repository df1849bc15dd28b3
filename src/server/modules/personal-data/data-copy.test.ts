// The copy of a person's data: created by a job, announced by email, readable by its owner only,
// once a day, for a week.
import { randomUUID } from "node:crypto";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBookings, type Bookings } from "../../../../test/booking.ts";
import { eventually } from "../../../../test/eventually.ts";
import { makeListing, type Person } from "../../../../test/factories.ts";
import { sendIdentityForm } from "../../../../test/identity.ts";
import { scene } from "../../../../test/photos.ts";
import { removeOldCopies } from "./data-copy.service.ts";

let t: Bookings;
beforeAll(async () => {
  t = await startBookings();
});
afterAll(() => t.app.close());

const read = async (person: Person) =>
  (await t.app.call("GET", "/api/data-copy", { as: person.token })).body;
const ask = (person: Person) => t.app.call("POST", "/api/data-copy", { as: person.token });
const file = (token: string | undefined) =>
  fetch(`${t.app.url}/api/data-copy/file`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
const ready = (person: Person) =>
  eventually(async () => expect(await read(person)).toMatchObject({ state: "ready" }));
const stored = async (): Promise<string[]> => {
  const names: string[] = [];
  for await (const { name } of t.app.ctx.copies.list()) names.push(name);
  return names;
};

test("contains the person's data and nobody else's name, is encrypted, and expires after a week", async () => {
  const { app, host, renter } = t;
  await app.ctx.db
    .updateTable("profiles")
    .set({ first_name: "Hostina" })
    .where("user_id", "=", host.id)
    .execute();
  const { id } = await t.book();
  await app.ctx.db
    .insertInto("booking_extras")
    .values({ booking_id: id, extra_id: "booster_seat", name: "Booster seat", quantity: 2 })
    .execute();
  const { id: other } = await t.book({ by: await t.newRenter() });
  const at = app.clock.now().toISOString();
  const driver = { position: 1, state: "accepted", answered_at: at, created_at: at } as const;
  await app.ctx.db
    .insertInto("booking_drivers")
    .values([
      { ...driver, booking_id: id, email: "friend@example.test", user_id: host.id },
      { ...driver, booking_id: other, email: renter.email, user_id: renter.id },
    ])
    .execute();
  const photo = new Uint8Array(await scene(300, 300).jpeg().toBuffer());
  const headers = { authorization: `Bearer ${renter.token}`, "content-type": "image/jpeg" };
  await fetch(`${app.url}/api/profile/photo`, { method: "PUT", headers, body: photo });

  app.clock.set("2026-12-05T12:00:00.000Z"); // check-in is open
  const another = new Uint8Array(await scene(320, 240).jpeg().toBuffer());
  for (const [person, body] of [
    [renter, photo],
    [host, another],
  ] as const) {
    const query = `handover=pickup&place=front&at=${app.clock.now().toISOString()}`;
    await fetch(`${app.url}/api/bookings/${id}/trip/photos/${randomUUID()}?${query}`, {
      method: "PUT",
      headers: { "content-type": "image/jpeg", authorization: `Bearer ${person.token}` },
      body,
    });
  }
  await sendIdentityForm(app, renter);
  await app.ctx.db
    .insertInto("business_documents")
    .values({
      id: randomUUID(),
      host_id: renter.id,
      kind: "vat_certificate",
      type: "application/pdf",
      bytes: 1,
      number: "VAT-88",
      key_id: "0".repeat(16),
      created_at: app.clock.now().toISOString(),
    })
    .execute();
  const car = await makeListing(app, host, { title: "Beach Jeep" });
  const dates = { start_date: "2026-12-20", end_date: "2026-12-23" };
  await app.call("PUT", `/api/favourites/${car}`, { as: renter.token, body: dates });
  const message = { name: "Tamika Rolle", email: renter.email, message: "Where is my refund?" };
  const { case_number } = (
    await app.call("POST", "/api/support/messages", { as: renter.token, body: message })
  ).body;

  expect(await read(renter)).toMatchObject({ state: "none", may_ask_from: null });
  expect((await file(renter.token)).status).toBe(404);
  expect((await ask(renter)).body).toMatchObject({
    state: expect.stringMatching(/making|ready/),
    asked_at: expect.any(String),
  });
  await ready(renter);

  const answer = await file(renter.token);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const json = (name: string) => JSON.parse(strFromU8(files[`${name}.json`] ?? new Uint8Array()));
  expect(json("account")).toMatchObject([
    { email: renter.email, first_name: "Tamika", roles: ["renter"] },
  ]);
  expect(json("bookings")).toMatchObject([
    { id, you_were: "renter", amount_due_cents: 20_099, host_share_cents: null },
  ]);
  expect(json("booking_lines")).toMatchObject([
    { booking_id: id, code: "rental", label: "3 days × $60.00", amount_cents: 18_000 },
    { code: "service_fee" },
    { code: "processing_fee" },
  ]);
  expect(json("booked_extras")).toEqual([{ booking_id: id, name: "Booster seat", quantity: 2 }]);
  expect(json("additional_drivers")).toMatchObject([
    { booking_id: id, email: "friend@example.test", state: "accepted" },
  ]);
  expect(json("driving")).toMatchObject([{ status: "approved", state: "accepted" }]);
  expect(json("trip_entries")).toMatchObject([
    { booking_id: id, kind: "photo", is_yours: true, is_photo_stored: true },
    { booking_id: id, kind: "photo", is_yours: false },
  ]);
  const [own] = json("trip_entries");
  expect(Object.keys(files).filter((each) => each.startsWith("trip-photos/"))).toEqual([
    `trip-photos/${own.id}.jpg`,
  ]);
  expect(json("payments")).toMatchObject([
    { booking_id: id, state: "captured", card_last4: "4242" },
  ]);
  expect(json("verification")).toMatchObject([{ state: "submitted", reason: null }]);
  expect(json("business_documents")).toMatchObject([{ kind: "vat_certificate", number: "VAT-88" }]);
  expect(json("verification_documents")).toMatchObject([
    { kind: "driving_licence" },
    { kind: "government_id" },
  ]);
  expect(json("favourites")).toMatchObject([
    { car_id: car, car: "Beach Jeep", ...dates, pickup_time: null, saved_total_cents: 18_000 },
  ]);
  expect(json("support_cases")).toMatchObject([
    { number: case_number, origin: "form", state: "open" },
  ]);
  expect(json("messages")).toMatchObject([
    { kind: "support", is_yours: true, body: "Where is my refund?" },
  ]);
  expect(json("record")).not.toEqual([]);
  expect(files["photo-of-you.webp"]?.length).toBeGreaterThan(100);
  const all = Object.entries(files).map(([name, body]) =>
    name.endsWith(".json") ? strFromU8(body) : "",
  );
  for (const secret of ["Hostina", host.email, "unusable", "Key box"])
    expect(all.join("\n")).not.toContain(secret);
  const subjects = async () => (await app.mails(renter.email)).map(({ subject }) => subject);
  await eventually(async () =>
    expect(await subjects()).toContain("Your Caydrive data is ready to download"),
  );

  // Not readable by others, and not in plain text in the store.
  expect((await file(host.token)).status).toBe(404);
  expect((await file(undefined)).status).toBe(401);
  const [name = ""] = await stored();
  const body = await app.ctx.copies.read(name);
  expect((await body?.body.toArray())?.join("").startsWith("PK")).toBe(false);

  // One per day; the next one replaces it.
  const again = await ask(renter);
  expect(again).toMatchObject({
    status: 429,
    body: { code: "copy_too_soon", details: { may_ask_from: expect.any(String) } },
  });
  app.clock.advance(24 * 3_600_000);
  expect((await ask(renter)).status).toBe(200);
  await ready(renter);
  await eventually(async () => expect(await stored()).toHaveLength(1));
  expect(await stored()).not.toContain(name);

  app.clock.advance(7 * 24 * 3_600_000);
  expect(await read(renter)).toMatchObject({ state: "none" });
  expect((await file(renter.token)).status).toBe(404);
  await removeOldCopies(app.ctx);
  expect(await stored()).toEqual([]);
});
