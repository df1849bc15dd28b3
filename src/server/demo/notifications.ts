// The recent notifications about the demo's bookings, dated in the past: in the bell, all but the
// newest are read.
import { TRANSITIONS, type TransitionName } from "../../domain/booking/booking.ts";
import { daysBefore } from "../../domain/calendar/dates.ts";
import { notifyStep } from "../modules/bookings/notifications/step-notifications.service.ts";
import { getDetails } from "../modules/bookings/bookings.repository.ts";
import { fixedClock } from "../platform/clock.ts";
import type { Ctx } from "../platform/context.ts";

const LATELY_DAYS = 30;
const UNREAD_DAYS = 1;

/** Call it in the transaction that has written bookings. */
export async function writeNotifications(ctx: Ctx): Promise<void> {
  const events = await ctx.db
    .selectFrom("audit_events")
    .select(["at", "action", "subject_id", "actor_kind", "actor_id"])
    .where("subject_type", "=", "booking")
    .where("at", ">", daysBefore(ctx.clock.now(), LATELY_DAYS))
    .orderBy("at")
    .execute();
  for (const { at, action, subject_id, actor_kind, actor_id } of events) {
    const step = action.replace(/^booking\./, "");
    if (!isStep(step)) continue;
    // sends no email about the past
    const then: Ctx = {
      ...ctx,
      clock: fixedClock(at),
      jobs: { ...ctx.jobs, send: async () => {} },
    };
    const booking = await getDetails(ctx.db, subject_id);
    const backCents = step.startsWith("cancel_by_") ? booking.amount_due_cents : 0;
    const by = { kind: actor_kind, id: actor_id };
    const back = { backCents, creditBackCents: 0, byHostCents: 0 };
    await notifyStep(then, step, booking, { now: then.clock.now(), by, ...back });
  }
  await ctx.db
    .updateTable("notifications")
    .set(({ ref }) => ({ read_at: ref("created_at") }))
    .where("created_at", "<", daysBefore(ctx.clock.now(), UNREAD_DAYS))
    .execute();
}

const isStep = (name: string): name is TransitionName => Object.hasOwn(TRANSITIONS, name);
