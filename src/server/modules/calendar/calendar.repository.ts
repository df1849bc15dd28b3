// The SQL of car_calendar. Ranges are half-open; the exclusion constraint car_calendar_no_overlap is the promise behind them.
import { sql } from "kysely";
import type { DateRange } from "../../../domain/dates.ts";
import { DomainError } from "../../../domain/errors.ts";
import type { Ctx } from "../../platform/context.ts";
import { sqlState } from "../../platform/db.ts";

const EXCLUSION_VIOLATION = "23P01";

/** The ranges of a car that share a day with `window`, cut to it, in order. */
export const findTaken = (ctx: Ctx, carId: string, window: DateRange): Promise<DateRange[]> =>
  ctx.db
    .selectFrom("car_calendar")
    .select([
      sql<string>`greatest(lower(during), ${window.start}::date)`.as("start"),
      sql<string>`least(upper(during), ${window.end}::date)`.as("end"),
    ])
    .where("car_id", "=", carId)
    .where(sql<boolean>`during && daterange(${window.start}, ${window.end})`)
    .orderBy("start")
    .execute();

/** How many ranges of a car share a day with `days`, those of the bookings in `except` left out. */
export async function countTaken(ctx: Ctx, carId: string, days: DateRange, except: readonly string[]): Promise<number> {
  const { count } = await ctx.db
    .selectFrom("car_calendar")
    .where("car_id", "=", carId)
    .where(sql<boolean>`during && daterange(${days.start}, ${days.end})`)
    .$if(except.length > 0, (query) =>
      query.where((row) => row.or([row("booking_id", "is", null), row("booking_id", "not in", except)])),
    )
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export interface BookedDays {
  carId: string;
  bookingId: string;
  startDate: string;
  endDate: string;
}

/** @throws DomainError dates_taken, without offers: the failed statement has ended the transaction, so nothing more can be asked in it. */
export async function insertBooking(ctx: Ctx, days: BookedDays): Promise<void> {
  try {
    await ctx.db
      .insertInto("car_calendar")
      .values({
        car_id: days.carId,
        kind: "booking",
        booking_id: days.bookingId,
        during: `[${days.startDate},${days.endDate})`,
        created_at: ctx.clock.now().toISOString(),
      })
      .execute();
  } catch (error) {
    const state = sqlState(error);
    if (state?.code === EXCLUSION_VIOLATION && state.constraint === "car_calendar_no_overlap")
      throw new DomainError("dates_taken", { nearest_free: [] });
    throw error;
  }
}

export const deleteBooking = (ctx: Ctx, bookingId: string): Promise<unknown> =>
  ctx.db.deleteFrom("car_calendar").where("booking_id", "=", bookingId).execute();
