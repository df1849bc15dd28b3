// SQL for the stock of extras: which items are booked on which day.
import { sql } from "kysely";
import type { CalendarDate, DateRange } from "../../../../domain/calendar/dates.ts";
import type { TakenExtra } from "../../../../domain/listing/add-ons/extra-stock.ts";
import type { Db } from "../../../platform/database/database.ts";

/** One item of an extra on a day. */
export interface BookedItem {
  extra_id: string;
  day: CalendarDate;
  item: number;
}

/** The holder of a booking, which it shares with the checkout that it replaces. */
const selectHolder = (bookingId: string) =>
  sql<string>`(select coalesce(hold_id, id) from car_calendar where booking_id = ${bookingId})`;

const findTaken = (db: Db, carId: string, days: DateRange) =>
  db
    .selectFrom("extra_days")
    .where("car_id", "=", carId)
    .where("day", ">=", days.start)
    .where("day", "<=", days.end);

/** How many items of each extra are booked on each day, the last one included. */
export const countTakenExtras = (db: Db, carId: string, days: DateRange): Promise<TakenExtra[]> =>
  findTaken(db, carId, days)
    .select((row) => [
      "extra_id",
      "day",
      // A checkout and the one that it replaces may have the same item.
      row.fn.count<number>("item").distinct().as("taken"),
    ])
    .groupBy(["extra_id", "day"])
    .orderBy("day")
    .execute();

/** The booked items on these days, and whether the booking or one that it replaces has them. */
export const findBookedItems = (
  db: Db,
  carId: string,
  days: DateRange,
  bookingId: string,
): Promise<(BookedItem & { is_own: boolean })[]> =>
  findTaken(db, carId, days)
    .select((row) => [
      "extra_id",
      "day",
      "item",
      row("holder", "=", selectHolder(bookingId)).as("is_own"),
    ])
    .$castTo<BookedItem & { is_own: boolean }>()
    .execute();

/** Frees a booking's items outside these days, and those of other extras than `keep`. */
export async function deleteExtraDays(
  db: Db,
  bookingId: string,
  days: DateRange,
  keep: readonly string[],
): Promise<void> {
  await db
    .deleteFrom("extra_days")
    .where("booking_id", "=", bookingId)
    .where((row) =>
      row.or([
        row("day", "<", days.start),
        row("day", ">", days.end),
        sql<boolean>`extra_id <> all(${[...keep]}::text[])`,
      ]),
    )
    .execute();
}

/** Books items. Call it once the booking occupies the car's calendar. */
export async function insertExtraDays(
  db: Db,
  { carId, bookingId }: { carId: string; bookingId: string },
  items: readonly BookedItem[],
): Promise<void> {
  if (items.length === 0) return;
  // Arrays, because a long rental has more rows than a statement can have parameters.
  await sql`
    insert into extra_days (booking_id, car_id, extra_id, day, item, holder)
    select ${bookingId}, ${carId}, extra_id, day, item, ${selectHolder(bookingId)}
    from unnest(
      ${items.map(({ extra_id }) => extra_id)}::text[],
      ${items.map(({ day }) => day)}::date[],
      ${items.map(({ item }) => item)}::smallint[]) as items (extra_id, day, item)`.execute(db);
}
