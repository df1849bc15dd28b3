// The placeholder of the list of cars while it loads.
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

export const LISTING_GRID = "grid gap-4 sm:grid-cols-2 md:gap-6 xl:grid-cols-3";

export function LoadingListings() {
  return (
    <div className={LISTING_GRID}>
      {[1, 2, 3, 4, 5, 6].map((key) => (
        <Panel key={key} flush>
          <Skeleton className="aspect-3/2 rounded-none" />
          <div className="grid gap-3 p-4">
            <Skeleton className="h-5 w-[70%]" />
            <Skeleton className="w-[50%]" />
            <Skeleton className="mt-2 h-9 w-full rounded-[.625rem]" />
          </div>
        </Panel>
      ))}
    </div>
  );
}
