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
import { requireAdmin } from "../../../domain/policies/admin.ts";
import { PAYOUT_POLICY, partiesToPayout } from "../../../domain/policies/payout.ts";
import { authorize } from "../../../domain/policies/policy.ts";
import type { Ctx, User } from "../../platform/context.ts";
import { csvHeading, csvLines, type Cell, type Columns } from "../../platform/csv.ts";
import { decodeCursor, encodeCursor, foreignCursor } from "../../platform/database/cursor.ts";
import { opened, readPayoutDetails } from "./payout-details.service.ts";
import { findExpected, findPayoutLines, findUnpaidLines } from "./payout-lines.repository.ts";
import {
  sumPayoutLines,
  presentExpected,
  presentLine,
  presentPayout,
  toPayoutTotals,
} from "./payouts.presenter.ts";
import { hasBatch } from "./payout-batches.repository.ts";
import { findHostPayouts, getPayout } from "./payouts.repository.ts";
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
  const earned = unpaid.filter(isFree).map(presentLine);
  const awaited = coming.filter(isFree).flatMap(presentExpected);
  const held = [
    ...unpaid.filter(({ on_hold }) => on_hold).map(presentLine),
    ...coming.filter(({ on_hold }) => on_hold).flatMap(presentExpected),
  ];
  const isDue = ({ end_date }: PayoutLine): boolean => end_date <= period_end;
  const [lines, expected] = [earned.filter(isDue), awaited.filter(isDue)];
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

/** The Mondays on which the lines are paid, in order. */
function byMonday(lines: readonly PayoutLine[]) {
  const mondays = Object.groupBy(lines, ({ end_date }) => payoutDay(endOfPayoutWeek(end_date)));
  return Object.entries(mondays)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([monday, some = []]) => ({
      pays_on: toCalendarDate(monday),
      bookings: new Set(some.map((line) => line.booking_id)).size,
      amount_cents: sumPayoutLines(some),
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

/** For the payout's host and admins. @throws DomainError not_found */
export async function readStatement(
  ctx: Pick<Ctx, "db" | "keys">,
  user: User,
  id: string,
): Promise<Output<typeof getPayoutStatement>> {
  const row = await getPayout(ctx.db, id);
  const party = authorize(PAYOUT_POLICY.read, partiesToPayout(row, user), "payout");
  if (party === "admin") requireAdmin("read_money", user);
  const lines = (await findPayoutLines(ctx.db, id)).map(presentLine);
  return {
    payout: presentPayout(row, opened(ctx, row)),
    host_name: row.host_name,
    is_own: row.host_id === user.id,
    lines,
    totals: toPayoutTotals(lines),
  };
}

const amount = (cents: number | null): Cell => (cents === null ? null : { cents });
const STATEMENT: Columns<PayoutLine> = {
  booking_number: (line) => line.booking_number,
  booking_id: (line) => line.booking_id,
  kind: (line) => line.kind,
  car: (line) => `${line.year} ${line.make} ${line.model}`,
  title: (line) => line.title,
  start_date: (line) => line.start_date,
  end_date: (line) => line.end_date,
  pickup_time: (line) => line.pickup_time,
  return_time: (line) => line.return_time,
  rental: (line) => amount(line.rental_cents),
  meeting_place_fee: (line) => amount(line.meeting_place_cents),
  extras: (line) => amount(line.extras_cents),
  platform_share: (line) => amount(line.platform_share_cents),
  amount: (line) => amount(line.amount_cents),
  reason: (line) => line.reason,
};

/** The lines of a statement as CSV. @throws DomainError not_found */
export async function exportStatement(
  ctx: Pick<Ctx, "db" | "keys">,
  user: User,
  id: string,
): Promise<string> {
  const { lines } = await readStatement(ctx, user, id);
  return csvHeading(STATEMENT) + csvLines(STATEMENT, lines);
}
