// Reads the sandbox's own table about a booking, as an independent source for tests.
import { sql } from "kysely";
import type { Db } from "../src/server/platform/database/database.ts";

/** How many cents the sandbox charged for a booking and refunded. */
export const sandboxTotals = async (
  db: Db,
  bookingId: string,
): Promise<{ captured: number; refunded: number }> =>
  db
    .selectFrom("sandbox_checkouts")
    .select([
      sql<number>`coalesce(sum(captured_cents), 0)::int`.as("captured"),
      sql<number>`coalesce(sum(refunded_cents), 0)::int`.as("refunded"),
    ])
    .where("client_reference_id", "=", bookingId)
    .executeTakeFirstOrThrow();
