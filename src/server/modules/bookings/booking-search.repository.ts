// SQL for a renter's or a host's list of bookings, page by page.
import { sql, type SqlBool } from "kysely";
import {
  HOST_BOOKING_FILTERS,
  type HostBookingFilter,
} from "../../../domain/booking/booking-lists.ts";
import { readBookingNumber } from "../../../domain/booking/booking-number.ts";
import type { CalendarDate } from "../../../domain/calendar/dates.ts";
import type { IslandId } from "../../../domain/place/islands.ts";
import { escapeLike } from "../../platform/database/cursor.ts";
import type { Db } from "../../platform/database/database.ts";
import { carsThatRead } from "../listings/listings.service.ts";
import { matches, within, type Scope, type Where } from "./booking-lists.repository.ts";
import {
  follows,
  hostOrder,
  nextTripFirst,
  readCursor,
  writeCursor,
} from "./booking-order.repository.ts";
import { findByIds, type BookingDetailsRow } from "./bookings.repository.ts";

export interface BookingSearch {
  /** A host's bookings are ordered by hostOrder, a renter's by nextTripFirst. */
  scope: Exclude<Scope, "everybody">;
  filter: HostBookingFilter;
  search?: string | undefined;
  carId?: string | undefined;
  island?: IslandId | undefined;
  /** Only trips with a day from `from` to `to`, both included. */
  from?: CalendarDate | undefined;
  to?: CalendarDate | undefined;
  now: Date;
  cursor?: string | undefined;
  limit: number;
}

export interface BookingPage {
  rows: BookingDetailsRow[];
  nextCursor: string | null;
  /** How many bookings each filter finds with the same search. */
  counts: Record<HostBookingFilter, number>;
}

/** One page of a list. */
export async function searchBookings(db: Db, query: BookingSearch): Promise<BookingPage> {
  const { scope, filter } = query;
  const end = query.cursor === undefined ? undefined : readCursor(query.cursor);
  const now = end?.now ?? query.now;
  const order = "renterId" in scope ? nextTripFirst(now) : hostOrder(filter, now);
  const found = await findMatches(db, query);
  const [page, counted] = await Promise.all([
    found
      .where((row) => matches(row as unknown as Where, filter, now))
      .where(end ? follows(order, end) : sql<SqlBool>`true`)
      .select(["bookings.id", order.group.as("group"), sql<string>`(${order.key})::text`.as("key")])
      .orderBy(order.group)
      .orderBy(order.key)
      .orderBy("bookings.id")
      .limit(query.limit + 1)
      .execute(),
    found
      .select((row) =>
        HOST_BOOKING_FILTERS.map((each) =>
          row.fn
            .countAll<number>()
            .filterWhere((inner) => matches(inner as unknown as Where, each, now))
            .as(each),
        ),
      )
      .executeTakeFirstOrThrow(),
  ]);
  const shown = page.slice(0, query.limit);
  const last = page.length > query.limit ? shown.at(-1) : undefined;
  return {
    rows: await findByIds(
      db,
      shown.map((each) => each.id),
    ),
    nextCursor: last
      ? writeCursor({ now, group: String(last.group), key: last.key, id: last.id })
      : null,
    counts: counted,
  };
}

/**
 * The bookings that fit everything but the filter. Renters search the host's name and the car's
 * text with contact details masked; hosts search the original text, the plate and the renter's
 * name. Both find the number of a booking.
 */
async function findMatches(db: Db, { search, scope, carId, island, from, to }: BookingSearch) {
  const booked =
    "renterId" in scope
      ? sql<{ car_id: string }>`(select car_id from bookings where renter_id = ${scope.renterId})`
      : undefined;
  const number = search ? readBookingNumber(search) : undefined;
  const isText = Boolean(search) && number === undefined;
  const cars = search && isText && booked ? await carsThatRead(db, booked, search) : undefined;
  const pattern = `%${escapeLike(search ?? "")}%`;
  return db
    .selectFrom("bookings")
    .innerJoin("car_listings as car", "car.id", "bookings.car_id")
    .innerJoin("profiles as renter", "renter.user_id", "bookings.renter_id")
    .innerJoin("profiles as host", "host.user_id", "bookings.host_id")
    .where((row) => within(row as unknown as Where, scope))
    .$if(carId !== undefined, (builder) => builder.where("bookings.car_id", "=", carId!))
    .$if(island !== undefined, (builder) => builder.where("car.island", "=", island!))
    .$if(from !== undefined, (builder) => builder.where("bookings.end_date", ">=", from!))
    .$if(to !== undefined, (builder) => builder.where("bookings.start_date", "<=", to!))
    .$if(cars !== undefined, (builder) =>
      builder.where(
        sql<SqlBool>`(bookings.car_id = any(${cars}::uuid[]) or concat_ws(' ', host.first_name, host.last_name) ilike ${pattern})`,
      ),
    )
    .$if(number !== undefined, (builder) => builder.where("bookings.number", "=", number!))
    .$if(isText && cars === undefined, (builder) =>
      builder.where(
        sql<string>`concat_ws(' ', car.year, car.make, car.model, car.title, car.location, car.license_plate, renter.first_name, renter.last_name)`,
        "ilike",
        pattern,
      ),
    );
}

/** The cars that a host has bookings of, also deleted ones. */
export const findBookedCars = (db: Db, hostId: string) =>
  db
    .selectFrom("car_listings as car")
    .where("car.host_id", "=", hostId)
    .where((row) =>
      row.exists(
        row
          .selectFrom("bookings")
          .whereRef("bookings.car_id", "=", "car.id")
          .where("bookings.counts", "=", true)
          .select("bookings.id"),
      ),
    )
    .select(["car.id", "car.title", "car.make", "car.model", "car.license_plate", "car.island"])
    .orderBy("car.title")
    .orderBy("car.id")
    .execute();
