// Writes and reads the append-only record of who did what (product.md, Booking and payment 6).
import type { Ctx } from "./context.ts";
import type { AuditEventsTable } from "./schema.ts";

export interface AuditEvent {
  actorKind: AuditEventsTable["actor_kind"];
  actorId: string | null;
  /** "booking.approve": the thing, then what happened to it. */
  action: string;
  subjectType: string;
  subjectId: string;
  before?: object | null;
  after?: object | null;
  reason?: string | null;
}

/** Records an event in the same transaction as the change. Holds ids, never names or addresses. */
export async function recordAudit(ctx: Pick<Ctx, "db" | "clock">, event: AuditEvent): Promise<void> {
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

/** What has happened to one thing, oldest first. */
export const readAudit = (
  ctx: Pick<Ctx, "db">,
  subjectType: string,
  subjectId: string,
): Promise<{ at: string; action: string; actor_kind: AuditEventsTable["actor_kind"] }[]> =>
  ctx.db
    .selectFrom("audit_events")
    .where("subject_type", "=", subjectType)
    .where("subject_id", "=", subjectId)
    .select(["at", "action", "actor_kind"])
    .orderBy("id")
    .execute();
