// The rental agreement through the API: read, signed by both sides, refused, and as a PDF.
import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Agreement } from "../../../../contract/bookings/agreements.ts";
import { makePerson, type Person } from "../../../../../test/factories.ts";
import { startTrips, type Trips } from "../../../../../test/trips.ts";
import { canonicalText } from "../../../../domain/trip/entry.ts";
import { checkTrips } from "../trips-check.service.ts";
import { makeAgreementPdf, type ReceivedSignature } from "./agreement-pdf.ts";

let t: Trips;
let id: string;
beforeAll(async () => {
  t = await startTrips();
});
beforeEach(async () => {
  id = await t.book();
});
afterAll(() => t.app.close());

const PATH = "M10 20L300 100L580 30";
const read = async (by: Person = t.renter): Promise<Agreement> =>
  (await t.app.call("GET", `/api/bookings/${id}/agreement`, { as: by.token })).body;
/** @param shown the current text by default */
async function sign(by: Person, more: object = {}, shown?: Agreement) {
  const { text_sha256, title, sections, proof } = shown ?? (await read(by));
  return t.app.call("POST", `/api/bookings/${id}/agreement/signatures`, {
    as: by.token,
    body: {
      id: randomUUID(),
      at: t.app.clock.now().toISOString(),
      text_sha256,
      text: { title, sections },
      proof,
      name: "Naomi Feldman",
      ...more,
    },
  });
}
/** A text that we have not written, with its own hash. */
function forge(shown: Agreement): Agreement {
  const text = { title: shown.title, sections: [{ title: "Price", lines: ["Free"] }] };
  const text_sha256 = createHash("sha256").update(canonicalText(text)).digest("hex");
  return { ...shown, ...text, text_sha256 };
}
async function fetchPdf(textSha256: string, by: Person = t.renter) {
  const path = `/api/bookings/${id}/agreement.pdf?text_sha256=${textSha256}`;
  const response = await fetch(t.app.url + path, {
    headers: { authorization: `Bearer ${by.token}` },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, bytes, hash: createHash("sha256").update(bytes).digest("hex") };
}
const changePlate = async (plate: string) => {
  const { car_id } = await t.app.ctx.db
    .selectFrom("bookings")
    .select("car_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await t.app.ctx.db
    .updateTable("car_listings")
    .set({ license_plate: plate })
    .where("id", "=", car_id)
    .execute();
};

test("both sides read the same text, sign it, and get the same PDF whenever they ask", async () => {
  const unsigned = await read();
  expect(await read(t.host)).toEqual(unsigned);
  expect(unsigned).toMatchObject({ signatures: [], may_sign: true });
  const lines = unsigned.sections.flatMap((section) => section.lines);
  expect(lines).toEqual(
    expect.arrayContaining(["Licence plate: SD 1234", "Place: Cable Beach, Nassau"]),
  );
  const before = await fetchPdf(unsigned.text_sha256);
  expect(before.bytes.subarray(0, 5).toString()).toBe("%PDF-");

  const signature = { id: randomUUID(), at: t.app.clock.now().toISOString(), path: PATH };
  for (let sent = 0; sent < 2; sent++) {
    const { status, body } = await sign(t.renter, signature);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      may_sign: false,
      signatures: [{ side: "renter", name: "Naomi Feldman", path: PATH }],
    });
    t.app.clock.advance(60_000);
  }
  expect((await sign(t.host, { name: "Keisha Rolle" })).body.signatures).toHaveLength(2);

  const [one, again] = [
    await fetchPdf(unsigned.text_sha256),
    await fetchPdf(unsigned.text_sha256, t.host),
  ];
  expect(again.bytes.equals(one.bytes)).toBe(true);
  expect(one.hash).not.toBe(before.hash);
  const events = await t.app.ctx.db
    .selectFrom("audit_events")
    .select("after")
    .where("subject_id", "=", id)
    .where("action", "=", "trip.sign")
    .orderBy("id")
    .execute();
  expect(events.map(({ after }) => after)).toMatchObject([
    { position: 1, text_sha256: unsigned.text_sha256 },
    { position: 2, text_sha256: unsigned.text_sha256, pdf_sha256: one.hash },
  ]);
});

