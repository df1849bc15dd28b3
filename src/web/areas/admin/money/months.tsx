// The money moved in each of the last twelve months: a chart of one figure, and a table of all.
import { useSearchParams } from "react-router";
import type { MonthFigures } from "../../../../contract/admin/admin-money.ts";
import {
  formatMonth,
  formatShortMonth,
  formatUsd,
  formatUsdCompact,
  formatUsdShort,
} from "../../../../domain/text/format.ts";
import { BarChart } from "../../../ui/chart/bar-chart.tsx";
import { Chip } from "../../../ui/form/chip.tsx";
import { DataTable, type Column } from "../../../ui/data-table.tsx";
import { Panel } from "../../../ui/panel.tsx";

type Figure = Exclude<keyof MonthFigures, "month">;

const FIGURES: readonly { key: string; of: Figure; label: string; means: string }[] = [
  {
    key: "charged",
    of: "charged_cents",
    label: "Charged",
    means: "Taken from cards: rentals with their fees.",
  },
  {
    key: "platform_fees",
    of: "platform_fees_cents",
    label: "Platform fees",
    means: "Earned when rentals end, less what the platform pays for refunds and lost disputes.",
  },
  {
    key: "vat",
    of: "vat_cents",
    label: "VAT",
    means: "The platform's VAT on cards charged, less its credit notes.",
  },
  { key: "refunded", of: "refunded_cents", label: "Refunds", means: "Returned to cards." },
  {
    key: "provider_fees",
    of: "provider_fees_cents",
    label: "Provider's fees",
    means: "Kept by the card provider, for charges and for disputes.",
  },
  {
    key: "paid_out",
    of: "paid_out_cents",
    label: "Paid out",
    means: "Made for hosts, less what came back.",
  },
];

/** VAT is shown once there is any. */
const chooseFigures = (months: readonly MonthFigures[]): typeof FIGURES =>
  FIGURES.filter(({ of }) => of !== "vat_cents" || months.some((month) => month[of] !== 0));

export function Months({ months }: { months: readonly MonthFigures[] }) {
  const [search, setSearch] = useSearchParams();
  const shown = FIGURES.find(({ key }) => key === search.get("figure")) ?? FIGURES[0]!;
  const bars = months.map((each) => ({
    name: formatShortMonth(each.month),
    value: each[shown.of],
  }));
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  const show = (key: string) =>
    setSearch(
      (now) => {
        if (key === FIGURES[0]?.key) now.delete("figure");
        else now.set("figure", key);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Panel as="section" aria-labelledby="months" className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="months" className="text-xl">
            Month by month
          </h2>
          <p className="text-sm text-muted-foreground">{shown.means}</p>
        </div>
        <p className="tabular-nums">
          <b className="text-lg">{formatUsd(total)}</b>{" "}
          <span className="text-sm text-muted-foreground">in the last twelve months</span>
        </p>
      </div>
      <div role="group" aria-label="Figure" className="flex flex-wrap gap-2">
        {chooseFigures(months).map(({ key, label }) => (
          <Chip key={key} pressed={key === shown.key} onClick={() => show(key)}>
            {label}
          </Chip>
        ))}
      </div>
      {bars.some(({ value }) => value !== 0) ? (
        <BarChart
          className="mt-2"
          label={`${shown.label} by month: ${bars.map(({ name, value }) => `${name} ${formatUsd(value)}`).join(", ")}`}
          bars={bars}
          format={formatUsdShort}
          formatShort={formatUsdCompact}
        />
      ) : (
        <p className="py-10 text-center text-muted-foreground">
          No money moved in the last twelve months.
        </p>
      )}
      <details className="text-sm">
        <summary className="link min-h-6 w-fit cursor-pointer">Show as a table</summary>
        <div className="mt-3 overflow-hidden rounded-md shadow-[inset_0_0_0_1px_var(--border)]">
          <DataTable
            label="Months"
            columns={listColumns(months)}
            rows={months.toReversed()}
            rowKey={({ month }) => month}
          />
        </div>
      </details>
    </Panel>
  );
}

const listColumns = (months: readonly MonthFigures[]): Column<MonthFigures>[] => [
  {
    label: "Month",
    kind: "lead",
    className: "font-bold",
    render: ({ month }) => formatMonth(month),
  },
  ...chooseFigures(months).map(({ of, label }): Column<MonthFigures> => ({
    label,
    end: true,
    render: (row) => formatUsd(row[of]),
  })),
];
