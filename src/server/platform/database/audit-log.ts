// Writes and reads the append-only audit log (product.md, Booking and payment 6).
import { sql, type SqlBool } from "kysely";
import type { AuditAction } from "../../../domain/audit.ts";
import type { Ctx, DataCtx, DbCtx } from "../context.ts";
import type { Position } from "./cursor.ts";
import type { AuditEventsTable } from "./schema.ts";
import { direction, followsInTime, withinDays, type TimeOrder } from "./time-order.ts";

export interface NewAuditEvent {
  actorKind: AuditEventsTable["actor_kind"];
  actorId: string | null;
  action: AuditAction;
  subjectType: string;
  subjectId: string;
  before?: object | null;
  after?: object | null;
  reason?: string | null;
}

/**
 * Records an event in the same transaction as the change. Store ids only, never names or addresses.
 */
export async function recordAudit(ctx: DataCtx, event: NewAuditEvent): Promise<void> {
  await ctx.db
    .insertInto("audit_events")
    .values({
      at: ctx.clock.now().toISOString(),
      actor_kind: event.actorKind,
      actor_id: event.actorId,
      action: event.action,
      subject_type: event.subjectType,
      subject_id: event.subjectId,
      before: event.before ? JSON.stringify(event.before) : null,
      after: event.after ? JSON.stringify(event.after) : null,
      reason: event.reason ?? null,
    })
    .execute();
}

/** The values of a row as they were recorded. */
export type Recorded = Record<string, unknown> | null;

const recorded = (db: Ctx["db"]) =>
  db
    .selectFrom("audit_events")
    .select([
      "audit_events.id",
      "at",
      "actor_kind",
      "actor_id",
      "action",
      "subject_type",
      "subject_id",
      "reason",
    ])
    .select((row) => [
      row.ref("before").$castTo<Recorded>().as("before"),
      row.ref("after").$castTo<Recorded>().as("after"),
    ]);

/** One row of the audit log. */
export type AuditRow = Awaited<ReturnType<ReturnType<typeof recorded>["executeTakeFirstOrThrow"]>>;

/** Everything that happened to one subject, oldest first. */
export const readAudit = (
  ctx: DbCtx,
  subjectType: string,
  subjectId: string,
): Promise<AuditRow[]> =>
  recorded(ctx.db)
    .where("subject_type", "=", subjectType)
    .where("subject_id", "=", subjectId)
    .orderBy("id")
    .execute();

export interface AuditLogFilter extends TimeOrder {
  /** All events, those of admins, or those of one kind of subject. */
  filter: "all" | "admins" | { subjectType: string };
  /** Ids, one of which is the actor's or the subject's. */
  about?: readonly string[] | undefined;
}

const isAnyOf = (column: "actor_id" | "subject_id", ids: readonly string[] | undefined) =>
  sql<SqlBool>`${sql.ref(column)} = any(${ids}::uuid[])`;

/** A page of the audit log, starting after `after`. */
export const searchAudit = (
  ctx: DbCtx,
  { filter, about, ...order }: AuditLogFilter,
  { after, limit }: { after: Position | undefined; limit: number },
) =>
  recorded(ctx.db)
    .select(sql<string>`(at at time zone 'UTC')::text`.as("key"))
    .$if(filter === "admins", (query) => query.where("actor_kind", "=", "admin"))
    .$if(typeof filter === "object", (query) =>
      query.where("subject_type", "=", typeof filter === "object" ? filter.subjectType : ""),
    )
    .$if(about !== undefined, (query) =>
      query.where((row) => row.or([isAnyOf("actor_id", about), isAnyOf("subject_id", about)])),
    )
    .where(withinDays("at", order))
    .where(followsInTime("at", "audit_events.id", order, after))
    .orderBy("at", direction(order))
    .orderBy("audit_events.id", direction(order))
    .limit(limit)
    .execute();
