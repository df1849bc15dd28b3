// Booked trips, and what renter and host record about them.
import { createHmac, randomUUID } from "node:crypto";
import { expect } from "vitest";
import {
  codeDigits,
  codeMessage,
  codeStep,
  type CodedReading,
} from "../src/domain/trip/handover-code.ts";
import { startBookings } from "./booking.ts";
import type { Person } from "./factories.ts";

/** The pickup and the return of the trips: 10:00 in Nassau, in winter. */
export const PICKUP_AT = "2026-12-05T15:00:00.000Z";
export const RETURN_AT = "2026-12-08T15:00:00.000Z";
const TIMES = { pickup_time: "10:00", return_time: "10:00" };
export const FULL = { unit: "eighths", value: 8 } as const;

/** A reading of the car with a full tank, as an entry. */
export const makeReading = (miles: number, more: object = {}) => ({
  kind: "reading",
  miles,
  level: FULL,
  ...more,
});

export type Handover = "pickup" | "return";
export type Trips = Awaited<ReturnType<typeof startTrips>>;

export async function startTrips() {
  const t = await startBookings();
  const { app, host, renter } = t;
  const post = (id: string, what: string, by: Person, body: object) =>
    app.call("POST", `/api/bookings/${id}/trip/${what}`, { as: by.token, body });
  const add = (id: string, by: Person, entry: object) =>
    post(id, "entries", by, {
      id: randomUUID(),
      handover: "pickup",
      at: app.clock.now().toISOString(),
      ...entry,
    });
  const read = async (id: string, by: Person = renter) =>
    (await app.call("GET", `/api/bookings/${id}/trip`, { as: by.token })).body;
  const shareSecret = (id: string, handover: Handover, by: Person = host, renew = false) =>
    app.call("POST", `/api/bookings/${id}/trip/secrets`, {
      as: by.token,
      body: { handover, renew },
    });
  /** The code on the host's phone for these figures at this time. */
  const showCode = async (
    id: string,
    handover: Handover,
    miles: number,
    level: CodedReading["level"] = FULL,
    by: Person = host,
  ): Promise<string> => {
    const { body } = await shareSecret(id, handover, by);
    const secret = Buffer.from(body.secret, "base64url");
    const text = codeMessage(handover, { miles, level }, codeStep(app.clock.now().getTime()));
    return codeDigits(createHmac("sha256", secret).update(text).digest());
  };
  const enterCode = (id: string, entered: object, by: Person = renter) =>
    app.call("POST", `/api/bookings/${id}/trip/confirmations`, {
      as: by.token,
      body: {
        id: randomUUID(),
        handover: "pickup",
        at: app.clock.now().toISOString(),
        ...entered,
      },
    });

  return {
    ...t,
    post,
    add,
    readTrip: read,
    shareSecret,
    showCode,
    enterCode,
    bookCar: t.book,
    /** Puts a trip on hold. */
    hold: (id: string) =>
      app.ctx.db
        .insertInto("trip_holds")
        .values({
          booking_id: id,
          reason: "host_suspended",
          held_at: app.clock.now().toISOString(),
        })
        .execute(),
    /** A booking whose pickup is now. */
    async book() {
      app.clock.set("2026-11-21T17:00:00.000Z");
      const { id } = await t.book({ dates: { ...TIMES } });
      app.clock.set(PICKUP_AT);
      return id;
    },
    /** Adds a reading and confirms the handover by code. @returns the id of the reading */
    async confirm(
      id: string,
      handover: Handover,
      miles: number,
      level: CodedReading["level"] = FULL,
      by: { host: Person; renter: Person } = { host, renter },
    ): Promise<string> {
      const reading = randomUUID();
      const added = await add(id, by.host, {
        id: reading,
        handover,
        kind: "reading",
        miles,
        level,
      });
      expect(added.status).toBe(200);
      const code = await showCode(id, handover, miles, level, by.host);
      const entered = await enterCode(id, { handover, reading_id: reading, code }, by.renter);
      expect(entered.status).toBe(200);
      return reading;
    },
    async sendPhoto(
      id: string,
      by: Person,
      file: Buffer,
      {
        photoId = randomUUID() as string,
        ...more
      }: { photoId?: string; [name: string]: string } = {},
    ) {
      const query = new URLSearchParams({
        handover: "pickup",
        place: "front",
        at: app.clock.now().toISOString(),
        ...more,
      });
      const response = await fetch(
        `${app.url}/api/bookings/${id}/trip/photos/${photoId}?${query}`,
        {
          method: "PUT",
          headers: { "content-type": "image/jpeg", authorization: `Bearer ${by.token}` },
          body: new Uint8Array(file),
        },
      );
      return { status: response.status, photoId, body: JSON.parse(await response.text()) };
    },
    fetchPhoto: (id: string, photoId: string, by: Person) =>
      fetch(`${app.url}/api/bookings/${id}/trip/photos/${photoId}`, {
        headers: { authorization: `Bearer ${by.token}` },
      }),
  };
}
