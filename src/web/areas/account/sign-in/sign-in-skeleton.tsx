// The placeholder of a form while the session is loading.
import { Skeleton } from "../../../ui/skeleton.tsx";

export function SignInSkeleton() {
  return (
    <div className="grid gap-[1.1rem]">
      <p role="status" className="sr-only">
        Loading
      </p>
      <Skeleton className="h-8 w-56" />
      <Skeleton className="h-4 w-72 max-w-full" />
      <Skeleton className="mt-4 h-(--control) rounded-md" />
      <Skeleton className="h-(--control) rounded-md" />
      <Skeleton className="h-(--control-lg) rounded-md" />
    </div>
  );
}
