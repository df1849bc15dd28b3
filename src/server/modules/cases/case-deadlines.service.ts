// The deadlines of cases: unanswered claims go to an admin, decisions become final, and people who
// have to act are reminded. It also charges the card for deposits that are no longer held.
import { inTransaction, type Ctx } from "../../platform/context.ts";
import { sweepItem } from "../../platform/jobs/sweep-item.ts";
import { settleCaseSoon } from "../charges/case-charge.service.ts";
import { lockBooking } from "../bookings/bookings.service.ts";
import {
  notifyOfCase,
  type CaseEvent,
} from "../bookings/notifications/case-notifications.service.ts";
import {
  findCasesToRemind,
  findLapsedCases,
  listUnpaidByDeposit,
  lockCase,
  markReminded,
  type CaseRow,
} from "./cases.repository.ts";
import { chargeInsteadOfDeposit, applyCaseDeadlines } from "./store-case.service.ts";

/** A failure does not stop the other cases. The next run retries it. */
export async function sweepCases(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now().toISOString();
  for (const { id, booking_id } of await findLapsedCases(ctx.db, now))
    await sweepItem(ctx, { case: id }, async () => {
      const row = await inTransaction(ctx, async (tx) => {
        await lockBooking(tx.db, booking_id);
        return applyCaseDeadlines(tx, await lockCase(tx.db, booking_id, id));
      });
      if (row.state === "closed") await settleCaseSoon(ctx, id);
    });
  for (const { id, booking_id } of await listUnpaidByDeposit(ctx.db))
    await sweepItem(ctx, { case: id }, async () => {
      await inTransaction(ctx, async (tx) =>
        chargeInsteadOfDeposit(tx, await lockCase(tx.db, booking_id, id)),
      );
      await settleCaseSoon(ctx, id);
    });
  for (const row of await findCasesToRemind(ctx.db, now))
    await sweepItem(ctx, { case: row.id }, () => remind(ctx, row));
}

const REMINDERS: Partial<Record<CaseRow["state"], CaseEvent>> = {
  answering: "answer_due",
  decided: "appeal_due",
  deciding: "decision_due",
  appealed: "decision_due",
};

/** Once for each deadline. */
const remind = (ctx: Ctx, { id, booking_id, state }: CaseRow): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockCase(tx.db, booking_id, id);
    const event = REMINDERS[row.state];
    if (row.state !== state || !event) return;
    await markReminded(tx.db, row);
    await notifyOfCase(tx, row, event);
  });
