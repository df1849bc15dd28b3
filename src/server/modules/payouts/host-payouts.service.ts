// The hosts' view of their payouts: the next one and its reasons, past ones, and the statement of
// each, also for admins. Access does not need the host role, since the money stays theirs; people
// who never hosted find nothing.
import {
  PAYOUTS_PAGE,
  type getPayoutStatement,
  type getUpcomingPayout,
} from "../../../contract/host/host-payouts.ts";
import type { Output } from "../../../contract/endpoint.ts";
import {
  addDays,
  isCalendarDate,
  todayInNassau,
  toCalendarDate,
  type CalendarDate,
} from "../../../domain/calendar/dates.ts";
import {
  carriedBecause,
  lastSunday,
  payoutDay,
  endOfPayoutWeek,
} from "../../../domain/money/payout.ts";
import { expectedEndDay } from "../../../domain/trip/trip-end.ts";
import { requireAdmin } from "../../../domain/policies/admin.ts";
import { PAYOUT_POLICY, partiesToPayout } from "../../../domain/policies/payout.ts";
import { authorize } from "../../../domain/policies/policy.ts";
import type { Ctx, User } from "../../platform/context.ts";
import { csvHeading, csvLines, type Cell, type Columns } from "../../platform/csv.ts";
import { decodeCursor, encodeCursor, foreignCursor } from "../../platform/database/cursor.ts";
import { opened, readPayoutDetails } from "./payout-details.service.ts";
import {
  findExpected,
  findPayoutLines,
  findUnpaidLines,
  type LineRow,
} from "./payout-lines.repository.ts";
import {
  sumPayoutLines,
  presentExpected,
  presentLine,
  presentPayout,
  toPayoutTotals,
} from "./payouts.presenter.ts";
import { readHostDocuments, type StatementDocument } from "../vat/vat-document-reads.service.ts";
import type { VatDocument } from "../../../contract/bookings/vat-documents.ts";
import { hasBatch } from "./payout-batches.repository.ts";
import { findHostPayouts, getPayout, type PayoutRow } from "./payouts.repository.ts";
import type { PayoutLine } from "../../../contract/host/host-payouts.ts";

export async function readUpcoming(
  ctx: Pick<Ctx, "db" | "clock" | "keys">,
  user: User,
): Promise<Output<typeof getUpcomingPayout>> {
  const today = todayInNassau(ctx.clock.now());
  const last = lastSunday(today);
  const isMade = await hasBatch(ctx.db, last);
  const period_end = isMade ? addDays(last, 7) : last;
  const [bank, unpaid, coming] = await Promise.all([
    readPayoutDetails(ctx, user),
    findUnpaidLines(ctx.db, user.id),
    findExpected(ctx.db, user.id),
  ]);
  const isFree = ({ on_hold }: { on_hold: boolean }): boolean => !on_hold;
  const earned = unpaid.filter(isFree).map((row) => ({
    line: presentLine(row),
    endDay: isHostFee(row) ? period_end : (row.ended_on ?? row.end_date),
  }));
  const awaited = coming.filter(isFree).flatMap((row) => {
    const endDay = expectedEndDay(row.ended_on, row.end_date, today);
    return presentExpected(row).map((line) => ({ line, endDay }));
  });
  const held = [
    ...unpaid.filter(({ on_hold }) => on_hold).map(presentLine),
    ...coming.filter(({ on_hold }) => on_hold).flatMap(presentExpected),
  ];
  const isDue = ({ endDay }: DatedLine): boolean => endDay <= period_end;
  const getLine = ({ line }: DatedLine): PayoutLine => line;
  const lines = earned.filter(isDue).map(getLine);
  const expected = awaited.filter(isDue).map(getLine);
  const [balance_cents, expected_cents] = [sumPayoutLines(lines), sumPayoutLines(expected)];
  const balanceCents = balance_cents + expected_cents;
  return {
    pays_on: isMade ? payoutDay(period_end) : today,
    period_end,
    balance_cents,
    expected_cents,
    carried:
      lines.length + expected.length === 0
        ? null
        : carriedBecause({ balanceCents, hasBankDetails: bank !== null, isSuspended: false }),
    bank,
    lines,
    expected,
    held: {
      bookings: new Set(held.map((line) => line.booking_id)).size,
      amount_cents: sumPayoutLines(held),
    },
    later: byMonday([...earned, ...awaited].filter((line) => !isDue(line))),
  };
}

/** Fees for cancelling are taken from what the host earns next, whenever the trip was. */
const isHostFee = ({ kind }: LineRow): boolean => kind === "host_fee" || kind === "host_fee_waived";

/** A line with the day on which its trip ended or is expected to end. */
interface DatedLine {
  line: PayoutLine;
  endDay: CalendarDate;
}

/** The Mondays on which the lines are paid, in order. */
function byMonday(lines: readonly DatedLine[]) {
  const mondays = Object.groupBy(lines, ({ endDay }) => payoutDay(endOfPayoutWeek(endDay)));
  return Object.entries(mondays)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([monday, some = []]) => ({
      pays_on: toCalendarDate(monday),
      bookings: new Set(some.map(({ line }) => line.booking_id)).size,
      amount_cents: sumPayoutLines(some.map(({ line }) => line)),
    }));
}

