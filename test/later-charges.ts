// Trips that end with charges: returned late, after more miles or with less fuel than agreed.
import { expect } from "vitest";
import type { LaterCharge } from "../src/contract/bookings/later-charges.ts";
import { sweepCharges } from "../src/server/modules/charges/charge-settlement.service.ts";
import type { Person } from "./factories.ts";
import { setCar } from "./host-form.ts";
import { startTrips, type Trips } from "./trips.ts";

/** Four hours after the return time, of which one is free. */
export const LATE_RETURN_AT = "2026-12-08T19:00:00.000Z";
/** Three hours at an eighth of $60.00. */
export const LATE_CENTS = 2250;
export const LATE_HOST_CENTS = 1913;
/** 72 hours later. */
export const DUE_AT = "2026-12-11T19:00:00.000Z";

export type LaterCharges = Awaited<ReturnType<typeof startLaterCharges>>;

export async function startLaterCharges() {
  const t = await startTrips();
  const readCharges = async (id: string, by: Person = t.renter): Promise<LaterCharge[]> =>
    (await t.app.call("GET", `/api/bookings/${id}/charges`, { as: by.token })).body.charges;
  const act = (
    { id, charge }: { id: string; charge: LaterCharge },
    what: "contest" | "waiver",
    by: Person = t.renter,
    body?: object,
  ) =>
    t.app.call("POST", `/api/bookings/${id}/charges/${charge.id}/${what}`, {
      as: by.token,
      ...(body ? { body } : {}),
    });
  const payCharge = ({ id, charge }: { id: string; charge: LaterCharge }, by: Person = t.renter) =>
    t.app.call("POST", `/api/bookings/${id}/charges/${charge.id}/payment`, { as: by.token });
  const bookWith = async (card: object = {}, terms: object = {}): Promise<string> => {
    t.app.clock.set("2026-11-21T17:00:00.000Z");
    const car = await t.newCar();
    if (Object.keys(terms).length > 0) await setCar({ ...t, book: t.bookCar }, car, terms);
    const opened = await t.checkout(car, t.renter, { pickup_time: "10:00", return_time: "10:00" });
    expect(opened.status).toBe(200);
    expect((await t.pay(opened.body.session_id, { confirmed: true, ...card })).status).toBe(200);
    await t.verify(opened.body.session_id);
    t.app.clock.set("2026-12-05T15:00:00.000Z");
    return opened.body.booking_id;
  };
  return {
    ...t,
    readCharges,
    act,
    payCharge,
    bookWith,
    sweep: () => sweepCharges(t.app.ctx),
    /** The details of the incidents of a booking, oldest first. */
    async readIncidents(id: string): Promise<Record<string, unknown>[]> {
      const rows = await t.app.ctx.db
        .selectFrom("payment_incidents")
        .select("details")
        .where("booking_id", "=", id)
        .orderBy("first_at")
        .execute();
      return rows.map(({ details }) => details as Record<string, unknown>);
    },
    /** A returned trip with one charge. */
    async returnLate(card: object = {}): Promise<{ id: string; charge: LaterCharge }> {
      const id = await bookWith(card);
      await t.confirm(id, "pickup", 12_000);
      t.app.clock.set(LATE_RETURN_AT);
      await t.confirm(id, "return", 12_100);
      const [charge] = await readCharges(id);
      if (!charge) throw new Error("nothing was announced");
      return { id, charge };
    },
  };
}

/** What the sandbox charged for a later charge. */
export const sandboxCharges = (t: Pick<Trips, "app">, chargeId: string) =>
  t.app.ctx.db
    .selectFrom("sandbox_checkouts")
    .select(["captured_cents", "intent_id", "id"])
    .where("client_reference_id", "=", chargeId)
    .where("captured_cents", ">", 0)
    .execute();