test("a signature counts for the shown text, and the signer is asked to sign the new one", async () => {
  const first = await read();
  await changePlate("SD 9999");
  const entry = { id: randomUUID(), at: t.app.clock.now().toISOString() };
  t.app.clock.advance(60_000);
  for (let sent = 0; sent < 2; sent++) {
    const late = await sign(t.renter, entry, first);
    expect(late).toMatchObject({
      status: 200,
      body: { may_sign: true, signatures: [{ text_sha256: first.text_sha256 }] },
    });
    expect(JSON.stringify(late.body.sections)).toContain("SD 9999");
  }
  const current = await read(t.host);
  expect(current.signatures).toHaveLength(1);
  // A text that we did not write, or wrote for another booking.
  const forged = forge(first);
  const mine = id;
  id = await t.book();
  const elsewhere = await read();
  id = mine;
  const noKey = `0.${"0".repeat(64)}`;
  for (const shown of [forged, { ...forged, proof: noKey }, { ...first, proof: noKey }, elsewhere])
    expect(await sign(t.host, {}, shown)).toMatchObject({
      status: 409,
      body: {
        code: "agreement_changed",
        details: { text_sha256: current.text_sha256, sections: current.sections },
      },
    });
  for (const proof of ["", ".", "0.0", `.${"0".repeat(64)}`])
    expect((await sign(t.host, {}, { ...forged, proof })).status).toBe(400);
  expect((await read(t.host)).signatures).toHaveLength(1);
  t.app.clock.advance(60_000);
  expect((await sign(t.host, { name: "Keisha Rolle" })).status).toBe(200);
  expect((await fetchPdf(first.text_sha256)).status).toBe(200);
  expect((await fetchPdf("0".repeat(64))).status).toBe(404);

  // From the pickup on, the text is what it was then, and signed texts stay beside it.
  await changePlate("SD 1111");
  const atPickup = await read();
  await t.confirm(id, "pickup", 100);
  await changePlate("SD 2222");
  const { text_sha256, signatures } = await read();
  expect(text_sha256).toBe(atPickup.text_sha256);
  expect(signatures.map((each) => each.text_sha256)).toEqual([
    first.text_sha256,
    current.text_sha256,
  ]);
  t.app.clock.advance(60_000);
  expect((await sign(t.host, { name: "Ann" }, first)).body.code).toBe("agreement_changed");
  for (const signed of signatures) expect((await fetchPdf(signed.text_sha256)).status).toBe(200);
  // Even after the trip, if nobody has signed it.
  t.app.clock.set("2026-12-08T15:00:00Z");
  await t.confirm(id, "return", 200);
  t.app.clock.set("2026-12-10T15:00:00Z");
  expect((await read()).text_sha256).toBe(atPickup.text_sha256);
  const inTime = { at: "2026-12-08T15:00:00Z" };
  expect((await sign(t.renter, inTime, atPickup)).status).toBe(200);
  expect((await sign(t.renter, inTime, atPickup)).body.code).toBe("agreement_already_signed");
});

test("refuses strangers, admins, an id with other content, and strokes outside the box", async () => {
  const stranger = await makePerson(t.app);
  const admin = await makePerson(t.app, { roles: ["renter", "admin"] });
  const shown = await read();
  const { text_sha256 } = shown;
  for (const person of [stranger, admin]) expect((await sign(person, {}, shown)).status).toBe(404);
  expect((await fetchPdf(text_sha256, stranger)).status).toBe(404);
  expect((await read(admin)).may_sign).toBe(false);
  expect((await sign(t.renter, { path: "M0 0L900 0" })).body.code).toBe("signature_path_invalid");
  expect((await sign(t.renter, { name: " " })).body.code).toBe("signature_name_missing");
  const entry = { id: randomUUID() };
  expect((await sign(t.renter, entry)).status).toBe(200);
  expect((await sign(t.renter, { ...entry, name: "Someone Else" })).body.code).toBe(
    "trip_entry_id_taken",
  );
  expect((await read()).signatures).toHaveLength(1);
});

test("signing is not needed for a pickup, and ends when the trip is closed", async () => {
  await t.confirm(id, "pickup", 100);
  t.app.clock.set("2026-12-08T15:00:00Z");
  await t.confirm(id, "return", 200);
  const open = await read();
  expect(open.may_sign).toBe(true);
  t.app.clock.set("2026-12-09T15:00:00Z");
  expect(await read()).toMatchObject({ code: "no_trip" });
  expect((await sign(t.renter, {}, open)).body.code).toBe("trip_entry_too_late");
  expect((await fetchPdf(open.text_sha256)).status).toBe(409);
  // Signed before, and sent now.
  const signed = await sign(t.renter, { at: "2026-12-09T14:59:00Z" }, open);
  expect(signed.body).toMatchObject({ may_sign: false, signatures: [{ side: "renter" }] });
});

