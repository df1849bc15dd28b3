// Trips that end with a case about a scratch on the rear bumper that the pickup does not show.
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { TripCase } from "../src/contract/bookings/trip-cases.ts";
import { sweepCases } from "../src/server/modules/cases/case-deadlines.service.ts";
import { sweepDeposits } from "../src/server/modules/deposits/deposit-settlement.service.ts";
import { pdf } from "./documents.ts";
import { makePerson, type Person } from "./factories.ts";
import { sandboxCharges, startLaterCharges } from "./later-charges.ts";
import { scene } from "./photos.ts";
import { RETURN_AT } from "./trips.ts";

export type Cases = Awaited<ReturnType<typeof startCases>>;

export const CLAIM_CENTS = 38_000;
/** With the default excess. */
export const CEILING_CENTS = 102_000;

/** A returned trip, with a mark and photos as evidence for a claim. */
export interface Returned {
  id: string;
  markId: string;
  photoId: string;
  pickupPhotoId: string;
}

export async function startCases() {
  const t = await startLaterCharges();
  const admin = await makePerson(t.app, { roles: ["renter", "admin"], firstName: "Sharmaine" });
  const otherAdmin = await makePerson(t.app, { roles: ["renter", "admin"], adminRole: "support" });
  let shade = 0;
  /** Each picture is different, because a trip takes a picture only once. */
  const newPhoto = (): Promise<Buffer> =>
    scene(640 + shade++, 480)
      .jpeg()
      .toBuffer();
  const call = <const M extends "GET" | "POST", const P extends string>(
    method: M,
    path: P,
    by: Person,
    body?: object,
  ) => t.app.call(method, path, { as: by.token, ...(body ? { body } : {}) });

  const addMark = async (id: string, handover: "pickup" | "return", more: object = {}) => {
    const markId = randomUUID();
    const entry = { id: markId, handover, kind: "mark", part: "rear_bumper", damage: "scratch" };
    expect((await t.add(id, t.host, { ...entry, words: "", ...more })).status).toBe(200);
    return markId;
  };
  const returnCar = async (card: object = {}, terms: object = {}): Promise<Returned> => {
    const id = await t.bookWith(card, terms);
    await sweepDeposits(t.app.ctx);
    const sent = await t.sendPhoto(id, t.host, await newPhoto(), { place: "back" });
    await t.confirm(id, "pickup", 12_000);
    t.app.clock.set(RETURN_AT);
    await t.confirm(id, "return", 12_100);
    const markId = await addMark(id, "return");
    const shown = await t.sendPhoto(id, t.host, await newPhoto(), {
      handover: "return",
      place: "further",
      mark_id: markId,
    });
    expect([sent.status, shown.status]).toEqual([200, 200]);
    return { id, markId, photoId: shown.photoId, pickupPhotoId: sent.photoId };
  };
  const sendFile = async (id: string, by: Person, file = pdf(), fileId: string = randomUUID()) => {
    const response = await fetch(`${t.app.url}/api/bookings/${id}/case-files/${fileId}`, {
      method: "PUT",
      headers: { "content-type": "application/pdf", authorization: `Bearer ${by.token}` },
      body: new Uint8Array(file),
    });
    return { status: response.status, fileId, body: await response.json() };
  };
  const open = async (trip: Returned, more: object = {}, by: Person = t.host) => {
    const files = "file_ids" in more ? [] : [(await sendFile(trip.id, t.host)).fileId];
    return call("POST", `/api/bookings/${trip.id}/cases`, by, {
      id: randomUUID(),
      kind: "damage",
      amount_cents: CLAIM_CENTS,
      words: "The scrape is new.",
      entry_ids: [trip.markId, trip.photoId],
      file_ids: files,
      ...more,
    });
  };
  const statement = (more: object = {}) => ({
    id: randomUUID(),
    words: "It was there before.",
    entry_ids: [],
    file_ids: [],
    ...more,
  });
  type Ids = Pick<TripCase, "id" | "booking_id">;
  const step = (
    { id, booking_id }: Ids,
    what: "answer" | "acceptance" | "withdrawal" | "appeals",
    by: Person,
    body?: object,
  ) => call("POST", `/api/bookings/${booking_id}/cases/${id}/${what}`, by, body);
  /** The charge of a case; undefined for a case without one. */
  const readCharge = async ({ id, booking_id }: Ids) =>
    (await t.readCharges(booking_id, t.host)).find((each) => each.case_id === id);
  return {
    ...t,
    admin,
    otherAdmin,
    newPhoto,
    addMark,
    returnCar,
    sendFile,
    open,
    statement,
    step,
    readCharge,
    chargesOfCard: async (ids: Ids) => sandboxCharges(t, (await readCharge(ids))?.id ?? ""),
    /** What the charges after the trip have moved: accounts and cents. */
    readBooked: async (id: string) =>
      (await t.readLedger(id))
        .filter(({ kind }) => kind === "later_charged")
        .map(({ account, amount_cents }) => [account, amount_cents]),
    async openNew(
      card: object = {},
      terms: object = {},
    ): Promise<{ trip: Returned; found: TripCase }> {
      const trip = await returnCar(card, terms);
      const opened = await open(trip);
      expect(opened.status).toBe(200);
      return { trip, found: opened.body };
    },
    answer: (ids: Ids, more: object = {}, by: Person = t.renter) =>
      step(ids, "answer", by, statement(more)),
    appeal: (ids: Ids, by: Person) =>
      step(ids, "appeals", by, statement({ words: "Please look again." })),
    decide: (ids: Ids, trip: Returned, more: object = {}, by: Person = admin) =>
      call("POST", `/api/admin/bookings/${ids.booking_id}/cases/${ids.id}/decisions`, by, {
        id: randomUUID(),
        amount_cents: 26_000,
        words: "The pickup's photo of the back has no scrape.",
        entry_ids: [trip.photoId, trip.pickupPhotoId],
        file_ids: [],
        ...more,
      }),
    readCases: async (id: string, by: Person = t.renter) =>
      (await call("GET", `/api/bookings/${id}/cases`, by)).body,
    async readCase({ id, booking_id }: Ids, by: Person = t.renter): Promise<TripCase> {
      const { cases } = (await call("GET", `/api/bookings/${booking_id}/cases`, by)).body;
      const found = cases.find((each: TripCase) => each.id === id);
      if (!found) throw new Error(`the booking has no case ${id}`);
      return found;
    },
    fetchPdf: async ({ id, booking_id }: Ids, by: Person) => {
      const response = await fetch(`${t.app.url}/api/bookings/${booking_id}/cases/${id}/file`, {
        headers: { authorization: `Bearer ${by.token}` },
      });
      return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
    },
    sweepCases: () => sweepCases(t.app.ctx),
    passHours: (hours: number) => t.app.clock.advance(hours * 3_600_000),
  };
}
