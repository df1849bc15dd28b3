// The renter's first page: figures, recent bookings and links.
import { Link } from "react-router";
import { dollarsToCents } from "../../../../domain/money/money.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import { carName } from "../../../parts/page/shared-text.ts";
import { FiguresSkeleton, RecentSkeleton } from "../../../parts/booking/dashboard-skeletons.tsx";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import type { EndpointOutput } from "../../../api/api-cache.ts";
import { useApi, useFailureToast } from "../../../api/use-api.ts";
import { RecentBookings } from "../../../parts/booking/recent-bookings.tsx";
import { BeforePickup } from "../../../parts/booking/trip/before-pickup.tsx";
import { OpenCheckouts } from "../../../parts/booking/trip/open-checkouts.tsx";
import { useSession } from "../../../session/session.ts";
import { QuickLinks, Tips, type QuickLink } from "../../../parts/page/side-panels.tsx";
import { VISITOR_LICENCE } from "../../../parts/page/renting-facts.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { FailedState } from "../../../ui/failed-state.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Stat, Stats } from "../../../ui/stat.tsx";
import { EmptyArt } from "../../../ui/empty-art.tsx";
import { CreditNote } from "./credit-note.tsx";
import { RenterDashboardSkeleton } from "./dashboard-skeleton.tsx";
import { NextTrip } from "./next-trip.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { Icon } from "../../../ui/icon.tsx";

export const meta = () => pageMeta("Dashboard");

/** The layout shows it until the session is known. */
export const handle = { Skeleton: RenterDashboardSkeleton };

const LINKS: readonly QuickLink[] = [
  { to: paths.browse(), label: "Browse cars", icon: "search" },
  { to: paths.bookings(), label: "My bookings", icon: "calendar-check" },
  { to: paths.profile(), label: "Your profile", icon: "user" },
];

/** Hosts also arrive here after signing in. */
const HOST_LINKS: readonly QuickLink[] = [
  { to: paths.hostDashboard(), label: "Host dashboard", icon: "car" },
  { to: paths.hostNewListing(), label: "List a car", icon: "circle-plus" },
];

const TIPS = [
  "Drive on the left, and give way to traffic from the right at roundabouts. Many cars are still left-hand drive.",
  `Bring your licence. ${VISITOR_LICENCE}`,
  "On the smaller islands, fill up before evenings and Sundays: stations are few and close early.",
  "Check the car with your host at pickup and take photos, inside and out.",
];

export default function RenterDashboard() {
  const { profile, hasRole } = useSession();
  const { data, error, isPending, isFetching, refetch } = useApi("GET /api/dashboard", {});
  useFailureToast(data ? null : error, "Failed to load dashboard data");
  const figures = data ? <Figures data={data} /> : isPending && <FiguresSkeleton />;
  // A new account sees how to get started before it sees four zeros.
  const isNew = data?.total_bookings === 0;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="min-w-0 text-2xl wrap-anywhere">Hello, {profile?.first_name}</h1>
        <Button asChild>
          <Link to={paths.browse()}>
            <Icon name="search" />
            Browse Cars
          </Link>
        </Button>
      </div>
      {isPending && (
        <p role="status" className="sr-only">
          Loading
        </p>
      )}
      <OpenCheckouts />
      <CreditNote />
      {data?.next_trip && (
        <>
          <NextTrip booking={data.next_trip} />
          <BeforePickup booking={data.next_trip} />
        </>
      )}
      {!isNew && figures}
      <div className="grid items-start gap-6 *:min-w-0 xl:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        {data ? (
          <RecentBookings
            bookings={data.recent}
            list={paths.bookings}
            renderLine={({ car }) => (
              <>
                {carName(car)} &middot; {car.location}
              </>
            )}
            empty={<NoBookings />}
          />
        ) : isPending ? (
          <RecentSkeleton />
        ) : (
          <Panel>
            <FailedState
              title="We couldn't load your dashboard."
              text={sentenceFor(error, "Please try again in a moment.")}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          </Panel>
        )}
        <div className="grid gap-6 md:max-xl:grid-cols-2">
          <QuickLinks links={hasRole("host") ? [...LINKS, ...HOST_LINKS] : LINKS} />
          <Tips title="Travel tips" tips={TIPS} />
        </div>
      </div>
      {isNew && figures}
    </>
  );
}

function Figures({ data }: { data: EndpointOutput<"GET /api/dashboard"> }) {
  return (
    <Stats>
      <Stat label="Total Bookings" value={data.total_bookings} />
      <Stat label="Upcoming Trips" value={data.upcoming_trips} />
      <Stat label="Completed" value={data.completed} />
      <Stat
        label="Total Spent"
        value={formatUsd(dollarsToCents(data.total_spent))}
        detail="Completed rentals"
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
      text="Pick an island and dates to get started."
      actions={
        <Button asChild variant="secondary">
          <Link to={paths.browse()}>Find your first car</Link>
        </Button>
      }
    />
  );
}
