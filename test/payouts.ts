// Helpers for tests of payouts: hosts who are owed money, and the requests about it.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect } from "vitest";
import { payOut } from "../src/server/modules/payouts/payouts.service.ts";
import { startBookings } from "./booking.ts";
import { makeListing, makePerson, signInAgain, type Person } from "./factories.ts";

/** A quarter past six in Nassau on the Monday after the rental of DATES, and on the next one. */
export const MONDAY = "2026-12-14T11:15:00.000Z";
export const A_WEEK_LATER = "2026-12-21T11:15:00.000Z";
/** 85 % of $180.00. */
export const SHARE = 15_300;
const BANK = {
  account_holder: "=Tamika Rolle",
  bank: "rbc",
  transit: "05165",
  account_number: "0100023456",
  account_kind: "savings",
};

export type Payouts = Awaited<ReturnType<typeof startPayouts>>;

export async function startPayouts() {
  const t = await startBookings();
  const { app } = t;
  const newAdmin = (firstName = "Andre"): Promise<Person> =>
    makePerson(app, { roles: ["renter", "admin"], firstName });
  const admin = await newAdmin();
  const get = async <const P extends string>(path: P, as: Person = admin) =>
    (await app.call("GET", path, { as: as.token })).body;
  const post = <const P extends string>(path: P, body: object, as: Person = admin) =>
    app.call("POST", path, { as: as.token, body });
  return {
    ...t,
    admin,
    newAdmin,
    get,
    post,
    /** An admin's decision on a payout that was seen in the given state. */
    markPaid: (id: string, bank_reference: string, { seen = "pending", as = admin } = {}) =>
      post(`/api/admin/payouts/${id}/paid`, { state: seen, bank_reference }, as),
    markFailed: (id: string, reason: string, { seen = "pending", as = admin } = {}) =>
      post(`/api/admin/payouts/${id}/failed`, { state: seen, reason }, as),
    newHost: () => makePerson(app, { roles: ["renter", "host"] }),
    async saveBankDetails(host: Person, more: object = {}): Promise<void> {
      const { status } = await app.call("PUT", "/api/host/payout-details", {
        as: host.token,
        body: { ...BANK, ...more },
      });
      expect(status).toBe(200);
    },
    /** A paid rental of $180.00. */
    async rent(host = t.host, dates: object = {}): Promise<string> {
      const { body } = await t.checkout(await makeListing(app, host), t.renter, dates);
      await t.pay(body.session_id);
      expect((await t.verify(body.session_id)).status).toBe(200);
      return body.booking_id;
    },
    async payOutOn(instant: string): Promise<void> {
      app.clock.set(instant);
      await payOut(app.ctx);
      await signInAgain(app, admin, t.host);
    },
    async giveBack(
      booking: string,
      amount: number,
      borne_by: "host" | "platform",
      reason: string,
    ): Promise<void> {
      const body = { id: randomUUID(), amount, borne_by, reason };
      expect((await post(`/api/admin/bookings/${booking}/refunds`, body)).status).toBe(200);
    },
    upcoming: (host = t.host) => get("/api/host/payouts/upcoming", host),
    listPayouts: async (host = t.host) => (await get("/api/host/payouts", host)).payouts,
    batches: async () => (await get("/api/admin/payout-batches")).batches,
    carried: async (batch: string) =>
      (await get(`/api/admin/payout-batches/${batch}/carried`)).hosts,
    /** The ledger balance of an account, debit positive. */
    async held(account: string, owner: string | null = null): Promise<number> {
      const { rows } = await sql<{ sum: number }>`
        select coalesce(sum(amount_cents), 0)::bigint as sum from ledger_entries
        where account = ${account} and owner_id is not distinct from ${owner}`.execute(app.ctx.db);
      return rows[0]?.sum ?? 0;
    },
    /** Expects every payout to equal the sum of its lines. */
    async expectWhole(): Promise<void> {
      const { rows } = await sql`
        select payout.id from payouts payout
          left join payout_items item on item.payout_id = payout.id left join ledger_entries entry on entry.id = item.entry_id
        group by payout.id having sum(-entry.amount_cents) is distinct from payout.amount_cents`.execute(
        app.ctx.db,
      );
      expect(rows).toEqual([]);
    },
  };
}
