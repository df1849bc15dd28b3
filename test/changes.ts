// Bookings and the requests to change them.
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { expireChanges } from "../src/server/modules/charges/changes/expire.service.ts";
import { sweepCharges } from "../src/server/modules/charges/charge-settlement.service.ts";
import { checkLedger } from "../src/server/modules/ledger/ledger-check.service.ts";
import type { Person } from "./factories.ts";
import { startLaterCharges } from "./later-charges.ts";

export type Changes = Awaited<ReturnType<typeof startChanges>>;

export async function startChanges() {
  const t = await startLaterCharges();
  const post = (id: string, by: Person, body: object) =>
    t.app.call("POST", `/api/bookings/${id}/changes`, { as: by.token, body });
  const quote = (id: string, wanted: object, by: Person = t.renter) =>
    t.app.call("POST", `/api/bookings/${id}/changes/quote`, { as: by.token, body: wanted });
  const carOf = async (id: string): Promise<string> =>
    (
      await t.app.ctx.db
        .selectFrom("bookings")
        .select("car_id")
        .where("id", "=", id)
        .executeTakeFirstOrThrow()
    ).car_id;
  return {
    ...t,
    postChange: post,
    quote,
    carOf,
    /** A booking from December 5 to 8 whose host answers changes; it is December 1. */
    async bookChangeable(card: object = {}): Promise<string> {
      const id = await t.bookWith(card);
      t.app.clock.set("2026-12-01T15:00:00.000Z");
      const set = await t.app.call("PUT", `/api/host/listings/${await carOf(id)}/extensions`, {
        as: t.host.token,
        body: { is_preapproved: false },
      });
      expect(set.status).toBe(200);
      return id;
    },
    /** Requests a change with the amounts of its quote. */
    async ask(id: string, wanted: object, by: Person = t.renter, more: object = {}) {
      const { body } = await quote(id, wanted, by);
      const { amount_due_cents, refund_cents, agreed_refund_max_cents } = body;
      const { is_auto_accepted } = body;
      const amounts = {
        amount_due_cents,
        refund_cents,
        agreed_refund_max_cents,
        is_auto_accepted,
      };
      const sent = { id: randomUUID() as string, ...wanted, ...amounts, ...more };
      return { sent, ...(await post(id, by, sent)) };
    },
    accept: (id: string, change: string, body: object = {}, by: Person = t.host) =>
      t.app.call("POST", `/api/bookings/${id}/changes/${change}/acceptance`, {
        as: by.token,
        body,
      }),
    payFor: (id: string, change: string) =>
      t.app.call("POST", `/api/bookings/${id}/changes/${change}/payment`, { as: t.renter.token }),
    end: (id: string, change: string, what: "refusal" | "withdrawal", by: Person) =>
      t.app.call("POST", `/api/bookings/${id}/changes/${change}/${what}`, { as: by.token }),
    expire: () => expireChanges(t.app.ctx),
    sweepAll: () => sweepCharges(t.app.ctx),
    async readBooking(id: string) {
      return t.app.ctx.db
        .selectFrom("bookings")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
    },
    async readDuring(id: string): Promise<string> {
      const row = await t.app.ctx.db
        .selectFrom("car_calendar")
        .select("during")
        .where("booking_id", "=", id)
        .executeTakeFirstOrThrow();
      return String(row.during);
    },
    /** The discrepancies that the ledger's check finds. */
    ledgerFaults: async () => (await checkLedger(t.app.ctx)).discrepancies,
  };
}
