// The Monday job: completes bookings that are over, then makes one payout per host from what the
// ledger owes (product.md, Money). host-payouts.service.ts has the hosts' view,
// admin-payouts.service.ts has the admins' actions.
import { todayInNassau, type CalendarDate } from "../../../domain/calendar/dates.ts";
import { formatLong } from "../../../domain/text/format.ts";
import { payout } from "../../../domain/money/ledger.ts";
import { personalTopic } from "../../../domain/live.ts";
import { lastSunday } from "../../../domain/money/payout.ts";
import { recordAudit } from "../../platform/database/audit-log.ts";
import { inTransaction, type Ctx, type NotifyCtx } from "../../platform/context.ts";
import { allowLongStatements } from "../../platform/database/database.ts";
import { publishLive } from "../../platform/realtime/publish-live.ts";
import { mailAdmins } from "../accounts/accounts.service.ts";
import { completeDue } from "../bookings/settlement/sweep.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import { bookAll } from "../ledger/ledger.service.ts";
import { applyChanges } from "./payout-details.service.ts";
import { batchMadeMail, unaddressedMail } from "./payouts.mails.ts";
import {
  findUnaddressed,
  hasBatch,
  insertBatch,
  makePayouts,
} from "./payout-batches.repository.ts";

export { findPayoutLabels, findPayoutsMade, type PayoutRow } from "./payouts.repository.ts";

/**
 * Creates the batch of the last Sunday, once: it may be called at any time and on any number of
 * processes. The next call makes up for a missed Monday.
 */
export async function payOut(ctx: Ctx): Promise<void> {
  const periodEnd = lastSunday(todayInNassau(ctx.clock.now()));
  if (await hasBatch(ctx.db, periodEnd)) return;
  await completeDue(ctx);
  await inTransaction(ctx, async (tx) => {
    await allowLongStatements(tx.db);
    await applyChanges(tx); // before the accounts of the payouts are read
    const batchId = await insertBatch(tx.db, periodEnd, tx.clock.now());
    if (batchId) await makeBatch(tx, batchId, periodEnd);
  });
}

/** From here on the bank owes the money. A payout that fails is reversed in the ledger. */
async function makeBatch(ctx: NotifyCtx, batchId: string, periodEnd: CalendarDate): Promise<void> {
  const made = await makePayouts(ctx.db, batchId, periodEnd);
  await bookAll(
    ctx,
    made.map(({ id, host_id, amount_cents }) => ({
      key: `payout:${id}`,
      movement: payout(host_id, amount_cents),
      bookingId: null,
    })),
  );
  const amount_cents = made.reduce((sum, each) => sum + each.amount_cents, 0);
  await recordAudit(ctx, {
    actorKind: "system",
    actorId: null,
    action: "payout_batch.make",
    subjectType: "payout_batch",
    subjectId: batchId,
    after: { period_end: periodEnd, payouts: made.length, amount_cents },
  });
  await publishLive(
    ctx,
    ["admins", ...made.map(({ host_id }) => personalTopic(host_id))],
    "payouts",
  );
  for (const host of await findUnaddressed(ctx.db, batchId))
    await notify(ctx, {
      to: host.host_id,
      kind: "payout",
      key: `payout_batch:${batchId}:unaddressed`,
      about: `For rentals up to ${formatLong(periodEnd)}`,
      path: "/host/settings#payouts",
      mail: unaddressedMail(host, ctx.publicUrl()),
    });
  if (made.length === 0) return;
  const mail = batchMadeMail(
    { id: batchId, periodEnd, payouts: made.length, amountCents: amount_cents },
    ctx.publicUrl(),
  );
  await mailAdmins(ctx, "export_bank_file", mail);
}
