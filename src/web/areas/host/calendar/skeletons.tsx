// The placeholders of the calendars while they load.
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

const ROWS = [1, 2, 3, 4, 5];

/** The rows of the fleet, or its cards on a phone. */
export function FleetSkeleton() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading your calendar
      </p>
      <div className="max-md:hidden">
        <div className="h-12" />
        {ROWS.map((row) => (
          <div key={row} className="flex h-[4.1rem] items-center gap-4 border-t border-border px-4">
            <Skeleton className="h-10 w-44 flex-none" />
            <Skeleton
              className="h-9 rounded-[.6rem]"
              style={{ width: `${10 + row * 4}%`, marginLeft: `${row * 7}%` }}
            />
          </div>
        ))}
      </div>
      <div className="grid gap-3 md:hidden">
        {ROWS.map((row) => (
          <Panel key={row} className="grid gap-3 p-4!">
            <div className="flex items-center gap-3">
              <Skeleton className="aspect-3/2 w-16" />
              <Skeleton className="h-5 w-[55%]" />
            </div>
            <Skeleton className="h-4" />
            <Skeleton className="h-10" />
          </Panel>
        ))}
      </div>
    </>
  );
}

/** A month of one car. */
export function MonthSkeleton() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading the calendar
      </p>
      <div className="grid gap-1">
        {ROWS.map((row) => (
          <Skeleton key={row} className="h-[4.4rem] rounded-md md:h-[5.5rem]" />
        ))}
      </div>
    </>
  );
}
