// Renters who have credit because a host cancelled on the day before the pickup.
import { expect } from "vitest";
import type { Bookings } from "./booking.ts";
import { signInAgain, type Person } from "./factories.ts";

/** The fee of a host who cancels a rental of $180 on the day before, in cents. */
export const CREDIT = 9_000;
/** What such a rental costs with its fees. */
export const PRICE = 20_099;
/** A later rental of three days. */
const NEXT = { start_date: "2026-12-10", end_date: "2026-12-13" };

/** Cancels a first booking, which costs the host nothing. */
export async function useFreeCancellation(t: Bookings): Promise<void> {
  const { id } = await t.book({ by: await t.newRenter() });
  await t.decide(id, "cancel", t.host, { cause: "renter_concern" });
}

/** A renter with credit. Sets the clock to December 4, and signs `others` in again. */
export async function makeCreditedRenter(t: Bookings, ...others: Person[]): Promise<Person> {
  const renter = await t.newRenter();
  t.app.clock.set("2026-11-29T14:00:00.000Z");
  await signInAgain(t.app, t.host, renter, ...others);
  const { id } = await t.book({ by: renter });
  t.app.clock.set("2026-12-04T20:00:00.000Z");
  await signInAgain(t.app, t.host, renter, ...others);
  const { body } = await t.decide(id, "cancel", t.host, { cause: "car_broken" });
  expect(body.host_cancellation).toMatchObject({ fee_cents: CREDIT });
  return renter;
}

/** Opens a checkout for a later rental, which spends the renter's credit. */
export const openNext = async (t: Bookings, renter: Person, more: object = {}, car?: string) =>
  t.checkout(car ?? (await t.newCar()), renter, { ...NEXT, ...more });

/** Books a later rental with credit, and pays the rest by card. */
export async function bookWithCredit(t: Bookings, renter: Person) {
  const { body } = await openNext(t, renter);
  await t.pay(body.session_id);
  await t.verify(body.session_id, renter);
  expect(await t.read(body.booking_id, renter)).toMatchObject({
    status: "approved",
    amount_due_cents: PRICE - CREDIT,
    credit_cents: CREDIT,
  });
  return { id: body.booking_id, session: body.session_id };
}

export const readCredit = async (t: Bookings, renter: Person) =>
  (await t.app.call("GET", "/api/credit", { as: renter.token })).body;
