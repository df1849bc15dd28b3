// SQL for incidents: one row per problem.
import { sql, type Selectable, type SqlBool } from "kysely";
import { INCIDENT_NAMES, type IncidentKind } from "../../../domain/money/incident.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Position } from "../../platform/database/cursor.ts";
import type { PaymentIncidentsTable } from "../../platform/database/schema.ts";

export interface StoredIncident {
  /** Identifies the problem. A repeat increments the count and stores the latest details. */
  key: string;
  kind: IncidentKind;
  bookingId?: string;
  /** Ids, amounts and states; never names. */
  details: Record<string, unknown>;
}

export type IncidentRow = Selectable<PaymentIncidentsTable>;

/** The number of incidents, open and closed. */
export async function countIncidents(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("payment_incidents")
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * True for an unchanged problem that every comparison finds again. A repeat of another kind means
 * that it happened again.
 */
const SAME = sql`(payment_incidents.kind in ('record_differs', 'ledger_fault', 'trip_record_changed', 'car_overdue') and payment_incidents.details = excluded.details)`;

/** @returns how often it has happened. */
export async function writeIncident(
  db: Db,
  { key, kind, bookingId, details }: StoredIncident,
  now: Date,
): Promise<number> {
  const at = now.toISOString();
  const { times } = await db
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
        // An incident that is the same as when an admin closed it stays closed.
        closed_at: sql<string | null>`case when ${SAME} then payment_incidents.closed_at end`,
        closed_by: sql<string | null>`case when ${SAME} then payment_incidents.closed_by end`,
      })),
    )
    .returning("times")
    .executeTakeFirstOrThrow();
  return times;
}

/** True for a dispute that its bank has not decided: the list of disputes shows it. */
export const IS_OPEN_DISPUTE = sql<SqlBool>`(payment_incidents.kind = 'dispute' and payment_incidents.details ->> 'state' in ('inquiry', 'open'))`;

const KEY = sql<string>`(last_at at time zone 'UTC')::text`.as("key");

/** By the time of the last occurrence, newest first; without open disputes. */
export const findIncidents = (
  db: Db,
  filter: "open" | "all",
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<(IncidentRow & Position)[]> =>
  db
    .selectFrom("payment_incidents")
    .selectAll()
    .select(KEY)
    .where(sql<SqlBool>`not ${IS_OPEN_DISPUTE}`)
    .$if(filter === "open", (query) => query.where("closed_at", "is", null))
    // Newest first with ascending ids, like the indexes.
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`last_at <= ${after?.key}::timestamp at time zone 'UTC' and (last_at < ${after?.key}::timestamp at time zone 'UTC' or id > ${after?.id}::uuid)`,
      ),
    )
    .orderBy("last_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();

export const findIncident = (db: Db, id: string): Promise<IncidentRow | undefined> =>
  db.selectFrom("payment_incidents").selectAll().where("id", "=", id).executeTakeFirst();

export const lockIncident = (db: Db, id: string): Promise<IncidentRow | undefined> =>
  db
    .selectFrom("payment_incidents")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

export async function closeRow(db: Db, id: string, by: string, now: Date): Promise<void> {
  await db
    .updateTable("payment_incidents")
    .set({ closed_at: now.toISOString(), closed_by: by })
    .where("id", "=", id)
    .execute();
}

/** Incident labels for the queue and the audit log, by id. */
export async function incidentLabels(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("payment_incidents")
    .select(["id", "kind"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, kind }) => [id, INCIDENT_NAMES[kind]]));
}