/** @throws DomainError invalid_request for a cursor of another list */
export async function listPayouts(
  ctx: Pick<Ctx, "db" | "keys">,
  user: User,
  cursor: string | undefined,
) {
  const rows = await findHostPayouts(ctx.db, user.id, {
    before: readDateCursor(cursor),
    limit: PAYOUTS_PAGE + 1,
  });
  const shown = rows.slice(0, PAYOUTS_PAGE);
  const last = rows.length > PAYOUTS_PAGE ? shown.at(-1) : undefined;
  return {
    payouts: shown.map((row) => presentPayout(row, opened(ctx, row))),
    next_cursor: last ? encodeCursor(last.period_end) : null,
  };
}

/**
 * The Sunday after which a list continues. @throws DomainError invalid_request for a cursor of
 * another list
 */
export function readDateCursor(cursor: string | undefined): CalendarDate | undefined {
  if (cursor === undefined) return undefined;
  const [date] = decodeCursor(cursor, 1) ?? [];
  if (isCalendarDate(date)) return date;
  throw foreignCursor();
}

/** @throws DomainError not_found, unless the reader is the payout's host or a finance admin */
async function getReadable(ctx: Pick<Ctx, "db">, user: User, id: string): Promise<PayoutRow> {
  const row = await getPayout(ctx.db, id);
  const party = authorize(PAYOUT_POLICY.read, partiesToPayout(row, user), "payout");
  if (party === "admin") requireAdmin("read_money", user);
  return row;
}

/** For the payout's host and admins. @throws DomainError not_found */
export async function readStatement(
  ctx: Pick<Ctx, "db" | "keys">,
  user: User,
  id: string,
): Promise<Output<typeof getPayoutStatement>> {
  const row = await getReadable(ctx, user, id);
  const lines = await readStatementLines(ctx, row);
  return {
    payout: presentPayout(row, opened(ctx, row)),
    host_name: row.host_name,
    is_own: row.host_id === user.id,
    vat_documents: lines.flatMap(({ documents }) => documents),
    lines: lines.map(({ line }) => line),
    totals: toPayoutTotals(lines.map(({ line }) => line)),
  };
}

interface StatementLine {
  line: PayoutLine;
  documents: VatDocument[];
}

/** Deducts the refunds that the host bore before the rental was over. */
const isEarlyDeduction = ({ kind, amount_cents }: LineRow): boolean =>
  kind === "earned" && amount_cents < 0;

/**
 * The lines of a payout, each with its tax documents. A rental or a charge after the trip has those
 * that were issued before the payout was made, so that a statement never changes; a deduction has
 * the notes of its refunds.
 */
async function readStatementLines(
  ctx: Pick<Ctx, "db">,
  payout: PayoutRow,
): Promise<StatementLine[]> {
  const rows = await findPayoutLines(ctx.db, payout.id);
  const documents = await readHostDocuments(ctx, [...new Set(rows.map((row) => row.booking_id))]);
  const deducted = new Set(rows.filter(isEarlyDeduction).map((row) => row.booking_id));
  const belongs = (row: LineRow, given: StatementDocument) => {
    const { document, laterChargeId, decisionId, isAdjustment } = given;
    if (isHostFee(row)) return false; // it pays for nothing
    if (row.refund_id !== null) return decisionId === row.refund_id;
    if (laterChargeId !== (row.charge?.id ?? null)) return false;
    const isOnDeduction = document.kind === "credit_note" && deducted.has(document.booking_id);
    return (
      document.booking_id === row.booking_id &&
      document.issued_at <= payout.created_at &&
      !isAdjustment &&
      (laterChargeId !== null || isOnDeduction === isEarlyDeduction(row))
    );
  };
  return rows.map((row) => ({
    line: presentLine(row),
    documents: documents.filter((each) => belongs(row, each)).map(({ document }) => document),
  }));
}

const amount = (cents: number | null): Cell => (cents === null ? null : { cents });
const STATEMENT: Columns<StatementLine> = {
  booking_number: ({ line }) => line.booking_number,
  booking_id: ({ line }) => line.booking_id,
  kind: ({ line }) => line.kind,
  car: ({ line }) => `${line.year} ${line.make} ${line.model}`,
  title: ({ line }) => line.title,
  start_date: ({ line }) => line.start_date,
  end_date: ({ line }) => line.end_date,
  pickup_time: ({ line }) => line.pickup_time,
  return_time: ({ line }) => line.return_time,
  rental: ({ line }) => amount(line.rental_cents),
  meeting_place_fee: ({ line }) => amount(line.meeting_place_cents),
  extras: ({ line }) => amount(line.extras_cents),
  charge: ({ line }) => line.charge_name,
  charge_after_trip: ({ line }) => amount(line.later_charge_cents),
  platform_share: ({ line }) => amount(line.platform_share_cents),
  amount: ({ line }) => amount(line.amount_cents),
  reason: ({ line }) => line.reason,
  // That in a charge after the trip, too.
  vat_in_rental: ({ documents }) => sumVat(documents, "rental"),
  vat_in_platform_share: ({ documents }) => sumVat(documents, "commission"),
};

/** The VAT of documents about a supply; null without any. */
function sumVat(documents: readonly VatDocument[], supply: VatDocument["supply"]): Cell {
  const some = documents.filter((document) => document.supply === supply);
  return some.length === 0 ? null : { cents: some.reduce((sum, each) => sum + each.vat_cents, 0) };
}

/** The lines of a statement as CSV. @throws DomainError not_found */
export async function exportStatement(
  ctx: Pick<Ctx, "db" | "keys">,
  user: User,
  id: string,
): Promise<string> {
  const lines = await readStatementLines(ctx, await getReadable(ctx, user, id));
  return csvHeading(STATEMENT) + csvLines(STATEMENT, lines);
}
