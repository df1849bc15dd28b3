// The skeleton of a booking list.
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** A card's grid: the photo beside the rest, if the list is wide enough next to the sidebar. */
export const BOOKING_GRID = "grid gap-4 @[39rem]:grid-cols-[15rem_minmax(0,1fr)] @[39rem]:gap-6";

export function LoadingBookings() {
  return [1, 2, 3].map((key) => (
    <Panel key={key} className="@container !p-4">
      <div className={BOOKING_GRID}>
        <Skeleton className="aspect-[5/2] rounded-md @[39rem]:aspect-3/2" />
        <div className="grid content-start gap-4">
          <div className="flex justify-between gap-3">
            <div className="grid flex-1 gap-2">
              <Skeleton className="h-5 w-[60%]" />
              <Skeleton className="h-4 w-[45%]" />
            </div>
            <Skeleton className="h-6 w-20 rounded-full" />
          </div>
          <Skeleton className="h-10" />
          <Skeleton className="h-9 w-28 rounded-[.625rem]" />
        </div>
      </div>
    </Panel>
  ));
}

/** The skeleton of the whole page, as the server renders it. */
export function BookingListSkeleton() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading
      </p>
      <Skeleton className="h-8 w-56" />
      <div className="flex flex-wrap justify-between gap-4">
        <div className="flex flex-wrap gap-2">
          {["w-14", "w-24", "w-16", "w-24"].map((width, index) => (
            <Skeleton key={index} className={`h-9 rounded-full ${width}`} />
          ))}
        </div>
        <Skeleton className="h-11 w-full rounded-md sm:w-64" />
      </div>
      <div className="grid gap-4">
        <LoadingBookings />
      </div>
    </>
  );
}
