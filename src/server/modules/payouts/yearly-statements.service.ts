// A host's yearly statement: earnings and payouts by month, from the ledger. Like payouts, it does
// not need the host role, since the money stays theirs.
import type { getYearlyStatement } from "../../../contract/host/yearly-statements.ts";
import type { Output } from "../../../contract/endpoint.ts";
import { todayInNassau } from "../../../domain/calendar/dates.ts";
import {
  netCents,
  sumMonths,
  type HostMonth,
  type HostTotals,
} from "../../../domain/money/books/yearly-statement.ts";
import type { DataCtx, User } from "../../platform/context.ts";
import { csvHeading, csvLines, type Columns } from "../../platform/csv.ts";
import { readHostVat, type HostVat } from "../vat/vat-document-reads.service.ts";
import { findUserNames } from "../accounts/accounts.service.ts";
import {
  findFirstYear,
  findHostMonths,
  startOfYear,
  findOpeningBalance,
} from "./yearly-statements.repository.ts";

const currentYear = ({ clock }: Pick<DataCtx, "clock">): number =>
  Number(todayInNassau(clock.now()).slice(0, 4));

/** The years with a statement, newest first: from the host's first earnings to the current one. */
export async function listYears(ctx: DataCtx, { id }: User): Promise<{ years: number[] }> {
  const first = await findFirstYear(ctx.db, id);
  if (first === null) return { years: [] };
  const last = currentYear(ctx);
  return { years: Array.from({ length: last - first + 1 }, (_, back) => last - back) };
}

export async function readYear(
  ctx: DataCtx,
  { id }: User,
  year: number,
): Promise<Output<typeof getYearlyStatement>> {
  const [months, opening_balance_cents, names, vat] = await Promise.all([
    findHostMonths(ctx.db, id, year),
    findOpeningBalance(ctx.db, id, year),
    findUserNames(ctx.db, [id]),
    readHostVat(ctx, id, { from: startOfYear(year), to: startOfYear(year + 1) }),
  ]);
  const totals = withNet(sumMonths(months));
  return {
    year,
    is_over: year < currentYear(ctx),
    host_name: names.get(id) ?? "",
    opening_balance_cents,
    months: months.map((month) => ({ month: month.month, ...withNet(month) })),
    totals,
    vat,
    closing_balance_cents: opening_balance_cents + totals.net_cents - totals.paid_cents,
  };
}

const withNet = ({ paid_cents, ...amounts }: HostTotals) => ({
  trips: amounts.trips,
  rentals_cents: amounts.rentals_cents,
  meeting_places_cents: amounts.meeting_places_cents,
  extras_cents: amounts.extras_cents,
  fee_cents: amounts.fee_cents,
  refunds_cents: amounts.refunds_cents,
  deposits_cents: amounts.deposits_cents,
  adjustments_cents: amounts.adjustments_cents,
  net_cents: netCents(amounts),
  paid_cents,
});

type Row = HostMonth & {
  net_cents: number;
  vat: HostVat | null;
};
const COLUMNS: Columns<Row> = {
  month: (row) => row.month,
  trips: (row) => row.trips,
  rentals: ({ rentals_cents: cents }) => ({ cents }),
  meeting_places: ({ meeting_places_cents: cents }) => ({ cents }),
  extras: ({ extras_cents: cents }) => ({ cents }),
  platform_fee: ({ fee_cents: cents }) => ({ cents }),
  refunds: ({ refunds_cents: cents }) => ({ cents }),
  deposits: ({ deposits_cents: cents }) => ({ cents }),
  adjustments: ({ adjustments_cents: cents }) => ({ cents }),
  earned: ({ net_cents: cents }) => ({ cents }),
  paid_out: ({ paid_cents: cents }) => ({ cents }),
  vat_in_rentals: ({ vat }) => (vat ? { cents: vat.rentals_cents } : null),
  vat_in_platform_fee: ({ vat }) => (vat ? { cents: vat.fee_cents } : null),
};

/** The months of a year and their total as CSV, in dollars. VAT is that of the whole year. */
export async function exportYear(ctx: DataCtx, user: User, year: number): Promise<string> {
  const { months, totals, vat } = await readYear(ctx, user, year);
  const rows = [
    ...months.map((month) => ({ ...month, vat: null })),
    { month: `${year}`, ...totals, vat },
  ];
  return csvHeading(COLUMNS) + csvLines(COLUMNS, rows);
}
