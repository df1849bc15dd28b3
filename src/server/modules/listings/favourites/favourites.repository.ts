// SQL for saved cars.
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { toRentalPeriod, type RentalPeriod } from "../../../../domain/booking/rental-period.ts";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import type { WirePeriod } from "../../../../domain/calendar/time-of-day.ts";
import type { Db } from "../../../platform/database/database.ts";
import type { Position } from "../../../platform/database/cursor.ts";
import type { FavouritesTable } from "../../../platform/database/schema.ts";
import { CARD_COLUMNS, IS_PUBLIC, withHost } from "../listings.repository.ts";
import { isBookable, type RequestedAt } from "../search/listing-availability.repository.ts";
import { rentalTotal, WEEK_TOTAL } from "../search/rental-total.ts";

/** One page, last saved first, starting after `after`. Deleted cars are left out. */
export const findFavourites = (
  db: Db,
  userId: string,
  { after, limit }: { after: Position | undefined; limit: number },
) =>
  db
    .selectFrom("favourites as saved")
    .innerJoin("car_listings as car", "car.id", "saved.car_id")
    .leftJoin("profiles as host", "host.user_id", "car.host_id")
    .where("saved.user_id", "=", userId)
    .where("car.deleted_at", "is", null)
    .$if(after !== undefined, (rows) =>
      rows.where(
        sql<SqlBool>`(saved.created_at, saved.car_id) < (${after?.key}::timestamp at time zone 'UTC', ${after?.id}::uuid)`,
      ),
    )
    .select([
      ...CARD_COLUMNS,
      "saved.saved_price_cents",
      "saved.created_at as saved_at",
      "saved.start_date",
      "saved.end_date",
      "saved.pickup_time",
      "saved.return_time",
      "saved.saved_total_cents",
      sql<boolean>`${IS_PUBLIC}`.as("is_public"),
    ])
    .select(sql<string>`(saved.created_at at time zone 'UTC')::text`.as("key"))
    .orderBy("saved.created_at", "desc")
    .orderBy("saved.car_id", "desc")
    .limit(limit)
    .execute();
export type FavouriteRow = Awaited<ReturnType<typeof findFavourites>>[number];

export const findFavouriteIds = async (db: Db, userId: string): Promise<string[]> =>
  (
    await db
      .selectFrom("favourites as saved")
      .innerJoin("car_listings as car", "car.id", "saved.car_id")
      .where("saved.user_id", "=", userId)
      .where("car.deleted_at", "is", null)
      .orderBy("saved.created_at", "desc")
      .orderBy("saved.car_id", "desc")
      .select("saved.car_id")
      .execute()
  ).map(({ car_id }) => car_id);

/** What is stored of the dates that a car is saved with. */
const datesToSave = (period: RentalPeriod | undefined) => {
  const total = period ? sql`${rentalTotal(period)}` : sql`null::bigint`;
  return {
    dates: sql`${period?.start ?? null}::date, ${period?.end ?? null}::date,
      ${period?.pickupTime ?? null}::time, ${period?.returnTime ?? null}::time`,
    totals: sql`${total}, ${total}`,
  };
};

/**
 * Saves those of these cars that are public and not saved yet, up to `room` of them; the first id
 * counts as the last saved. @returns the ids that were saved
 */
export async function insertFavourites(
  db: Db,
  userId: string,
  carIds: readonly string[],
  { room, now, period }: { room: number; now: Date; period?: RentalPeriod | undefined },
): Promise<string[]> {
  const { dates, totals } = datesToSave(period);
  const { rows } = await sql<{ car_id: string }>`
    insert into favourites (user_id, car_id, saved_price_cents, told_price_cents, told_week_cents,
      start_date, end_date, pickup_time, return_time, saved_total_cents, told_total_cents, created_at)
    select ${userId}, car.id, car.price_per_day_cents, car.price_per_day_cents, ${WEEK_TOTAL},
      ${dates}, ${totals},
      ${now.toISOString()}::timestamptz - wanted.place * interval '1 microsecond'
    from unnest(${carIds}::uuid[]) with ordinality wanted (id, place) join car_listings car on car.id = wanted.id
    where ${IS_PUBLIC}
      and not exists (select from favourites saved where saved.user_id = ${userId} and saved.car_id = car.id)
    order by wanted.place limit ${room}
    on conflict do nothing returning car_id`.execute(db);
  return rows.map(({ car_id }) => car_id);
}

