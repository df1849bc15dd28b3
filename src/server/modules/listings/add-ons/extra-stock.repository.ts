// SQL for the stock of extras: which single ones are out on which day.
import { sql, type Insertable } from "kysely";
import type { DateRange } from "../../../../domain/calendar/dates.ts";
import type { TakenExtra } from "../../../../domain/listing/add-ons/extra-stock.ts";
import type { Db } from "../../../platform/database/database.ts";
import type { ExtraDaysTable } from "../../../platform/database/schema.ts";

/** The holder of a booking, which it shares with the hold that it replaces. */
const holderOf = (bookingId: string) =>
  sql<string>`(select coalesce(hold_id, id) from car_calendar where booking_id = ${bookingId})`;

const findTaken = (db: Db, carId: string, days: DateRange) =>
  db
    .selectFrom("extra_days")
    .where("car_id", "=", carId)
    .where("day", ">=", days.start)
    .where("day", "<=", days.end);

/** How many of each extra are out on each day, the last one included. */
export const countTakenExtras = (db: Db, carId: string, days: DateRange): Promise<TakenExtra[]> =>
  findTaken(db, carId, days)
    .select((row) => ["extra_id", "day", row.fn.countAll<number>().as("taken")])
    .groupBy(["extra_id", "day"])
    .orderBy("day")
    .execute();

/** The units that other bookings have on these days, the last one included. */
export const findOthersUnits = (db: Db, carId: string, days: DateRange, bookingId: string) =>
  findTaken(db, carId, days)
    .where("holder", "<>", holderOf(bookingId))
    .select(["extra_id", "day", "unit"])
    .execute();

/** Takes units for a booking. Call it once the booking occupies the car's calendar. */
export async function insertExtraDays(
  db: Db,
  bookingId: string,
  rows: readonly Omit<Insertable<ExtraDaysTable>, "booking_id" | "holder">[],
): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto("extra_days")
    .values(rows.map((row) => ({ ...row, booking_id: bookingId, holder: holderOf(bookingId) })))
    .execute();
}
