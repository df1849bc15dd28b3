// The card provider's payouts to our bank: read from the provider with every reconciliation, booked
// in the ledger, and compared line by line with our records (docs/decisions/0035).
import type {
  getProviderPayout,
  ProviderPayout as PresentedPayout,
} from "../../../contract/admin/provider-payouts.ts";
import { ADMIN_PAGE } from "../../../contract/admin/admin.ts";
import type { Output } from "../../../contract/endpoint.ts";
import { formatBookingNumber } from "../../../domain/booking/booking-number.ts";
import { DomainError } from "../../../domain/errors.ts";
import {
  providerPayout,
  providerPayoutArrived,
  providerPayoutFailed,
} from "../../../domain/money/ledger.ts";
import { inTransaction, type Ctx, type DataCtx, type DbCtx } from "../../platform/context.ts";
import {
  decodeCursor,
  encodeCursor,
  foreignCursor,
  isTimestampText,
  type Position,
} from "../../platform/database/cursor.ts";
import type { ProviderPayout } from "../../platform/payments/provider.ts";
import { book } from "../ledger/ledger.service.ts";
import {
  findComparedLines,
  findComparedPayout,
  findComparedPayouts,
  hasLines,
  hasPayouts,
  storeLines,
  storePayout,
  type ComparedPayout,
  type ProviderPayoutRow,
} from "./provider-payouts.repository.ts";

/** A bank may return a payout days after it arrived. Each run reads this time again. */
const LOOK_BACK_MS = 60 * 24 * 3_600_000;

/** Reads the provider's payouts and books what has changed. The first run reads all of them. */
export async function readProviderPayouts(ctx: Ctx): Promise<void> {
  const since = (await hasPayouts(ctx.db)) ? ctx.clock.now().getTime() - LOOK_BACK_MS : 0;
  for (const payout of await ctx.payments.listPayouts(new Date(since))) {
    await inTransaction(ctx, async (tx) => {
      const before = await storePayout(tx.db, payout);
      await bookPayout(tx, payout, before);
    });
    if (payout.isCompiled && !(await hasLines(ctx.db, payout.id)))
      await storePayoutLines(ctx, payout.id);
  }
}

/** All lines or none, so that an interrupted run begins again. */
async function storePayoutLines(ctx: Ctx, payoutId: string): Promise<void> {
  const lines = await ctx.payments.listPayoutLines(payoutId);
  await inTransaction(ctx, (tx) => storeLines(tx.db, payoutId, lines));
}

const isBack = (status: ProviderPayout["status"]): boolean =>
  status === "failed" || status === "canceled";

/** Books each state once. A payout that failed before we saw it has moved nothing. */
async function bookPayout(
  ctx: DataCtx,
  { id, amountCents, status }: ProviderPayout,
  before: ProviderPayoutRow | undefined,
): Promise<void> {
  const key = `provider_payout:${id}`;
  if (isBack(status)) {
    if (before === undefined || isBack(before.status)) return;
    const movement = providerPayoutFailed(amountCents, before.status === "paid");
    await book(ctx, `${key}:failed`, movement, null);
    return;
  }
  await book(ctx, key, providerPayout(amountCents), null);
  if (status === "paid")
    await book(ctx, `${key}:arrived`, providerPayoutArrived(amountCents), null);
}

const present = ({ lines_cents, ...row }: ComparedPayout): PresentedPayout => ({
  ...row,
  difference_cents: row.amount_cents - lines_cents,
  state:
    row.lines === 0
      ? "waiting"
      : row.unmatched === 0 && row.amount_cents === lines_cents
        ? "matched"
        : "unmatched",
});

/** @throws DomainError invalid_request for a cursor of another list */
export async function listProviderPayouts(ctx: DbCtx, cursor: string | undefined) {
  const rows = await findComparedPayouts(ctx.db, {
    after: readCursor(cursor),
    limit: ADMIN_PAGE + 1,
  });
  const shown = rows.slice(0, ADMIN_PAGE);
  const last = rows.length > ADMIN_PAGE ? shown.at(-1) : undefined;
  return {
    payouts: shown.map(present),
    next_cursor: last ? encodeCursor(last.key, last.id) : null,
  };
}

/** The ids are the provider's. */
function readCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const [key = "", id = ""] = decodeCursor(cursor, 2) ?? [];
  if (isTimestampText(key) && /^\w{1,100}$/.test(id)) return { key, id };
  throw foreignCursor();
}

/** @throws DomainError not_found */
export async function readProviderPayout(
  ctx: DbCtx,
  id: string,
): Promise<Output<typeof getProviderPayout>> {
  const row = await findComparedPayout(ctx.db, id);
  if (!row) throw new DomainError("not_found", { what: "payout" });
  const lines = await findComparedLines(ctx.db, id);
  return {
    payout: present(row),
    lines: lines.map(({ booking_number: number, ...line }) => ({
      ...line,
      booking_number: number === null ? null : formatBookingNumber(number),
    })),
  };
}
