// Booking information on request: the notification of a decision, and the calendar file.
import type { TransitionName } from "../../../../domain/booking/booking.ts";
import { DomainError } from "../../../../domain/errors.ts";
import { requireAdmin } from "../../../../domain/policies/admin.ts";
import { BOOKING_POLICY, partiesToBooking } from "../../../../domain/policies/booking.ts";
import { authorize, isAllowed } from "../../../../domain/policies/policy.ts";
import { readAudit } from "../../../platform/database/audit-log.ts";
import { inTransaction, type DbCtx, type User, type Ctx } from "../../../platform/context.ts";
import type { Attachment } from "../../../platform/mail/attachment.ts";
import { calendarFile } from "../booking-calendar.ts";
import type { RefundContext } from "./booking-mail.ts";
import { notifyStep } from "./step-notifications.service.ts";
import { getDetails, lockBooking } from "../bookings.repository.ts";
import { SYSTEM, toBookingFacts } from "../transitions.ts";

/** For each decision: the resulting status, the step that notifies, and the step that decided. */
const DECISIONS = {
  approval: { status: "approved", step: "capture_succeeded", decided: "request_approval" },
  rejection: { status: "rejected", step: "reject", decided: "reject" },
} as const;

/**
 * Notifies renter and host of a decision, unless they were notified when it was taken.
 * @returns how many people were newly notified
 * @throws DomainError not_found, forbidden for the renter, role_required, notification_refused when
 * the booking does not have that decision
 */
export const notifyDecision = (
  ctx: Ctx,
  user: User,
  { type, bookingId }: { type: keyof typeof DECISIONS; bookingId: string },
): Promise<{ told: number }> =>
  inTransaction(ctx, async (tx) => {
    const decision = DECISIONS[type];
    const { status } = await lockBooking(tx.db, bookingId);
    const booking = await getDetails(tx.db, bookingId);
    const party = authorize(BOOKING_POLICY.notify, partiesToBooking(booking, user), "booking");
    if (party === "admin") requireAdmin("decide_bookings", user);
    if (status !== decision.status) throw new DomainError("notification_refused", { type, status });
    const by = await findDecider(tx, bookingId, decision.decided);
    const given = { now: tx.clock.now(), by, backCents: 0, creditBackCents: 0, byHostCents: 0 };
    return { told: await notifyStep(tx, decision.step, booking, given) };
  });

/** Who took a step of a booking. Nobody approves an instant booking. */
async function findDecider(
  ctx: DbCtx,
  bookingId: string,
  step: TransitionName,
): Promise<RefundContext["by"]> {
  const events = await readAudit(ctx, "booking", bookingId);
  const taken = events.findLast(({ action }) => action === `booking.${step}`);
  return taken ? { kind: taken.actor_kind, id: taken.actor_id } : SYSTEM;
}

/**
 * The iCal file of a booking that is approved or was cancelled after its approval. For the
 * booking's renter, its host and admins.
 * @throws DomainError not_found
 */
export async function exportBooking(
  ctx: Pick<Ctx, "db" | "config" | "publicUrl">,
  user: User,
  bookingId: string,
): Promise<Attachment> {
  const booking = await getDetails(ctx.db, bookingId);
  const viewer = authorize(BOOKING_POLICY.export, partiesToBooking(booking, user), "booking");
  if (!isAllowed(BOOKING_POLICY.export, viewer, { booking: toBookingFacts(booking) }))
    throw new DomainError("not_found", { what: "calendar file" });
  return calendarFile(ctx, booking, viewer === "renter" ? "renter" : "host");
}
