// Compares deposits with the card provider, for the reconciliation.
import type { Ctx } from "../../platform/context.ts";
import type { DepositHandler } from "../payments/payments.service.ts";
import { reportStuckHold } from "./deposit-providers.service.ts";
import { settleDeposit } from "./deposit-settlement.service.ts";
import { findDeposit, findHolds, findToCompare, type HoldRow } from "./deposits.repository.ts";

/** After this many minutes without a decision of the provider, admins get an incident. */
const STUCK_MINUTES = 60;

/** What the payments module calls for deposits. */
export const deposits: DepositHandler = {
  settle: (ctx, bookingId) => settleDeposit(ctx, bookingId, { asksAll: true }),
  findToCompare: (ctx, limit) =>
    findToCompare(ctx.db, { provider: ctx.payments.name, now: ctx.clock.now(), limit }),
  compare,
};

const readStates = async (ctx: Ctx, bookingId: string): Promise<string> => {
  const holds = await findHolds(ctx.db, bookingId);
  return JSON.stringify([
    (await findDeposit(ctx.db, bookingId))?.state,
    holds.map(({ state, fee_cents, refunded_cents }) => [state, fee_cents, refunded_cents]),
  ]);
};

async function compare(ctx: Ctx, bookingId: string): Promise<boolean> {
  const before = await readStates(ctx, bookingId);
  try {
    await settleDeposit(ctx, bookingId, { asksAll: true });
  } finally {
    await reportStuck(ctx, bookingId);
  }
  return (await readStates(ctx, bookingId)) !== before;
}

/** Reports holds that have had no outcome, or were not released, for an hour. */
async function reportStuck(ctx: Ctx, bookingId: string): Promise<void> {
  const deposit = await findDeposit(ctx.db, bookingId);
  if (!deposit) return;
  const latest = new Date(ctx.clock.now().getTime() - STUCK_MINUTES * 60_000).toISOString();
  const holds = await findHolds(ctx.db, bookingId);
  const newest = holds.findLast(({ state }) => state === "active");
  const isUnneeded = deposit.state === "releasing" || deposit.state === "planned";
  const isStuck = ({ id, state, requested_at }: HoldRow): boolean => {
    if (state === "requested") return requested_at <= latest;
    if (state === "capturing") return deposit.updated_at <= latest;
    if (state !== "active" && state !== "page") return false;
    if (deposit.ended_at !== null) return deposit.ended_at <= latest;
    if (isUnneeded || deposit.state === "capturing") return deposit.updated_at <= latest;
    // A newer hold has replaced it.
    const replacedAt = newest?.held_at;
    return state === "active" && id !== newest?.id && !!replacedAt && replacedAt <= latest;
  };
  for (const hold of holds.filter(isStuck)) await reportStuckHold(ctx, hold);
}
