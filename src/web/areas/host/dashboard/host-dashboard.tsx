// A host's first page: pending requests, figures, earnings, recent bookings, next trips and links.
import { useState, type ReactNode } from "react";
import { Link } from "react-router";
import type { Api } from "../../../../contract/index.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { dollarsToCents } from "../../../../domain/money/money.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { FiguresSkeleton, RecentSkeleton } from "../../../parts/booking/dashboard-skeletons.tsx";
import { PLATFORM_SHARE } from "../../../parts/booking/fee-rates.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { useApi, useFailureToast } from "../../../api/use-api.ts";
import { RecentBookings } from "../../../parts/booking/recent-bookings.tsx";
import { useSession } from "../../../session/session.ts";
import { QuickLinks, Tips, type QuickLink } from "../../../parts/page/side-panels.tsx";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { FailedState } from "../../../ui/failed-state.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Stat, Stats } from "../../../ui/stat.tsx";
import { EmptyArt } from "../../../ui/empty-art.tsx";
import { Checklist } from "./checklist.tsx";
import { Earnings } from "./earnings.tsx";
import { Inspections } from "./inspections.tsx";
import { NextTrips } from "./next-trips.tsx";
import { WaitingRequests } from "../bookings/waiting-requests.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { Icon } from "../../../ui/icon.tsx";
import { fullName } from "../../../parts/person/full-name.ts";

export const meta = () => pageMeta("Host Dashboard");

export default function HostDashboardPage() {
  return (
    <HostDashboard
      renderRequests={({ requests, pending_bookings }) => (
        <WaitingRequests requests={requests} total={pending_bookings} />
      )}
    />
  );
}

export type HostDashboardData = Api["GET /api/host/dashboard"]["output"];

const LINKS: readonly QuickLink[] = [
  { to: paths.hostNewListing(), label: "Add a new car", icon: "circle-plus" },
  { to: paths.hostListings(), label: "Your listings", icon: "car" },
  { to: paths.hostCalendar(), label: "Calendar", icon: "calendar-days" },
  { to: paths.hostBookings(), label: "Bookings", icon: "calendar-check" },
];

const TIPS = [
  "Five photos or more: front, side, back, seats, boot. Morning light is kindest.",
  "Instant book means no 24-hour deadline.",
  "Write the pickup instructions once. We'll send them with each confirmation.",
];

/** `renderRequests` renders the pending requests, given the figures. */
function HostDashboard({
  renderRequests,
}: {
  renderRequests: (figures: HostDashboardData) => ReactNode;
}) {
  const { profile } = useSession();
  const [today] = useState(() => todayInNassau(new Date()));
  const { data, error, isPending, isFetching, refetch } = useApi(
    "GET /api/host/dashboard",
    {},
    // The steps of the checklist are taken on other pages.
    { staleTime: 0 },
  );
  useFailureToast(data ? null : error, "Failed to load dashboard data");
  return (
    <>
      <Heading firstName={profile?.first_name} />
      {isPending && (
        <p role="status" className="sr-only">
          Loading
        </p>
      )}
      {data && <Checklist items={data.checklist} />}
      <Inspections />
      {data && renderRequests(data)}
      {data ? <Figures figures={data} /> : isPending && <FiguresSkeleton />}
      <div className="grid items-start gap-6 *:min-w-0 xl:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        <div className="grid gap-6 *:min-w-0">
          {data ? (
            <>
              <Earnings months={data.months} />
              <RecentBookings
                bookings={data.recent}
                list={paths.hostBookings}
                renderLine={({ renter }) => fullName(renter)}
                empty={<NoBookings />}
              />
            </>
          ) : isPending ? (
            <>
              <Skeleton className="h-96 rounded-lg" />
              <RecentSkeleton />
            </>
          ) : (
            <Panel>
              <FailedState
                title="Your dashboard didn't load."
                text={sentenceFor(error, "Please try again in a moment.")}
                busy={isFetching}
                onRetry={() => void refetch()}
              />
            </Panel>
          )}
        </div>
        <div className="grid gap-6 md:max-xl:grid-cols-2">
          {data ? (
            <NextTrips today={today} pickups={data.next_pickups} returns={data.next_returns} />
          ) : (
            isPending && <Skeleton className="h-64 rounded-lg" />
          )}
          <QuickLinks links={LINKS} />
          <Tips title="Tips" tips={TIPS} />
        </div>
      </div>
    </>
  );
}

function Heading({ firstName }: { firstName: string | undefined }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h1 className="min-w-0 text-2xl wrap-anywhere">Hello, {firstName}</h1>
      <Button asChild>
        <Link to={paths.hostNewListing()}>
          <Icon name="plus" />
          Add New Car
        </Link>
      </Button>
    </div>
  );
}

function Figures({ figures }: { figures: HostDashboardData }) {
  const { pending_bookings: pending } = figures;
  return (
    <Stats>
      <Stat
        label="Total Listings"
        value={figures.total_listings}
        detail={`${figures.active_listings} active`}
      />
      <Stat
        label="Total Bookings"
        value={figures.total_bookings}
        detail={`${pending} pending approval`}
      />
      <Stat
        label="Total Earnings"
        value={formatUsd(dollarsToCents(figures.total_earnings))}
        detail={`Completed rentals, before the ${PLATFORM_SHARE} fee. You earned ${formatUsd(figures.earned_cents)}.`}
      />
      <Stat
        label="This Month"
        value={figures.this_month_bookings}
        detail="Booked this month and already completed"
      />
    </Stats>
  );
}

function NoBookings() {
  return (
    <EmptyState
      art={<EmptyArt of="plans" />}
      level={3}
      title="No bookings yet"
      text="List your first car to get started."
      actions={
        <Button asChild variant="secondary">
          <Link to={paths.hostNewListing()}>Add your first car</Link>
        </Button>
      }
    />
  );
}