test("after a cancellation, only what was signed can be read", async () => {
  t.app.clock.set("2026-11-25T12:00:00Z");
  const { text_sha256 } = await read();
  const other = await t.book();
  t.app.clock.set("2026-11-25T12:00:00Z");
  expect((await sign(t.renter)).status).toBe(200);
  await changePlate("SD 7777");
  for (const each of [id, other]) expect((await t.decide(each, "cancel", t.host)).status).toBe(200);
  expect(await read(t.host)).toMatchObject({ text_sha256, may_sign: false });
  expect((await fetchPdf(text_sha256, t.host)).status).toBe(200);
  id = other;
  expect(await read()).toMatchObject({ code: "no_trip" });
});

test("dates a signature that was sent later or by a fast clock, and refuses one before the approval", async () => {
  const now = t.app.clock.now();
  const ahead = new Date(now.getTime() + 60_000).toISOString();
  const { body } = await sign(t.renter, { at: ahead, path: PATH });
  expect(body.signatures).toMatchObject([
    { at: now.toISOString(), received_at: now.toISOString() },
  ]);
  const { after } = await t.app.ctx.db
    .selectFrom("audit_events")
    .select("after")
    .where("subject_id", "=", id)
    .where("action", "=", "trip.sign")
    .executeTakeFirstOrThrow();
  expect(after).toMatchObject({ pdf_sha256: (await fetchPdf(body.text_sha256)).hash });

  const before = await sign(t.host, { at: "2026-11-01T12:00:00.000Z" });
  expect(before).toMatchObject({ status: 409, body: { code: "trip_entry_too_early" } });
  const earlier = new Date(now.getTime() - 3_600_000).toISOString();
  const late = await sign(t.host, { at: earlier });
  expect(late.body.signatures).toMatchObject([
    { side: "host", at: earlier, received_at: now.toISOString() },
    { side: "renter" },
  ]);
});

test.each(["Ann\nHost: Keisha Rolle", "Ann\u202e", "Ann\u00adRolle"])(
  "refuses the name %j, which could forge a line of the PDF",
  async (name) => {
    expect((await sign(t.renter, { name })).status).toBe(400);
    const body = { id: randomUUID(), pickup_at: "2026-12-05T16:00:00.000Z", flight: name };
    expect((await t.post(id, "flight-delays", t.renter, body)).status).toBe(400);
  },
);

test("refuses a name that the PDF can't show", async () => {
  expect(await sign(t.renter, { name: "\u674e\u5a1c" })).toMatchObject({
    status: 422,
    body: { code: "signature_name_unprintable", details: { characters: "\u674e\u5a1c" } },
  });
});

test("the same text and signatures give the same bytes on every machine", async () => {
  const signature: ReceivedSignature = {
    id: "00000000-0000-4000-8000-000000000001",
    handover: "pickup",
    side: "renter",
    at: "2026-12-05T15:00:00.000Z",
    receivedAt: "2026-12-05T17:00:00.000Z",
    content: {
      kind: "signature",
      text_sha256: "0".repeat(64),
      text: { title: "Rental agreement", sections: [] },
      name: "\u0141ukasz \u0160im\u016fnek",
      path: PATH,
    },
  };
  const pdf = await makeAgreementPdf({
    text: { title: "Rental agreement", sections: [{ title: "Car", lines: ["Plate: SD 1234"] }] },
    textSha256: "0".repeat(64),
    signatures: [signature],
    unsignedDate: new Date("2026-12-01T12:00:00.000Z"),
  });
  expect(createHash("sha256").update(pdf).digest("hex")).toBe(
    "e07fd5d554602326955d4aaaa293e643598054100ac27f980f974de7a60b7050",
  );
});

test("the check finds a signature that was removed", async () => {
  await sign(t.renter);
  expect((await checkTrips(t.app.ctx)).changed).toEqual([]);
  await t.app.ctx.db.transaction().execute(async (db) => {
    await sql`alter table trip_entries disable trigger trip_entries_append_only`.execute(db);
    await db.deleteFrom("trip_entries").where("booking_id", "=", id).execute();
    await sql`alter table trip_entries enable trigger trip_entries_append_only`.execute(db);
  });
  expect((await checkTrips(t.app.ctx)).changed).toMatchObject([{ bookingId: id, position: 1 }]);
});
