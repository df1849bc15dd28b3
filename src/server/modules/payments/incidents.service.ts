// What is wrong between us and the card provider and was therefore not booked: kept for an admin to look at.
import { sql } from "kysely";
import type { Ctx } from "../../platform/context.ts";
import type { PaymentIncidentsTable } from "../../platform/schema-money.ts";

export interface Incident {
  /** Names what is the same; a repeat counts up and keeps the newest details. */
  key: string;
  kind: PaymentIncidentsTable["kind"];
  bookingId?: string;
  /** Ids, amounts and states; never names. */
  details: Record<string, unknown>;
}

/** How many there are, whatever became of them. */
export async function countIncidents(ctx: Ctx): Promise<number> {
  const { count } = await ctx.db
    .selectFrom("payment_incidents")
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Writes an incident down, and says so in the log the first time. A repeat that says something else opens it again. */
export async function noteIncident(ctx: Ctx, { key, kind, bookingId, details }: Incident): Promise<void> {
  const at = ctx.clock.now().toISOString();
  const { times } = await ctx.db
    .insertInto("payment_incidents")
    .values({
      key,
      kind,
      booking_id: bookingId ?? null,
      details: JSON.stringify(details),
      first_at: at,
      last_at: at,
    })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet((row) => ({
        times: sql<number>`payment_incidents.times + 1`,
        details: row.ref("excluded.details"),
        last_at: row.ref("excluded.last_at"),
        kind: row.ref("excluded.kind"),
        booking_id: row.ref("excluded.booking_id"),
        // What stays as an admin knew it when closing it stays closed.
        closed_at: sql<
          string | null
        >`case when payment_incidents.details = excluded.details then payment_incidents.closed_at end`,
        closed_by: sql<
          string | null
        >`case when payment_incidents.details = excluded.details then payment_incidents.closed_by end`,
      })),
    )
    .returning("times")
    .executeTakeFirstOrThrow();
  if (times === 1) ctx.log.error({ kind, booking: bookingId, ...details }, "payment incident");
}
