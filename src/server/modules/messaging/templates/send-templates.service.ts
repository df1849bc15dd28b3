// Sends templates at their moments: each once per booking, whatever else runs or fails meanwhile.
import { randomUUID } from "node:crypto";
import { toRentalPeriod } from "../../../../domain/booking/rental-period.ts";
import { parseInstant } from "../../../../domain/calendar/dates.ts";
import {
  fillTemplate,
  isTemplateDue,
  type TemplateOccasion,
} from "../../../../domain/message/template.ts";
import { inTransaction, type Ctx } from "../../../platform/context.ts";
import { sweepItem } from "../../../platform/jobs/sweep-item.ts";
import { stormAtPickup } from "../../bookings/storms/storms.service.ts";
import { sendForHost } from "../messaging.service.ts";
import { templateValues } from "./templates.service.ts";
import {
  findCandidates,
  findTemplate,
  findTemplateBooking,
  isSent,
  lockBooking,
  recordSent,
  type TemplateBooking,
  type TemplateRow,
} from "./templates.repository.ts";

type SendCtx = Pick<Ctx, "db" | "clock" | "log" | "jobs" | "publicUrl">;

const toOccasion = (booking: TemplateBooking): TemplateOccasion => ({
  period: toRentalPeriod(booking),
  approvedAt: new Date(booking.approved_at),
  pickedUpAt: parseInstant(booking.picked_up_at),
  returnedAt: parseInstant(booking.returned_at),
});

/** Sends every template that is due. */
export async function sendDueTemplates(ctx: SendCtx): Promise<void> {
  const now = ctx.clock.now();
  // Most are not due yet: only those that are lock their booking.
  for (const booking of await findCandidates(ctx.db, now))
    if (isDue(booking, booking, now))
      await sweepItem(ctx, { booking: booking.id }, () =>
        inTransaction(ctx, (tx) => sendIfDue(tx, booking.template_id, booking.id)),
      );
}

function isDue(
  { moment, changed_at }: Pick<TemplateRow, "moment" | "changed_at">,
  booking: TemplateBooking,
  now: Date,
): boolean {
  if (moment === null) return false;
  if (booking.status !== "approved" && booking.status !== "completed") return false;
  // Nobody should travel before the decision.
  if (booking.on_hold && booking.picked_up_at === null) return false;
  if ((moment === "day_before" || moment === "check_in") && stormAtPickup(booking)) return false;
  // In a storm, the trip extends itself.
  if (moment === "before_return" && booking.storm !== null) return false;
  return isTemplateDue({ moment, changedAt: new Date(changed_at) }, toOccasion(booking), now);
}

/**
 * Locks the booking, as each of its steps does. A cancellation in progress finishes first, and a
 * second process finds that the message was sent.
 */
async function sendIfDue(tx: SendCtx, templateId: string, bookingId: string): Promise<void> {
  await lockBooking(tx.db, bookingId);
  const template = await findTemplate(tx.db, templateId);
  const booking = await findTemplateBooking(tx.db, bookingId);
  if (!template || !booking || !isDue(template, booking, tx.clock.now())) return;
  if (await isSent(tx.db, templateId, bookingId)) return;
  const message = {
    id: randomUUID(),
    body: fillTemplate(template.body, templateValues(tx, booking)),
  };
  await sendForHost(tx, bookingId, message);
  await recordSent(tx.db, {
    template_id: templateId,
    booking_id: bookingId,
    message_id: message.id,
  });
}
