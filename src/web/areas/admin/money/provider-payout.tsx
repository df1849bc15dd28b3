// One payout of the card provider with its lines: charges, refunds, disputes and fees.
import { Link } from "react-router";
import type { ProviderPayoutLine } from "../../../../contract/admin/provider-payouts.ts";
import type { Api } from "../../../../contract/index.ts";
import { toCalendarDate } from "../../../../domain/calendar/dates.ts";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import { formatInstant, formatMonthDayYear, formatUsd } from "../../../../domain/text/format.ts";
import { isRefused } from "../../../api/api.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { useApi } from "../../../api/use-api.ts";
import { BookingNumber } from "../../../parts/booking/booking-number.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { DataTable, type Column } from "../../../ui/data-table.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { FailedState } from "../../../ui/failed-state.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { matchBadge, PROVIDER_STATUS } from "./provider-payouts.tsx";
import type { Route } from "./+types/provider-payout";

type Details = Api["GET /api/admin/provider-payouts/{payout_id}"]["output"];

export const meta = () => pageMeta("Provider Payout, Admin");

export default function ProviderPayoutPage({ params }: Route.ComponentProps) {
  const { data, error, isPending, isFetching, refetch } = useApi(
    "GET /api/admin/provider-payouts/{payout_id}",
    { params: { payout_id: params.payoutId } },
  );
  if (data) return <Loaded details={data} />;
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
          title="Payout not found"
          actions={
            <Button asChild>
              <Link to={paths.adminMoney()}>See the money page</Link>
            </Button>
          }
        />
      ) : (
        <FailedState
          level={1}
          title="The payout didn't load."
          text={sentenceFor(error, "Please try again in a moment.")}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Panel>
  );
}

/** The provider names a day, by its midnight in UTC, which is the evening before in Nassau. */
const formatArrival = ({ arrives_at }: Details["payout"]): string =>
  formatMonthDayYear(toCalendarDate(arrives_at.slice(0, 10)));

function Loaded({ details: { payout, lines } }: { details: Details }) {
  const { label, variant } = matchBadge(payout);
  return (
    <>
      <div className="grid gap-1">
        <Link to={paths.adminMoney()} className="link flex w-fit items-center gap-1 text-sm">
          <Icon name="arrow-left" size={16} />
          Money
        </Link>
        <h1 className="text-2xl">Payout to our bank</h1>
      </div>
      <Panel>
        <Facts
          className="grid-cols-1 sm:grid-cols-3"
          facts={[
            { label: "Amount", value: formatUsd(payout.amount_cents) },
            { label: "Status", value: PROVIDER_STATUS[payout.status] },
            { label: "Compared", value: <Badge variant={variant}>{label}</Badge> },
            { label: "Made on", value: formatInstant(new Date(payout.created_at)) },
            { label: "Expected at the bank", value: formatArrival(payout) },
            { label: "Provider's number", value: payout.id },
            ...(lines.length > 0 && payout.difference_cents !== 0
              ? [{ label: "Missing in the lines", value: formatUsd(payout.difference_cents) }]
              : []),
          ]}
        />
      </Panel>
      <Panel flush>
        {lines.length > 0 ? (
          <DataTable label="Lines" columns={COLUMNS} rows={lines} rowKey={({ id }) => id} />
        ) : (
          <EmptyState
            title="No lines yet"
            text="The card provider hasn't listed what this payout consists of."
          />
        )}
      </Panel>
    </>
  );
}

const COLUMNS: readonly Column<ProviderPayoutLine>[] = [
  {
    label: "What",
    kind: "lead",
    render: ({ kind, type, created_at }) => (
      <>
        <span className="block font-bold">
          {capitalised((kind === "other" ? type : kind).replaceAll("_", " "))}
        </span>
        <span className="text-muted-foreground">{formatInstant(new Date(created_at))}</span>
      </>
    ),
  },
  {
    label: "Booking",
    render: ({ booking_id, booking_number }) =>
      booking_id &&
      booking_number && (
        <Link to={paths.adminBookings({ booking: booking_id })} className="link">
          <BookingNumber number={booking_number} />
        </Link>
      ),
  },
  {
    label: "Our books",
    render: ({ is_matched }) => (
      <Badge variant={is_matched ? "palm" : "destructive"}>
        {is_matched ? "Matched" : "Unmatched"}
      </Badge>
    ),
  },
  { label: "Amount", end: true, render: ({ amount_cents }) => formatUsd(amount_cents) },
  { label: "Fee", end: true, render: ({ fee_cents }) => formatUsd(-fee_cents) },
  {
    label: "Net",
    end: true,
    className: "font-bold",
    render: ({ amount_cents, fee_cents }) => formatUsd(amount_cents - fee_cents),
  },
];
