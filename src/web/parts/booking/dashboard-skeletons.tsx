// The skeletons of a dashboard.
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

export function FiguresSkeleton() {
  return (
    <div className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">
      {[1, 2, 3, 4].map((key) => (
        <Skeleton key={key} className="h-26 rounded-lg" />
      ))}
    </div>
  );
}

export function RecentSkeleton() {
  return (
    <Panel>
      <Skeleton className="h-6 w-44" />
      <div className="mt-2 divide-y divide-border">
        {[1, 2, 3, 4, 5].map((key) => (
          <div
            key={key}
            className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-4 py-4 md:grid-cols-[6.5rem_minmax(0,1fr)]"
          >
            <Skeleton className="aspect-3/2 rounded-md" />
            <div className="grid gap-2">
              <Skeleton className="h-4 w-[55%]" />
              <Skeleton className="h-4 w-[70%]" />
              <Skeleton className="h-4 w-[40%]" />
            </div>
          </div>
        ))}
      </div>
    </Panel>
  );
}
