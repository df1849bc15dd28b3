// The placeholder of the renter's dashboard while it loads.
import { FiguresSkeleton, RecentSkeleton } from "../../../parts/booking/dashboard-skeletons.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

/** The whole page, as the server renders it. */
export function RenterDashboardSkeleton() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-2">
          <Skeleton className="h-8 w-64 max-w-full" />
          <Skeleton className="h-4 w-72 max-w-full" />
        </div>
        <Skeleton className="h-11 w-36 rounded-md" />
      </div>
      <FiguresSkeleton />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
        <RecentSkeleton />
        <Skeleton className="h-56 rounded-lg" />
      </div>
    </>
  );
}
