// The placeholder of the form while the listing loads.
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

export function ListingFormSkeleton() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading
      </p>
      <div className="grid gap-3">
        <Skeleton className="w-36" />
        <Skeleton className="h-8 w-56" />
      </div>
      <div className="grid gap-6 lg:ml-[14rem] lg:max-w-[46rem]">
        {[1, 2].map((key) => (
          <Panel key={key} className="grid gap-5">
            <Skeleton className="h-6 w-48" />
            <Skeleton className="h-11 rounded-md" />
            <Skeleton className="h-11 rounded-md" />
            <Skeleton className="h-11 rounded-md" />
          </Panel>
        ))}
      </div>
    </>
  );
}
