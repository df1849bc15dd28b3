// SQL for the additional drivers of bookings.
import { createHash, randomBytes } from "node:crypto";
import { sql, type Selectable, type Updateable } from "kysely";
import type { StoredDriverState } from "../../../../domain/booking/drivers/drivers.ts";
import { MAX_ADDITIONAL_DRIVERS } from "../../../../domain/booking/drivers/limits.ts";
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import type { IdentityState } from "../../../../domain/person/identity.ts";
import type { Db } from "../../../platform/database/database.ts";
import type { BookingDriversTable } from "../../../platform/database/schema.ts";

export type DriverRow = Selectable<BookingDriversTable>;

/** A driver of a booking. Names and the rest are null until somebody has accepted. */
export interface BookedDriver {
  id: string;
  email: string;
  state: StoredDriverState;
  expires_at: string | null;
  invited_at: string | null;
  user_id: string | null;
  first_name: string | null;
  last_name: string | null;
  date_of_birth: CalendarDate | null;
  identity: IdentityState | null;
  is_suspended: boolean;
}

/** The drivers of each selected booking, in the order in which they were named. */
export const bookedDrivers = sql<BookedDriver[]>`(
  select coalesce(json_agg(json_build_object('id', driver.id, 'email', driver.email,
    'state', driver.state, 'expires_at', driver.expires_at, 'invited_at', driver.invited_at, 'user_id', driver.user_id,
    'first_name', person.first_name, 'last_name', person.last_name,
    'date_of_birth', person.date_of_birth,
    'identity', (select state from identity_states where user_id = driver.user_id),
    'is_suspended', exists (select from accounts
      where id = driver.user_id and suspended_at is not null))
    order by driver.created_at, driver.position), '[]')
  from booking_drivers driver left join profiles person on person.user_id = driver.user_id
  where driver.booking_id = bookings.id)`;

/** The addresses of the drivers that an unpaid checkout names. */
export const namedDrivers = sql<string[]>`array(
  select email from booking_drivers where booking_id = bookings.id and state = 'named' order by position)`;

/** The drivers of a booking who are not removed and have not declined. */
export const findDrivers = (db: Db, bookingId: string): Promise<DriverRow[]> =>
  db
    .selectFrom("booking_drivers")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .where("position", "is not", null)
    .orderBy("position")
    .execute();

export const findDriver = (db: Db, id: string): Promise<DriverRow | undefined> =>
  db.selectFrom("booking_drivers").selectAll().where("id", "=", id).executeTakeFirst();

/** What decides whether an account may answer an invitation. */
export const findDriverAccount = (db: Db, userId: string) =>
  db
    .selectFrom("accounts")
    .select(["email", "email_confirmed_at"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();

/**
 * Adds drivers of a booking that the transaction has locked or created.
 * @returns their ids
 */
export async function insertDrivers(
  db: Db,
  bookingId: string,
  emails: readonly string[],
  now: Date,
): Promise<string[]> {
  if (emails.length === 0) return [];
  const taken = new Set((await findDrivers(db, bookingId)).map(({ position }) => position));
  const free = Array.from({ length: MAX_ADDITIONAL_DRIVERS }, (_, index) => index + 1).filter(
    (position) => !taken.has(position),
  );
  const rows = emails.map((email, index) => ({
    booking_id: bookingId,
    position: free[index] ?? MAX_ADDITIONAL_DRIVERS + 1, // refused by the table
    email,
    state: "named" as const,
    created_at: now.toISOString(),
  }));
  const added = await db.insertInto("booking_drivers").values(rows).returning("id").execute();
  return added.map(({ id }) => id);
}

export const updateDriver = (
  db: Db,
  id: string,
  change: Updateable<BookingDriversTable>,
): Promise<DriverRow> =>
  db
    .updateTable("booking_drivers")
    .set(change)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Deletes everybody who has not accepted: their addresses are not needed after the trip. */
export const deleteUnaccepted = (db: Db, bookingId: string) =>
  db
    .deleteFrom("booking_drivers")
    .where("booking_id", "=", bookingId)
    .where("state", "<>", "accepted")
    .execute();

/** Deletes drivers who were never invited. @returns how many */
export const deleteNamed = async (db: Db, bookingId: string): Promise<number> =>
  (
    await db
      .deleteFrom("booking_drivers")
      .where("booking_id", "=", bookingId)
      .where("state", "=", "named")
      .returning("id")
      .execute()
  ).length;

/** Everybody who ever accepted to drive on a booking, as their pages show it. */
export const findDriverIds = async (db: Db, bookingId: string): Promise<string[]> =>
  (
    await db
      .selectFrom("booking_drivers")
      .select("user_id")
      .distinct()
      .where("booking_id", "=", bookingId)
      .where("user_id", "is not", null)
      .$narrowType<{ user_id: string }>()
      .execute()
  ).map(({ user_id }) => user_id);

/** A person's places as a driver of bookings that are not over. */
const selectDriven = (db: Db, userId: string) =>
  db
    .selectFrom("booking_drivers as driver")
    .innerJoin("bookings", "bookings.id", "driver.booking_id")
    .where("driver.user_id", "=", userId)
    .where("driver.state", "=", "accepted")
    .where("bookings.status", "in", ["pending", "approved"]);

/** @returns the ids of the bookings, in the order in which to lock them */
export const findDrivenBookings = async (db: Db, userId: string): Promise<string[]> =>
  (
    await selectDriven(db, userId)
      .select("driver.booking_id as id")
      .orderBy("driver.booking_id")
      .execute()
  ).map(({ id }) => id);

/** @returns the ids of the driver rows, the next trip first */
export const findDriven = async (db: Db, userId: string): Promise<string[]> =>
  (
    await selectDriven(db, userId)
      .select("driver.id")
      .orderBy("bookings.start_date")
      .orderBy("driver.id")
      .execute()
  ).map(({ id }) => id);

/**
 * Deletes what is stored about a person as a driver, and the open invitations to their address.
 * Trips on which they drove keep the anonymised account, without the address.
 */
export async function forgetDriver(db: Db, userId: string, email: string): Promise<void> {
  const completed = db.selectFrom("bookings").select("id").where("status", "=", "completed");
  await db
    .updateTable("booking_drivers")
    .set({ email: "" })
    .where("user_id", "=", userId)
    .where("state", "=", "accepted")
    .where("booking_id", "in", completed)
    .execute();
  await db
    .deleteFrom("booking_drivers")
    .where(({ eb, or, and }) =>
      or([
        and([eb("user_id", "=", userId), eb("email", "<>", "")]),
        and([eb("user_id", "is", null), eb("email", "=", email)]),
      ]),
    )
    .execute();
}

export const newToken = (): string => randomBytes(32).toString("base64url");
export const hashDriverToken = (token: string): Buffer =>
  createHash("sha256").update(`driver\n${token}`).digest();
