// A host's year: earnings and payouts by month, to print or to take along as CSV. Only the
// statement is printed.
import { Link } from "react-router";
import type { Api } from "../../../../contract/index.ts";
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatLong, formatMonth, formatUsd } from "../../../../domain/text/format.ts";
import { isRefused } from "../../../api/api.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { useApi } from "../../../api/use-api.ts";
import { ExportButton } from "../../../parts/list/export-button.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { paths } from "../../../paths.ts";
import { Breakdown } from "../../../ui/breakdown.tsx";
import { Button } from "../../../ui/button.tsx";
import { DataTable, type Column } from "../../../ui/data-table.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { FailedState } from "../../../ui/failed-state.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { Route } from "./+types/yearly-statement";

type Statement = Api["GET /api/host/yearly-statements/{year}"]["output"];

export const meta = ({ params }: Route.MetaArgs) => pageMeta(`${params.year} Statement`);

export default function YearlyStatementPage({ params: { year } }: Route.ComponentProps) {
  const { data, error, isPending, isFetching, refetch } = useApi(
    "GET /api/host/yearly-statements/{year}",
    { params: { year } },
    { staleTime: 0 },
  );
  if (data) return <Loaded statement={data} />;
  if (isPending)
    return (
      <>
        <p role="status" className="sr-only">
          Loading
        </p>
        <Skeleton className="h-9 w-64" />
        <Skeleton className="h-96 rounded-lg" />
      </>
    );
  return (
    <Panel>
      {isRefused(error) ? (
        <EmptyState
          level={1}
          title="Statement not found"
          actions={
            <Button asChild>
              <Link to={paths.hostPayouts()}>See your payouts</Link>
            </Button>
          }
        />
      ) : (
        <FailedState
          level={1}
          title="The statement didn't load."
          text={sentenceFor(error, "Please try again in a moment.")}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Panel>
  );
}

function Loaded({ statement }: { statement: Statement }) {
  return (
    <>
      <Heading statement={statement} />
      {statement.months.length > 0 ? (
        <>
          <Panel flush className="print:shadow-none">
            <DataTable
              label="Months"
              columns={COLUMNS}
              rows={statement.months}
              rowKey={({ month }) => month}
            />
          </Panel>
          <Sum statement={statement} />
        </>
      ) : (
        <Panel>
          <EmptyState title={`Nothing was earned or paid in ${statement.year}`} />
        </Panel>
      )}
    </>
  );
}

const lastDay = ({ year, is_over }: Statement): string =>
  formatLong(is_over ? `${year}-12-31` : todayInNassau(new Date()));

function Heading({ statement }: { statement: Statement }) {
  const { year, is_over, host_name } = statement;
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div className="grid gap-1">
        <Link
          to={paths.hostPayouts()}
          className="link flex w-fit items-center gap-1 text-sm print:hidden"
        >
          <Icon name="arrow-left" size={16} />
          Payouts
        </Link>
        <p className="hidden font-display text-lg font-title print:block">{PRODUCT_NAME}</p>
        <h1 className="text-2xl">{year} statement</h1>
        <p className="text-muted-foreground">
          {host_name}, {formatLong(`${year}-01-01`)} to {lastDay(statement)}
          {!is_over && " (to date)"}
        </p>
      </div>
      <div className="flex flex-wrap gap-3 print:hidden">
        <ExportButton
          route="GET /api/host/yearly-statements/{year}/statement.csv"
          call={{ params: { year: String(year) } }}
          name={`statement-${year}`}
        />
        <Button onClick={() => print()}>
          <Icon name="printer" size={18} />
          Print
        </Button>
      </div>
    </div>
  );
}

type Month = Statement["months"][number];
const amountColumn = (
  label: string,
  key: Exclude<keyof Month, "month" | "trips">,
): Column<Month> => ({ label, end: true, render: (row) => formatUsd(row[key]) });

const COLUMNS: readonly Column<Month>[] = [
  {
    label: "Month",
    kind: "lead",
    className: "font-bold",
    render: ({ month }) => formatMonth(month),
  },
  { label: "Trips", end: true, render: ({ trips }) => trips },
  amountColumn("Rentals", "rentals_cents"),
  {
    label: "Places and extras",
    end: true,
    render: (row) => formatUsd(row.meeting_places_cents + row.extras_cents),
  },
  amountColumn(`${PRODUCT_NAME} fee`, "fee_cents"),
  amountColumn("Refunds", "refunds_cents"),
  {
    label: "Deposits and adjustments",
    end: true,
    render: (row) => formatUsd(row.deposits_cents + row.adjustments_cents),
  },
  amountColumn("Earned", "net_cents"),
  amountColumn("Paid out", "paid_cents"),
];

/** From the year's rentals to what is still owed at its end. */
function Sum({ statement }: { statement: Statement }) {
  const { totals, vat, opening_balance_cents, closing_balance_cents, is_over, year } = statement;
  const line = (label: string, cents: number) => ({ label, amount: formatUsd(cents) });
  return (
    <Breakdown
      className="ml-auto w-full max-w-[26rem] break-inside-avoid"
      lines={[
        line(totals.trips === 1 ? "1 rental" : `${totals.trips} rentals`, totals.rentals_cents),
        ...(totals.meeting_places_cents === 0
          ? []
          : [line("Meeting places", totals.meeting_places_cents)]),
        ...(totals.extras_cents === 0 ? [] : [line("Extras", totals.extras_cents)]),
        line(`${PRODUCT_NAME} fee`, totals.fee_cents),
        line("Refunds", totals.refunds_cents),
        ...(totals.deposits_cents === 0
          ? []
          : [line("From renters' deposits", totals.deposits_cents)]),
        ...(totals.adjustments_cents === 0 ? [] : [line("Adjustments", totals.adjustments_cents)]),
        { ...line(`Earned in ${year}`, totals.net_cents), kind: "total" },
        ...(vat === null || vat.rentals_cents === 0
          ? []
          : [
              {
                ...line(
                  `VAT in rentals and charges after trips, on cards charged in ${year}`,
                  vat.rentals_cents,
                ),
                kind: "sub" as const,
              },
            ]),
        ...(vat === null || vat.fee_cents === 0
          ? []
          : [
              {
                ...line(`VAT in our fees on both, on cards charged in ${year}`, vat.fee_cents),
                kind: "sub" as const,
              },
            ]),
        line(`Carried over from before ${year}`, opening_balance_cents),
        line("Paid out", -totals.paid_cents),
        {
          ...line(
            is_over ? `Owed to you at the end of ${year}` : "Owed to you now",
            closing_balance_cents,
          ),
          kind: "due",
        },
      ]}
    />
  );
}
