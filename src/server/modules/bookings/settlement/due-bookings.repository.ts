// SQL over the bookings whose next step is due.
import type { CalendarDate } from "../../../../domain/calendar/dates.ts";
import type { Db } from "../../../platform/database/database.ts";

/** Requests whose answer is overdue, and approved bookings whose trip ended before today. */
export async function findDue(
  db: Db,
  what: "lapse" | "complete",
  limits: { now: string; today: CalendarDate },
): Promise<string[]> {
  const due = db.selectFrom("bookings").select("id").limit(500);
  const rows =
    what === "lapse"
      ? await due
          .where("status", "=", "pending")
          .where("payment_status", "=", "authorized")
          .where("approving_since", "is", null)
          .where("lapses_at", "<=", limits.now)
          .execute()
      : await due.where("status", "=", "approved").where("ended_on", "<", limits.today).execute();
  return rows.map((row) => row.id);
}
