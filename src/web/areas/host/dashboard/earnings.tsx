// What the host earned by month, after commission and refunds: this month's figure, a chart, and
// the same as a table.
import { useSearchParams } from "react-router";
import type { Api } from "../../../../contract/index.ts";
import {
  formatCounted,
  formatMonth,
  formatShortMonth,
  formatUsd,
  formatUsdCompact,
  formatUsdShort,
} from "../../../../domain/text/format.ts";
import { PLATFORM_SHARE } from "../../../parts/booking/fee-rates.ts";
import { BarChart } from "../../../ui/chart/bar-chart.tsx";
import { DataTable, type Column } from "../../../ui/data-table.tsx";
import { Chip } from "../../../ui/form/chip.tsx";
import { Panel } from "../../../ui/panel.tsx";

type MonthEarnings = Api["GET /api/host/dashboard"]["output"]["months"][number];

export function Earnings({ months: all }: { months: readonly MonthEarnings[] }) {
  const [search, setSearch] = useSearchParams();
  const year = search.get("period") === "year";
  const months = year ? all : all.slice(-6);
  const current = all.at(-1);
  const bars = months.map(({ month, earned_cents }) => ({
    name: formatShortMonth(month),
    value: earned_cents,
  }));
  const any = months.some(({ trips }) => trips > 0);
  const show = (period: string | null) =>
    setSearch(period === null ? {} : { period }, { replace: true, preventScrollReset: true });
  return (
    <Panel as="section" aria-labelledby="earnings" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="earnings" className="text-xl">
            You earned
          </h2>
          <p className="text-sm text-muted-foreground">
            By the month a trip ended, after the {PLATFORM_SHARE} fee and refunds
          </p>
        </div>
        <div role="group" aria-label="Period" className="flex gap-2">
          <Chip pressed={!year} onClick={() => show(null)}>
            6 months
          </Chip>
          <Chip pressed={year} onClick={() => show("year")}>
            Year
          </Chip>
        </div>
      </div>
      {current && (
        <p className="tabular-nums">
          <b className="text-lg">{formatUsd(current.earned_cents)}</b>{" "}
          <span className="text-sm text-muted-foreground">
            in {formatMonth(current.month)} from {formatCounted(current.trips, "trip", "trips")},{" "}
            {formatCounted(current.days, "day", "days")} rented
          </span>
        </p>
      )}
      {any ? (
        <BarChart
          className="mt-2"
          label={`Earnings by month: ${bars.map(({ name, value }) => `${name} ${formatUsdShort(value)}`).join(", ")}`}
          bars={bars}
          format={formatUsdShort}
          formatShort={formatUsdCompact}
        />
      ) : (
        <p className="py-10 text-center text-muted-foreground">
          No completed trips in the last {year ? "twelve" : "six"} months.
        </p>
      )}
      <details className="text-sm">
        <summary className="link min-h-6 w-fit cursor-pointer">Show as a table</summary>
        <div className="mt-3 overflow-hidden rounded-md shadow-[inset_0_0_0_1px_var(--border)]">
          <DataTable
            label="Earnings by month"
            columns={COLUMNS}
            rows={months}
            rowKey={({ month }) => month}
          />
        </div>
      </details>
    </Panel>
  );
}

const COLUMNS: readonly Column<MonthEarnings>[] = [
  {
    label: "Month",
    kind: "lead",
    className: "font-bold",
    render: ({ month }) => formatMonth(month),
  },
  { label: "Trips", end: true, render: ({ trips }) => trips },
  { label: "Days rented", end: true, render: ({ days }) => days },
  { label: "You earned", end: true, render: ({ earned_cents }) => formatUsd(earned_cents) },
];
