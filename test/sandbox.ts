// What the sandbox knows of a booking, read from its own table: the tests' independent witness.
import { sql } from "kysely";
import type { Db } from "../src/server/platform/database/database.ts";

/** How many cents the sandbox charged for a booking and gave back. */
export const sandboxTotals = async (db: Db, bookingId: string): Promise<{ captured: number; refunded: number }> =>
  db
    .selectFrom("sandbox_checkouts")
    .select([
      sql<number>`coalesce(sum(captured_cents), 0)::int`.as("captured"),
      sql<number>`coalesce(sum(refunded_cents), 0)::int`.as("refunded"),
    ])
    .where("client_reference_id", "=", bookingId)
    .executeTakeFirstOrThrow();
