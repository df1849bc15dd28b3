// Earnings from completed rentals by month: a chart, and the same as a table.
import { useSearchParams } from "react-router";
import { dollarsToCents } from "../../../../domain/money/money.ts";
import {
  formatMonth,
  formatShortMonth,
  formatUsd,
  formatUsdShort,
} from "../../../../domain/text/format.ts";
import { PLATFORM_SHARE } from "../../../parts/booking/fee-rates.ts";
import { BarChart } from "../../../ui/chart/bar-chart.tsx";
import { Chip } from "../../../ui/form/chip.tsx";
import { Panel } from "../../../ui/panel.tsx";

export interface MonthEarnings {
  /** yyyy-MM. */
  month: string;
  /** Dollars. */
  earnings: number;
}

export function Earnings({ months: all }: { months: readonly MonthEarnings[] }) {
  const [search, setSearch] = useSearchParams();
  const year = search.get("period") === "year";
  const months = year ? all : all.slice(-6);
  const bars = months.map(({ month, earnings }) => ({
    name: formatShortMonth(month),
    value: dollarsToCents(earnings),
  }));
  const any = bars.some(({ value }) => value > 0);
  const show = (period: string | null) =>
    setSearch(period === null ? {} : { period }, { replace: true, preventScrollReset: true });
  return (
    <Panel as="section" aria-labelledby="earnings" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="earnings" className="text-xl">
            Earnings
          </h2>
          <p className="text-sm text-muted-foreground">
            Completed rentals by month, before the {PLATFORM_SHARE} fee
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
      {any ? (
        <BarChart
          className="mt-2"
          label={`Earnings by month: ${bars.map(({ name, value }) => `${name} ${formatUsdShort(value)}`).join(", ")}`}
          bars={bars}
          format={formatUsdShort}
        />
      ) : (
        <p className="py-10 text-center text-muted-foreground">
          No completed rentals in the last {year ? "twelve" : "six"} months.
        </p>
      )}
      <details className="text-sm">
        <summary className="link min-h-6 w-fit cursor-pointer">Show as a table</summary>
        <table className="mt-3 w-full tabular-nums">
          <thead>
            <tr className="border-b border-border text-left text-muted-foreground">
              <th scope="col" className="py-2 font-medium">
                Month
              </th>
              <th scope="col" className="py-2 text-right font-medium">
                Earnings
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-border">
            {months.map(({ month, earnings }) => (
              <tr key={month}>
                <td className="py-2">{formatMonth(month)}</td>
                <td className="py-2 text-right">{formatUsd(dollarsToCents(earnings))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Panel>
  );
}
