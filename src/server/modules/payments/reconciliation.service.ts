// The record of the comparisons with the card provider, and what the next one has to compare.
import type { Ctx, DataCtx, DbCtx } from "../../platform/context.ts";
import * as runs from "./reconciliation.repository.ts";
import type { Compared, ReconciliationRow } from "./reconciliation.repository.ts";

export type { Compared, ReconciliationRow } from "./reconciliation.repository.ts";

/** Records the start of a run. @returns its id */
export const beginReconciliation = (ctx: DataCtx): Promise<number> =>
  runs.insertReconciliation(ctx.db, ctx.clock.now());

/** Records the result of a run. */
export const finishReconciliation = (
  ctx: DataCtx,
  id: number,
  found: Compared & { listed_disputes: boolean },
): Promise<void> => runs.completeReconciliation(ctx.db, id, found, ctx.clock.now());

/** The bookings whose payment has to be compared, longest wait first. */
export const findBookingsToCompare = (
  ctx: Pick<Ctx, "db" | "clock" | "payments">,
  limit: number,
): Promise<string[]> => runs.findToCompare(ctx.db, limit, ctx.payments.name, ctx.clock.now());

/** The start of the latest run that listed and handled all disputes of its period. */
export const findLastDisputeListing = (ctx: DbCtx): Promise<string | undefined> =>
  runs.lastListing(ctx.db);

/** The latest run that finished. */
export const findLastReconciliation = (ctx: DbCtx): Promise<ReconciliationRow | undefined> =>
  runs.lastReconciliation(ctx.db);

/** The latest runs, finished or not. */
export const findNewestReconciliations = (
  ctx: DbCtx,
  limit: number,
): Promise<ReconciliationRow[]> => runs.newestReconciliations(ctx.db, limit);
