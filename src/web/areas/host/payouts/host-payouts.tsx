// A host's payouts: next Monday's amount and why, the Mondays after it, and past payouts.
import type { Payout } from "../../../../contract/host/host-payouts.ts";
import { PRODUCT_NAME } from "../../../../domain/brand.ts";
import { formatMonthDayYear, formatUsd } from "../../../../domain/text/format.ts";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { PagedList } from "../../../parts/list/paged-list.tsx";
import { describeAccount, PAYOUT_BADGES } from "../../../parts/payout/payout-text.ts";
import { HOST_SHARE } from "../../../parts/booking/fee-rates.ts";
import { Tips } from "../../../parts/page/side-panels.tsx";
import { TableSkeleton } from "../../../ui/table-skeleton.tsx";
import { paths } from "../../../paths.ts";
import { Link } from "react-router";
import { Badge } from "../../../ui/badge.tsx";
import { DataTable, type Column } from "../../../ui/data-table.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { FailedState } from "../../../ui/failed-state.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useApi } from "../../../api/use-api.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { Later } from "./later-payouts.tsx";
import { Upcoming } from "./upcoming-payout.tsx";
import { usePayouts, useUpcomingPayout } from "./use-host-payouts.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => pageMeta("Payouts");

const TIPS = [
  "We'll pay you every Monday for rentals that ended by Sunday.",
  `You keep ${HOST_SHARE} of each rental, its meeting place and its extras. The renter's fees go to ${PRODUCT_NAME}.`,
  "Refunds that you pay for are taken off, with the reason.",
];

export default function HostPayouts() {
  const upcoming = useUpcomingPayout();
  return (
    <>
      <div>
        <h1 className="text-2xl">Payouts</h1>
        <p className="text-muted-foreground">Every Monday for rentals that ended by Sunday.</p>
      </div>
      <div className="grid items-start gap-6 *:min-w-0 xl:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        {upcoming.data ? (
          <Upcoming upcoming={upcoming.data} />
        ) : upcoming.isPending ? (
          <>
            <p role="status" className="sr-only">
              Loading
            </p>
            <Skeleton className="h-96 rounded-lg" />
          </>
        ) : (
          <Panel>
            <FailedState
              title="Your next payout didn't load."
              text={sentenceFor(upcoming.error, "Please try again in a moment.")}
              busy={upcoming.isFetching}
              onRetry={() => void upcoming.refetch()}
            />
          </Panel>
        )}
        <div className="grid gap-6 md:max-xl:grid-cols-2">
          {upcoming.data ? (
            <Later later={upcoming.data.later} held={upcoming.data.held} />
          ) : (
            upcoming.isPending && <Skeleton className="h-64 rounded-lg" />
          )}
          <Tips title="How it works" tips={TIPS} />
        </div>
      </div>
      <History />
    </>
  );
}

/** A statement for each year with earnings. Renders nothing without any. */
function YearLinks() {
  const { data } = useApi("GET /api/host/yearly-statements", {}, { staleTime: 0 });
  if (!data || data.years.length === 0) return null;
  return (
    <nav aria-label="Yearly statements" className="flex flex-wrap gap-x-4 gap-y-1">
      {data.years.map((year) => (
        <Link key={year} to={paths.hostYear(year)} className="link flex items-center gap-1">
          <Icon name="file-text" size={16} />
          {year} statement
        </Link>
      ))}
    </nav>
  );
}

const payoutId = (id: string): string => `payout-${id}`;

function History() {
  const list = usePayouts();
  const focus = useFocusAfterwards();
  const count = list.data?.pages.reduce((sum, { payouts }) => sum + payouts.length, 0) ?? 0;
  return (
    <section aria-labelledby="history" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="history" className="text-xl">
          Your payouts
        </h2>
        <YearLinks />
      </div>
      <Panel flush>
        <PagedList
          bare
          list={list}
          getItems={(page) => page.payouts}
          failed={{ toast: "Failed to load your payouts", title: "Your payouts didn't load." }}
          status={
            list.data ? `${count} payouts shown` : list.isPending ? "Loading your payouts" : ""
          }
          skeleton={<TableSkeleton />}
          empty={<EmptyState level={3} title="No payouts yet" />}
          elementId={({ id }) => payoutId(id)}
          focus={focus}
        >
          {(payouts) => (
            <DataTable
              label="Your payouts"
              columns={COLUMNS}
              rows={payouts}
              rowKey={({ id }) => id}
            />
          )}
        </PagedList>
      </Panel>
    </section>
  );
}

const COLUMNS: readonly Column<Payout>[] = [
  {
    label: "Rentals up to",
    kind: "lead",
    render: ({ id, period_end }) => (
      <Link id={payoutId(id)} to={paths.hostPayout(id)} className="font-bold hover:underline">
        {formatMonthDayYear(period_end)}
      </Link>
    ),
  },
  {
    label: "Status",
    render: ({ state }) => (
      <Badge variant={PAYOUT_BADGES[state].variant}>{PAYOUT_BADGES[state].label}</Badge>
    ),
  },
  { label: "Account", render: describeAccount },
  { label: "Reference", className: "tabular-nums", render: ({ reference }) => reference },
  {
    label: "Amount",
    end: true,
    className: "font-bold",
    render: ({ amount_cents }) => formatUsd(amount_cents),
  },
];
