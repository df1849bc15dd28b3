// Our record of the disputes of charges. dispute-steps.service.ts books what their states mean.
import {
  inTransaction,
  type Ctx,
  type DataCtx,
  type DbCtx,
  type TransactionCtx,
} from "../../platform/context.ts";
import {
  decodeCursor,
  encodeCursor,
  foreignCursor,
  isTimestampText,
} from "../../platform/database/cursor.ts";
import type { DisputeState } from "../../platform/payments/provider.ts";
import * as disputes from "./disputes.repository.ts";
import type {
  DisputePosition,
  DisputeRecord,
  DisputeRow,
  StoredDispute,
} from "./disputes.repository.ts";
import { findChargeOfIntent, type OwnCharge } from "./payments.repository.ts";

export type { DisputeRecord } from "./disputes.repository.ts";

/** The charge that is disputed, or undefined if it is not ours. */
export const findDisputedCharge = (
  ctx: Pick<Ctx, "db" | "payments">,
  { intentId }: DisputeState,
): Promise<OwnCharge | undefined> => findChargeOfIntent(ctx.db, intentId, ctx.payments.name);

/** The disputes of one booking, oldest first. */
export const findDisputes = (ctx: DbCtx, bookingId: string): Promise<StoredDispute[]> =>
  disputes.findDisputeRows(ctx.db, bookingId);

/** Disputes whose end is unknown and, once a day, losses that may still be overturned. */
export const findOpenDisputes = (ctx: DataCtx): Promise<string[]> =>
  disputes.findOpenDisputeRows(ctx.db, ctx.clock.now());

/**
 * Locks our record of a dispute for the rest of the transaction, and records that the provider was
 * asked about it. A dispute that is unknown so far is recorded as an inquiry.
 */
export async function lockDispute(
  ctx: DataCtx,
  charge: OwnCharge,
  provided: DisputeState,
): Promise<DisputeRecord> {
  const dispute =
    (await disputes.lockDisputeRow(ctx.db, provided.id)) ??
    (await disputes.insertDispute(ctx.db, charge, provided, ctx.clock.now()));
  await disputes.setDisputeCheckedAt(ctx.db, provided.id, ctx.clock.now());
  return dispute;
}

/** Stores a booked state, and the highest fee reported so far. */
export const storeDisputeState = (ctx: DataCtx, provided: DisputeState): Promise<void> =>
  disputes.updateDispute(ctx.db, provided, ctx.clock.now());

/** How many days before its deadline a dispute is brought to mind again. */
const REMINDER_DAYS = 3;

/**
 * Disputes that have to be answered within three days, each once.
 * @param remind runs in the transaction that marks the dispute as reminded of
 */
export async function remindOfDeadlines<C extends TransactionCtx>(
  ctx: C,
  remind: (tx: C, dispute: StoredDispute) => Promise<void>,
): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() + REMINDER_DAYS * 86_400_000);
  for (const dispute of await disputes.findToRemind(ctx.db, before))
    await inTransaction(ctx, async (tx) => {
      if (await disputes.setReminded(tx.db, dispute.id, tx.clock.now())) await remind(tx, dispute);
    });
}

/**
 * All disputes, open ones first, then the newest. @throws DomainError invalid_request for a cursor
 * of another list
 */
export async function listDisputeRows(
  ctx: DbCtx,
  { cursor, size }: { cursor: string | undefined; size: number },
): Promise<{ shown: DisputeRow[]; next_cursor: string | null }> {
  const rows = await disputes.findDisputesPage(ctx.db, {
    after: readCursor(cursor),
    limit: size + 1,
  });
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return {
    shown,
    next_cursor: last ? encodeCursor(String(last.closed_at === null), last.key, last.id) : null,
  };
}

function readCursor(cursor: string | undefined): DisputePosition | undefined {
  if (cursor === undefined) return undefined;
  const [isOpen = "", key = "", id = ""] = decodeCursor(cursor, 3) ?? [];
  if (/^(true|false)$/.test(isOpen) && isTimestampText(key) && /^\w{1,100}$/.test(id))
    return { isOpen: isOpen === "true", key, id };
  throw foreignCursor();
}
