// The ledger and the payouts as CSV. All amounts are in dollars.
import { formatBookingNumber } from "../../../domain/booking/booking-number.ts";
import type { DbCtx } from "../../platform/context.ts";
import { CSV_PAGE, nextPosition, toCsv, type Columns } from "../../platform/csv.ts";
import { findLedgerLines, type DayRange, type LedgerLine } from "../ledger/ledger.service.ts";
import { findPayoutsMade, type PayoutRow } from "../payouts/payouts.service.ts";

const LEDGER_COLUMNS: Columns<LedgerLine> = {
  date: (line) => line.day,
  at: (line) => line.at,
  transaction_id: (line) => line.transaction_id,
  kind: (line) => line.kind,
  booking_number: ({ booking_number: number }) =>
    number === null ? null : formatBookingNumber(number),
  account: (line) => line.account,
  owner_id: (line) => line.owner_id,
  debit: ({ amount_cents: cents }) => (cents > 0 ? { cents } : null),
  credit: ({ amount_cents: cents }) => (cents < 0 ? { cents: -cents } : null),
};

/** Every entry of the ledger, oldest first. Each transaction's debits equal its credits. */
export const exportLedger = (ctx: DbCtx, range: DayRange): AsyncGenerator<string> =>
  toCsv(LEDGER_COLUMNS, async (after: LedgerLine | undefined) => {
    const rows = await findLedgerLines(ctx.db, range, { after, limit: CSV_PAGE });
    return { rows, next: nextPosition(rows) };
  });

const PAYOUT_COLUMNS: Columns<PayoutRow> = {
  reference: (payout) => payout.reference,
  period_end: (payout) => payout.period_end,
  made_at: (payout) => payout.created_at,
  host_id: (payout) => payout.host_id,
  host: (payout) => payout.host_name,
  host_email: (payout) => payout.email,
  amount: ({ amount_cents: cents }) => ({ cents }),
  state: (payout) => payout.state,
  bank_reference: (payout) => payout.bank_reference,
  paid_at: (payout) => payout.paid_at,
  failed_at: (payout) => payout.failed_at,
  failure_reason: (payout) => payout.failure_reason,
};

/** The payouts made in a range, without account numbers. */
export const exportPayouts = (ctx: DbCtx, range: DayRange): AsyncGenerator<string> =>
  toCsv(PAYOUT_COLUMNS, async (after: PayoutRow | undefined) => {
    const rows = await findPayoutsMade(ctx.db, range, { after, limit: CSV_PAGE });
    return { rows, next: nextPosition(rows) };
  });
