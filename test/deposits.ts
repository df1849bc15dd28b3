// Trips with a deposit, from the booking to its release.
import { sql, type SqlBool } from "kysely";
import type { Deposit } from "../src/contract/bookings/deposits.ts";
import { sweepDeposits } from "../src/server/modules/deposits/deposit-settlement.service.ts";
import type { Person } from "./factories.ts";
import { setCar } from "./host-form.ts";
import { startTrips } from "./trips.ts";

export const DEPOSIT_CENTS = 15_000;
/** 24 hours before the pickup of test/trips.ts. */
export const HOLD_AT = "2026-12-04T15:00:00.000Z";
export const DECLINED_LATER = "4000000000000341";
/** A card whose holds end after an hour. */
export const ENDS_EARLY = "4000000000007106";

export type Deposits = Awaited<ReturnType<typeof startDeposits>>;

export async function startDeposits() {
  const t = await startTrips();
  const readDeposit = async (id: string, by: Person = t.renter): Promise<Deposit | null> =>
    (await t.readTrip(id, by)).deposit;
  const sweep = () => sweepDeposits(t.app.ctx);
  /** A booked trip with a deposit. The clock shows the time of its booking. */
  async function bookWith(
    card: object = {},
    terms: object = {},
    bookedAt = "2026-11-21T17:00:00.000Z",
  ): Promise<string> {
    t.app.clock.set(bookedAt);
    const car = await t.newCar();
    await setCar({ ...t, book: t.bookCar }, car, { deposit_cents: DEPOSIT_CENTS, ...terms });
    const opened = await t.checkout(car, t.renter, { pickup_time: "10:00", return_time: "10:00" });
    await t.pay(opened.body.session_id, { confirmed: true, ...card });
    await t.verify(opened.body.session_id);
    return opened.body.booking_id;
  }
  return {
    ...t,
    bookWith,
    readDeposit,
    sweep,
    /** A booked trip whose deposit the job has tried to hold. */
    async hold(card: object = {}): Promise<string> {
      const id = await bookWith(card);
      t.app.clock.set(HOLD_AT);
      await sweep();
      return id;
    },
    openCardPage: (id: string) =>
      t.app.call("POST", `/api/bookings/${id}/deposit/card`, { as: t.renter.token }),
    act: (
      id: string,
      what: "confirmation" | "clean-return" | "waiver" | "cancellation",
      by: Person = t.renter,
    ) => t.app.call("POST", `/api/bookings/${id}/deposit/${what}`, { as: by.token }),
    findHolds: (id: string) =>
      t.app.ctx.db
        .selectFrom("deposit_holds")
        .selectAll()
        .where("booking_id", "=", id)
        .orderBy("number")
        .execute(),
    /** What the sandbox holds or took for a deposit, oldest first. */
    async readSandbox(id: string) {
      return t.app.ctx.db
        .selectFrom("sandbox_checkouts")
        .innerJoin("deposit_holds as hold", (join) =>
          join.on(sql<SqlBool>`client_reference_id = hold.id::text`),
        )
        .select(["intent_status", "sandbox_checkouts.captured_cents"])
        .where("booking_id", "=", id)
        .orderBy("number")
        .execute();
    },
    readIncidents: async (id: string) =>
      (
        await t.app.ctx.db
          .selectFrom("payment_incidents")
          .select("details")
          .where("booking_id", "=", id)
          .orderBy("first_at")
          .execute()
      ).map(({ details }) => (details as { fault?: string }).fault),
  };
}
