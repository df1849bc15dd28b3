// The skeleton of a printable page.
import { Skeleton } from "../../ui/skeleton.tsx";

export function DocumentSkeleton() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading
      </p>
      <div className="flex justify-between">
        <Skeleton className="h-9 w-40 rounded-md" />
        <Skeleton className="h-9 w-24 rounded-md" />
      </div>
      <Skeleton className="h-[44rem] rounded-lg" />
    </>
  );
}
