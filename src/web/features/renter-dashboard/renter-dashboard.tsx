// The renter's first page: figures, recent bookings, and the ways onward.
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { Link } from "react-router";
import { dollarsToCents, formatUsd } from "../../../domain/money.ts";
import { api } from "../../lib/api.ts";
import { sentenceFor } from "../../lib/problem-sentences.ts";
import { queryKeys, signedIn, useFailureToast } from "../../lib/query.tsx";
import { useSession } from "../../lib/session.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { FailedState } from "../../ui/failed-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Stat, Stats } from "../../ui/stat.tsx";
import { RecentBookings } from "./recent-bookings.tsx";
import { QuickLinks, TravelTips } from "./side-panels.tsx";
import { FiguresSkeleton, RecentSkeleton } from "./skeleton.tsx";

export function RenterDashboard() {
  const { profile } = useSession();
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: queryKeys.dashboard,
    queryFn: ({ signal }) => signedIn((options) => api("GET /api/dashboard", {}, options), signal),
  });
  useFailureToast(data ? null : error, "Failed to load dashboard data");
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-2xl wrap-anywhere">Hello, {profile?.first_name}</h1>
          <p className="text-muted-foreground">Your trips at a glance.</p>
        </div>
        <Button asChild>
          <Link to={paths.browse()}>
            <Search aria-hidden="true" size={20} strokeWidth={1.75} />
            Browse Cars
          </Link>
        </Button>
      </div>
      {isPending && (
        <p role="status" className="sr-only">
          Loading
        </p>
      )}
      {data ? (
        <Stats>
          <Stat label="Total Bookings" value={data.total_bookings} />
          <Stat label="Upcoming Trips" value={data.upcoming_trips} />
          <Stat label="Completed" value={data.completed} />
          <Stat label="Total Spent" value={formatUsd(dollarsToCents(data.total_spent))} detail="Completed rentals" />
        </Stats>
      ) : (
        isPending && <FiguresSkeleton />
      )}
      <div className="grid items-start gap-6 *:min-w-0 xl:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        {data ? (
          <RecentBookings bookings={data.recent} />
        ) : isPending ? (
          <RecentSkeleton />
        ) : (
          <Panel>
            <FailedState
              title="Your dashboard did not load."
              text={sentenceFor(error, "Nothing was changed. Please try again in a moment.")}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          </Panel>
        )}
        <div className="grid gap-6 md:max-xl:grid-cols-2">
          <QuickLinks />
          <TravelTips />
        </div>
      </div>
    </>
  );
}
