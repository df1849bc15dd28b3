// Renters' credit: the ledger account renter_credit, and its balance, which can't fall below zero
// (decision 54). Call what changes it in the transaction of the change.
import { sql } from "kysely";
import type { getCredit } from "../../../contract/bookings/credit.ts";
import type { Output } from "../../../contract/endpoint.ts";
import { formatBookingNumber } from "../../../domain/booking/booking-number.ts";
import {
  creditLapsed,
  creditSpent,
  hostFee,
} from "../../../domain/money/books/credit-movements.ts";
import type { BookingMoney } from "../../../domain/money/ledger.ts";
import type { DataCtx, DbCtx } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { book } from "./ledger.service.ts";

/** Adds to a balance or takes from it. The database refuses to take more than it holds. */
async function changeBalance({ db }: DbCtx, renterId: string, cents: number): Promise<void> {
  if (cents < 0)
    await db
      .updateTable("renter_credits")
      .set((row) => ({ balance_cents: row("balance_cents", "+", cents) }))
      .where("renter_id", "=", renterId)
      .returning("renter_id")
      .executeTakeFirstOrThrow();
  else
    await db
      .insertInto("renter_credits")
      .values({ renter_id: renterId, balance_cents: cents })
      .onConflict((conflict) =>
        conflict.column("renter_id").doUpdateSet({
          balance_cents: sql`renter_credits.balance_cents + excluded.balance_cents`,
        }),
      )
      .execute();
}

/** The fee of a host who has cancelled becomes the renter's credit. */
export async function grantHostFee(
  ctx: DataCtx,
  money: Pick<BookingMoney, "id" | "renterId" | "hostId">,
  cents: number,
): Promise<void> {
  await book(ctx, `booking:${money.id}:host_fee`, hostFee(money, cents), money.id);
  await changeBalance(ctx, money.renterId, cents);
}

/** Spends what a booking reserved, once its card is charged. */
export async function spendCredit(ctx: DataCtx, money: BookingMoney): Promise<void> {
  if (money.creditCents === 0) return;
  await book(ctx, `booking:${money.id}:credit_spent`, creditSpent(money), money.id);
  await changeBalance(ctx, money.renterId, -money.creditCents);
}

/** Adds what a refund returns as credit to the balance. The refund books it. */
export async function returnCredit(ctx: DbCtx, renterId: string, cents: number): Promise<void> {
  if (cents > 0) await changeBalance(ctx, renterId, cents);
}

/** Ends the credit of a renter who deletes the account. */
export async function lapseCredit(ctx: DataCtx, renterId: string): Promise<void> {
  const cents = await readBalance(ctx.db, renterId);
  if (cents === 0) return;
  await book(ctx, `credit:${renterId}:lapsed`, creditLapsed(renterId, cents), null);
  await changeBalance(ctx, renterId, -cents);
}

async function readBalance(db: Db, renterId: string): Promise<number> {
  const row = await db
    .selectFrom("renter_credits")
    .select("balance_cents")
    .where("renter_id", "=", renterId)
    .executeTakeFirst();
  return row?.balance_cents ?? 0;
}

/**
 * The credit that a checkout of a car can use, in integer cents: the balance without what other
 * unpaid checkouts and requests will spend. An open checkout of the car does not count: the new one
 * replaces it, and only one of the two can be paid. Before using it, lock the renter's account.
 */
export async function findAvailableCredit(
  { db }: DbCtx,
  renterId: string,
  carId: string | null,
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(greatest(0, booking.credit_cents - coalesce((
        select max(credit_cents) from bookings replacing
        where replacing.replaces = booking.id and replacing.status = 'pending'), 0))), 0)::bigint as cents
    from bookings booking
    where booking.renter_id = ${renterId} and booking.status = 'pending' and booking.credit_cents > 0
      and (booking.car_id is distinct from ${carId}::uuid or booking.payment_status <> 'unpaid')`.execute(
    db,
  );
  return Math.max(0, (await readBalance(db, renterId)) - (rows[0]?.cents ?? 0));
}

/** The most changes that are listed. */
const SHOWN_ENTRIES = 100;

/**
 * A renter's credit, and its changes, newest first. Amounts are integer cents.
 * @param carId the car that the renter is about to book
 */
export async function readCredit(
  ctx: DbCtx,
  renterId: string,
  carId: string | null,
): Promise<Output<typeof getCredit>> {
  const { rows } = await sql<
    Omit<Output<typeof getCredit>["entries"][number], "booking_number"> & { number: number | null }
  >`
    select t.at, t.kind, -e.amount_cents as amount_cents, b.id as booking_id, b.number
    from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      left join bookings b on b.id = t.booking_id
    where e.owner_id = ${renterId} and e.account = 'renter_credit'
    order by t.at desc, e.id desc limit ${SHOWN_ENTRIES}`.execute(ctx.db);
  return {
    available_cents: await findAvailableCredit(ctx, renterId, carId),
    balance_cents: await readBalance(ctx.db, renterId),
    entries: rows.map(({ number, ...entry }) => ({
      ...entry,
      booking_number: number === null ? null : formatBookingNumber(number),
    })),
  };
}
