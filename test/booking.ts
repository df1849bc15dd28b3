// An instance with a host and a renter, and their actions: book, pay, verify, read.
import { SHOWN_DAYS } from "./taken-days.ts";
import type { Logger } from "pino";
import { expect } from "vitest";
import { makeListing, makePerson, type Person } from "./factories.ts";
import { startTestApp } from "./harness.ts";
import { checkLedger } from "../src/server/modules/ledger/ledger-check.service.ts";
import type { Config } from "../src/server/config.ts";
import type { Network } from "../src/server/platform/http/public-fetch.ts";

export const DATES = { start_date: "2026-12-05", end_date: "2026-12-08" };
/** Pays without sending a webhook, so that the test decides when the event arrives. */
export const CARD = {
  number: "4242 4242 4242 4242",
  expiry: "12 / 30",
  cvc: "123",
  name: "Tamika Rolle",
  webhooks: "never",
};

export type Bookings = Awaited<ReturnType<typeof startBookings>>;

export async function startBookings({
  config,
  ...edges
}: { network?: Network; config?: Partial<Config>; log?: Logger } = {}) {
  const app = await startTestApp({ config: { unlimited: true, ...config }, ...edges });
  const host = await makePerson(app, { roles: ["renter", "host"] });
  const renter = await makePerson(app);

  /** Opens a checkout. If it confirms the amount due, it also confirms the car's terms. */
  const checkout = async (car_id: string, by: Person = renter, more: object = {}) => {
    const usage_terms =
      "amount_due_cents" in more
        ? (await app.call("GET", `/api/listings/${car_id}`)).body.usage_terms
        : undefined;
    return app.call("POST", "/functions/v1/create-booking-checkout", {
      as: by.token,
      body: { car_id, ...DATES, total_amount: 180, special_requests: null, usage_terms, ...more },
    });
  };
  const pay = (sessionId: string, card: object = {}) =>
    app.call("POST", `/api/sandbox/checkout/${sessionId}/pay`, { body: { ...CARD, ...card } });
  const verify = (session_id: string, by: Person = renter) =>
    app.call("POST", "/functions/v1/verify-booking-payment", {
      as: by.token,
      body: { session_id },
    });

  return {
    app,
    host,
    renter,
    checkout,
    pay,
    verify,
    read: async (id: string, by: Person = renter) =>
      (await app.call("GET", `/api/bookings/${id}`, { as: by.token })).body,
    /** A host who cancels confirms the fee, if one is due. */
    async decide(
      id: string,
      what: "approve" | "reject" | "withdraw" | "cancel",
      by: Person,
      body?: object,
    ) {
      const path = `/api/bookings/${id}/host-cancellation-fee` as const;
      const fee = what === "cancel" ? await app.call("GET", path, { as: by.token }) : undefined;
      const { fee_cents = 0 } = fee?.status === 200 ? fee.body : {};
      const sent = fee_cents > 0 ? { fee_cents, ...body } : body;
      return app.call("POST", `/api/bookings/${id}/${what}`, {
        as: by.token,
        ...(sent ? { body: sent } : {}),
      });
    },
    /** A paid and verified checkout, by default for an instant-book car. */
    async book(options: { mode?: "instant" | "approval"; dates?: object; by?: Person } = {}) {
      const by = options.by ?? renter;
      const car = await makeListing(app, host, { booking_mode: options.mode ?? "instant" });
      const opened = await checkout(car, by, options.dates);
      expect(opened.status).toBe(200);
      const { booking_id: id, session_id: session } = opened.body;
      expect((await pay(session)).status).toBe(200);
      return { car, id, session, verified: (await verify(session, by)).body };
    },
    occupied: (carId: string) =>
      app.ctx.db
        .selectFrom("car_calendar")
        .select(SHOWN_DAYS.as("during"))
        .where("car_id", "=", carId)
        .execute(),
    readLedger: (bookingId: string) =>
      app.ctx.db
        .selectFrom("ledger_transactions as t")
        .leftJoin("ledger_entries as e", "e.transaction_id", "t.id")
        .where("t.booking_id", "=", bookingId)
        .select(["t.kind", "e.account", "e.amount_cents", "e.owner_id"])
        .orderBy("t.at")
        .orderBy("t.kind")
        .orderBy("e.id")
        .execute(),
    /** The ledger balances of a booking, by account, without those at zero. */
    readBalances: async (bookingId: string): Promise<Record<string, number>> => {
      const rows = await app.ctx.db
        .selectFrom("ledger_transactions as t")
        .innerJoin("ledger_entries as e", "e.transaction_id", "t.id")
        .where("t.booking_id", "=", bookingId)
        .groupBy("e.account")
        .select((row) => ["e.account", row.fn.sum<number>("e.amount_cents").as("cents")])
        .execute();
      return Object.fromEntries(
        rows
          .map(({ account, cents }) => [account, Number(cents)] as const)
          .filter(([, cents]) => cents !== 0),
      );
    },
    /** Closes the instance after checking that its ledger is consistent. */
    async close(): Promise<void> {
      const { discrepancies: errors } = await checkLedger(app.ctx).finally(() => app.close());
      expect(errors).toEqual([]);
    },
    newCar: (given: Parameters<typeof makeListing>[2] = {}) => makeListing(app, host, given),
    newRenter: (given: Parameters<typeof makePerson>[1] = {}) => makePerson(app, given),
  };
}
