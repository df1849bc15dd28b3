// The skeleton of a table's rows.
import { Skeleton } from "./skeleton.tsx";

export function TableSkeleton() {
  return (
    <div className="divide-y divide-border">
      {[1, 2, 3, 4, 5].map((key) => (
        <div
          key={key}
          className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-4 p-4 md:grid-cols-[4.5rem_2fr_1fr_1fr_1fr]"
        >
          <Skeleton className="aspect-3/2 rounded-sm" />
          <Skeleton className="h-5" />
          <Skeleton className="hidden h-5 md:block" />
          <Skeleton className="hidden h-5 md:block" />
          <Skeleton className="hidden h-9 md:block" />
        </div>
      ))}
    </div>
  );
}
