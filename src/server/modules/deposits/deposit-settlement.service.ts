// Makes, renews, captures and releases the holds of deposits at the card provider. The plan is
// stored before the provider is asked, so a crash at any step never holds or takes money twice
// (docs/decisions/0051).
import { inTransaction, type Ctx } from "../../platform/context.ts";
import { startDeadline } from "../../platform/http/deadline.ts";
import { singleFlight } from "../../platform/jobs/single-flight.ts";
import { sweepItem } from "../../platform/jobs/sweep-item.ts";
import { forgetProvidedCard } from "./provided-card.service.ts";
import { settleForeignHolds } from "./deposit-providers.service.ts";
import { askAboutHold, releaseHold, settlePage } from "./deposit-holds.service.ts";
import { advanceDeposit } from "./deposit-plan.service.ts";
import { findDeposit, findDue, findHolds, insertDue, type HoldRow } from "./deposits.repository.ts";

/** The time limit of a sweep. One starts every minute. */
const SWEEP_MS = 40_000;
const MOST_AT_ONCE = 500;
/** More steps than a deposit can take in a row without waiting for anybody. */
const MOST_STEPS = 12;

/** Starts and settles every deposit that is due. A failure does not stop the others. */
export async function sweepDeposits(ctx: Ctx): Promise<void> {
  const deadline = startDeadline(SWEEP_MS);
  await insertDue(ctx.db, ctx.clock.now());
  for (const id of await findDue(ctx.db, { now: ctx.clock.now(), limit: MOST_AT_ONCE })) {
    if (deadline.isOver()) return;
    deadline.recordAnswer(await sweepItem(ctx, { deposit: id }, () => settleDeposit(ctx, id)));
  }
}

/** Attempts without an answer are repeated after 30 s, 1, 2, 4 ... 64 minutes. */
const isDue = ({ tried_at, attempts }: HoldRow, now: Date): boolean =>
  tried_at === null ||
  attempts === 0 ||
  now.getTime() - Date.parse(tried_at) >= 30_000 * 2 ** Math.min(attempts - 1, 7);

interface Settling {
  /** Whether to ask about active holds and the page even if that was done recently. */
  asksAll?: boolean;
}

/**
 * Settles a deposit until it has to wait for somebody. Concurrent calls share one run.
 * @throws DomainError payment_provider_failed without a response; the sweep asks again
 */
export const settleDeposit = (
  ctx: Ctx,
  bookingId: string,
  { asksAll = false }: Settling = {},
): Promise<void> =>
  singleFlight(ctx.db, `deposit:${bookingId}${asksAll ? ":all" : ""}`, async () => {
    if (asksAll) await askAboutAll(ctx, bookingId);
    else await askBeforeDeadline(ctx, bookingId);
    await settleForeignHolds(ctx, bookingId);
    for (let step = 0; step < MOST_STEPS; step++) {
      const { ask, release, isHoldNeeded } = await inTransaction(ctx, (tx) =>
        advanceDeposit(tx, bookingId),
      );
      const isOurs = ({ provider }: HoldRow): boolean => provider === ctx.payments.name;
      const isWanted = (hold: HoldRow): boolean =>
        isOurs(hold) && (asksAll || isDue(hold, ctx.clock.now()));
      const asked = ask.filter(isWanted);
      const released = release.filter(isWanted);
      for (const hold of asked) await askAboutHold(ctx, hold, { isHoldNeeded });
      for (const hold of released) await releaseHold(ctx, hold);
      if (asked.length + released.length === 0 && !(await settleOpenPage(ctx, bookingId))) break;
    }
    const deposit = await findDeposit(ctx.db, bookingId);
    if (deposit?.ended_at) await forgetProvidedCard(ctx, deposit);
  });

/** @returns whether the page was paid or has expired */
async function settleOpenPage(ctx: Ctx, bookingId: string): Promise<boolean> {
  const page = (await findHolds(ctx.db, bookingId)).find(({ state }) => state === "page");
  if (!page || page.provider !== ctx.payments.name || !isDue(page, ctx.clock.now())) return false;
  return settlePage(ctx, page);
}

/**
 * Asks about the page before the renter's deadline passes, so that a card that was authorised in
 * time counts even if its event is late.
 */
async function askBeforeDeadline(ctx: Ctx, bookingId: string): Promise<void> {
  const deposit = await findDeposit(ctx.db, bookingId);
  if (deposit?.state !== "declined" || deposit.act_by === null) return;
  if (ctx.clock.now() < new Date(deposit.act_by)) return;
  const page = (await findHolds(ctx.db, bookingId)).find(({ state }) => state === "page");
  if (page?.provider === ctx.payments.name) await settlePage(ctx, page);
}

/** Asks about each active hold, the page, and captures. */
async function askAboutAll(ctx: Ctx, bookingId: string): Promise<void> {
  for (const hold of await findHolds(ctx.db, bookingId)) {
    if (hold.provider !== ctx.payments.name) continue;
    if (hold.state === "page") await settlePage(ctx, hold);
    if (hold.state === "active" || hold.state === "captured")
      await askAboutHold(ctx, hold, { isHoldNeeded: true });
  }
}
