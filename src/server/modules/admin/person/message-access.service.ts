// The messages of a booking for admins: readable for an hour after giving a reason. The audit event
// with the reason is itself the permission.
import type { listBookingMessages } from "../../../../contract/admin/admin-messages.ts";
import type { Output } from "../../../../contract/endpoint.ts";
import { MESSAGE_ACCESS_MINUTES, messageAccessEndsAt } from "../../../../domain/admin-notes.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { readAudit, recordAudit } from "../../../platform/database/audit-log.ts";
import type { DataCtx, User } from "../../../platform/context.ts";
import { findBookingMessages } from "../../messaging/booking-messages.service.ts";
import { subjectExists } from "./notes.repository.ts";

const ACTION = "conversation.read";

async function requireBooking(ctx: DataCtx, id: string): Promise<void> {
  if (!(await subjectExists(ctx.db, { about: "booking", id })))
    throw new DomainError("not_found", { what: "booking" });
}

/** @throws DomainError not_found */
export async function openMessages(
  ctx: DataCtx,
  admin: User,
  bookingId: string,
  reason: string,
): Promise<{ until: string }> {
  await requireBooking(ctx, bookingId);
  await recordAudit(ctx, {
    actorKind: "admin",
    actorId: admin.id,
    action: ACTION,
    subjectType: "booking",
    subjectId: bookingId,
    reason,
  });
  return { until: messageAccessEndsAt(ctx.clock.now()).toISOString() };
}

/** When the admin's access ends; undefined if it has ended or never began. */
export async function findMessageAccess(
  ctx: DataCtx,
  admin: User,
  bookingId: string,
): Promise<string | undefined> {
  const opened = (await readAudit(ctx, "booking", bookingId)).findLast(
    ({ action, actor_id }) => action === ACTION && actor_id === admin.id,
  );
  const until = opened && messageAccessEndsAt(new Date(opened.at));
  return until && until > ctx.clock.now() ? until.toISOString() : undefined;
}

/** @throws DomainError not_found; reason_required if the admin's access is over or never began */
export async function readMessages(
  ctx: DataCtx,
  admin: User,
  bookingId: string,
  cursor: string | undefined,
): Promise<Output<typeof listBookingMessages>> {
  await requireBooking(ctx, bookingId);
  const until = await findMessageAccess(ctx, admin, bookingId);
  if (!until) throw new DomainError("reason_required", { minutes: MESSAGE_ACCESS_MINUTES });
  return { until, ...(await findBookingMessages(ctx.db, bookingId, cursor)) };
}
