// The money of the whole platform, for its admins: balances, the last twelve months, and what is
// open.
import { addDays, monthsBack, todayInNassau } from "../../../domain/calendar/dates.ts";
import {
  calculateBalances,
  figuresOfMonths,
  type LedgerSum,
} from "../../../domain/money/money-figures.ts";
import type { DataCtx, DbCtx } from "../../platform/context.ts";
import { findOpenMoney, storeDailySums, sumLedger, type OpenMoney } from "./money.repository.ts";

export type { OpenMoney };

const MONTHS = 12;

/** Stores the sums of all days that ended more than a day ago. */
export const storeLedgerDays = (ctx: DataCtx): Promise<void> =>
  storeDailySums(ctx.db, addDays(todayInNassau(ctx.clock.now()), -1));

/** Sums the ledger. Each past day is summed only once. */
export async function readLedgerFigures(ctx: DataCtx) {
  const today = todayInNassau(ctx.clock.now());
  await storeLedgerDays(ctx);
  const [sums, open] = await Promise.all([sumLedger(ctx.db), findOpenMoney(ctx.db)]);
  return {
    balances: calculateBalances(sums),
    months: figuresOfMonths(sums, monthsBack(today, MONTHS)),
    open,
  };
}

/** The same without storing anything, for frequent readers. */
export async function readLedgerSums(ctx: DbCtx): Promise<{ sums: LedgerSum[]; open: OpenMoney }> {
  return { sums: await sumLedger(ctx.db), open: await findOpenMoney(ctx.db) };
}

/** What the platform has earned in fees since launch, and what the card provider kept of it. */
export async function readFees(
  ctx: DbCtx,
): Promise<{ platform_fees_cents: number; provider_fees_cents: number }> {
  const { platform_fees, provider_fees } = calculateBalances(await sumLedger(ctx.db));
  return { platform_fees_cents: platform_fees, provider_fees_cents: provider_fees };
}

/** The number of open problems that an admin has to investigate. */
export async function countMoneyProblems(ctx: DbCtx) {
  const { incidents, refunds, disputes } = await findOpenMoney(ctx.db);
  const { count, inquiries } = disputes;
  return { incidents, refused_refunds: refunds.refused, disputes: count, inquiries };
}