/** Which of these cars can be booked for the dates beside them. @returns their ids */
export async function findBookable(
  db: Db,
  dated: readonly { id: string; period: RentalPeriod }[],
  now: Date,
): Promise<Set<string>> {
  if (dated.length === 0) return new Set();
  const each = dated.map(
    ({ id, period }) => sql`(car.id = ${id} and ${isBookable({ period, now })})`,
  );
  const { rows } = await sql<{ id: string }>`
    select car.id from car_listings car where ${sql.join(each, sql` or `)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Forgets the dates that began before `today`. From then on the price per day counts, and the
 * person is only notified of a price below what it was until now.
 */
export const forgetDatesBefore = (db: Db, today: CalendarDate): Promise<unknown> =>
  sql`update favourites saved
    set start_date = null, end_date = null, pickup_time = null, return_time = null,
      saved_total_cents = null, told_total_cents = null,
      told_price_cents = least(told_price_cents, car.price_per_day_cents),
      told_week_cents = least(told_week_cents, ${WEEK_TOTAL})
    from car_listings car
    where car.id = saved.car_id and saved.start_date < ${today}::date`.execute(db);

export const deleteFavouriteRow = async (db: Db, userId: string, carId: string): Promise<boolean> =>
  (
    await db
      .deleteFrom("favourites")
      .where("user_id", "=", userId)
      .where("car_id", "=", carId)
      .returning("car_id")
      .execute()
  ).length > 0;

/** How saved cars are compared: by what these dates cost, or those without dates by the day. */
export type Comparison = RequestedAt | "day";

const isSavedFor = ({ start, end, pickupTime, returnTime }: RentalPeriod) =>
  sql<SqlBool>`(saved.start_date = ${start}::date and saved.end_date = ${end}::date
    and saved.pickup_time is not distinct from ${pickupTime}::time
    and saved.return_time is not distinct from ${returnTime}::time)`;

/**
 * A lower price per day counts only if a week without custom prices costs no more than before: the
 * host may have raised the weekend price or lowered a discount with it.
 */
const isCheaper = (by: Comparison): RawBuilder<SqlBool> =>
  by === "day"
    ? sql`saved.start_date is null and car.price_per_day_cents < saved.told_price_cents
        and (saved.told_week_cents is null or ${WEEK_TOTAL} <= saved.told_week_cents)`
    : sql`${isSavedFor(by.period)} and ${rentalTotal(by.period)} < saved.told_total_cents
        and ${isBookable(by)}`;

const isUnchangedSince = (before: Date) =>
  sql<SqlBool>`greatest(car.updated_at, car.price_calendar_changed_at) <= ${before.toISOString()}`;

/**
 * Saved cars that cost less than when they were saved or last notified of, and whose prices have
 * been unchanged since `before`. Suspended people are left out.
 */
const cheaper = (db: Db, by: Comparison, before: Date) =>
  db
    .selectFrom("favourites as saved")
    .innerJoin("car_listings as car", "car.id", "saved.car_id")
    .innerJoin("accounts as account", "account.id", "saved.user_id")
    .innerJoin("profiles as person", "person.user_id", "saved.user_id")
    .where(sql<SqlBool>`${IS_PUBLIC} and ${isCheaper(by)}`)
    .where(isUnchangedSince(before))
    .where("account.suspended_at", "is", null);

export const findCheaper = (
  db: Db,
  by: Comparison,
  { before, limit }: { before: Date; limit: number },
): Promise<Saved[]> =>
  cheaper(db, by, before).select(["saved.user_id", "saved.car_id"]).limit(limit).execute();
export type Saved = Pick<FavouritesTable, "user_id" | "car_id">;

/** One of them, locked; undefined if the person has been notified in the meantime. */
export const lockCheaper = (
  db: Db,
  by: Comparison,
  { before, saved: { user_id, car_id } }: { before: Date; saved: Saved },
) =>
  cheaper(db, by, before)
    .where("saved.user_id", "=", user_id)
    .where("saved.car_id", "=", car_id)
    .select([
      "car.id",
      "car.title",
      "car.year",
      "car.make",
      "car.model",
      "car.location",
      "person.first_name",
    ])
    .select(["saved.told_price_cents", "car.price_per_day_cents as price_cents"])
    .select([
      "saved.told_total_cents",
      (by === "day" ? sql<number | null>`null::bigint` : rentalTotal(by.period)).as("total_cents"),
    ])
    .forUpdate("saved")
    .executeTakeFirst();
export type CheaperRow = NonNullable<Awaited<ReturnType<typeof lockCheaper>>>;

/** Stores what the person now knows: also the price per day, which may have caused the change. */
export const setNotifiedPrices = (
  db: Db,
  { user_id, car_id }: Saved,
  totalCents: number | null,
): Promise<unknown> =>
  sql`update favourites saved
    set told_price_cents = least(told_price_cents, car.price_per_day_cents),
      told_week_cents = least(told_week_cents, ${WEEK_TOTAL}),
      told_total_cents = coalesce(${totalCents}::integer, told_total_cents)
    from car_listings car
    where saved.user_id = ${user_id} and saved.car_id = ${car_id} and car.id = saved.car_id`.execute(
    db,
  );

/**
 * The different dates from `today` on with which cars are saved whose price may have dropped since:
 * their listing or price calendar changed after that, but not after `before`.
 */
export async function findSavedPeriods(
  db: Db,
  { today, before }: { today: CalendarDate; before: Date },
): Promise<RentalPeriod[]> {
  const { rows } = await sql<WirePeriod>`
    select distinct saved.start_date, saved.end_date, saved.pickup_time, saved.return_time
    from favourites saved join car_listings car on car.id = saved.car_id
    where saved.start_date >= ${today}::date and ${IS_PUBLIC} and ${isUnchangedSince(before)}
      and greatest(car.updated_at, car.price_calendar_changed_at) > saved.created_at
    order by saved.start_date, saved.end_date`.execute(db);
  return rows.map(toRentalPeriod);
}

/** The public cars among these ids, in the order of `ids`. */
export const findChosen = (db: Db, ids: readonly string[]) =>
  withHost(db)
    .where("car.id", "in", ids)
    .where(IS_PUBLIC)
    .select(CARD_COLUMNS)
    .orderBy(sql`array_position(${ids}::uuid[], car.id)`)
    .execute();
