// SQL for changes to bookings.
import { sql, type Insertable, type Selectable, type SqlBool, type Updateable } from "kysely";
import { DomainError } from "../../../../domain/errors.ts";
import type { Db } from "../../../platform/database/database.ts";
import type { BookingChangesTable } from "../../../platform/database/schema.ts";
import type { ChangePlan } from "./change-plan.ts";

export type ChangeRow = Omit<Selectable<BookingChangesTable>, "terms" | "request"> & {
  terms: ChangePlan;
  /** What the client asked for. */
  request: object;
};

/** The changes to a booking, newest first. */
export const findChanges = (db: Db, bookingId: string): Promise<ChangeRow[]> =>
  db
    .selectFrom("booking_changes")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("requested_at", "desc")
    .orderBy("id")
    .$castTo<ChangeRow>()
    .execute();

export const findChange = (db: Db, id: string): Promise<ChangeRow | undefined> =>
  db
    .selectFrom("booking_changes")
    .selectAll()
    .where("id", "=", id)
    .$castTo<ChangeRow>()
    .executeTakeFirst();

/**
 * A change of this booking. Its booking is locked before, so the row needs no lock.
 * @throws DomainError not_found
 */
export async function getChange(db: Db, bookingId: string, id: string): Promise<ChangeRow> {
  const row = await findChange(db, id);
  if (row?.booking_id !== bookingId) throw new DomainError("not_found", { what: "request" });
  return row;
}

export const insertChange = async (
  db: Db,
  {
    terms,
    request,
    ...row
  }: Omit<Insertable<BookingChangesTable>, "terms" | "request"> &
    Pick<ChangeRow, "terms" | "request">,
): Promise<void> => {
  await db
    .insertInto("booking_changes")
    .values({ ...row, terms: JSON.stringify(terms), request: JSON.stringify(request) })
    .execute();
};

export const updateChange = async (
  db: Db,
  id: string,
  change: Pick<
    Updateable<BookingChangesTable>,
    "state" | "answered_at" | "closed_at" | "expires_at" | "agreed_refund_cents"
  >,
): Promise<void> => {
  await db.updateTable("booking_changes").set(change).where("id", "=", id).execute();
};

/** Open changes whose time is over, or whose booking ended or came back. */
export const findOverdueChanges = async (db: Db, now: Date, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom("booking_changes as change")
      .innerJoin("bookings", "bookings.id", "change.booking_id")
      .select("change.id")
      .where("change.closed_at", "is", null)
      .where(
        sql<SqlBool>`(change.expires_at <= ${now.toISOString()} or bookings.status <> 'approved' or bookings.returned_at is not null)`,
      )
      .orderBy("change.expires_at")
      .limit(limit)
      .execute()
  ).map(({ id }) => id);
