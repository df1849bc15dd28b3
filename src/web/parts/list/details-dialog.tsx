// The dialog about one item of a list, fetched by id, and the parts that such dialogs share.
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { FailedState } from "../../ui/failed-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { isRefused } from "../../api/api.ts";

export interface DetailsDialogProps<T> {
  title: string;
  /** "booking": names what did not load. */
  what: string;
  /** Shown when there is no such item. */
  missing: string;
  query: UseQueryResult<T>;
  /** The item from the list, shown until the full one has loaded, and if that fails. */
  listed?: T | undefined;
  onClose: () => void;
  /** Sets the dialog's width. */
  className: string;
  children: (thing: T) => ReactNode;
}

export function DetailsDialog<T>(props: DetailsDialogProps<T>) {
  const { title, what, missing, query, listed, onClose, className, children } = props;
  const thing = query.data ?? listed;
  return (
    <Dialog open onOpenChange={onClose} title={title} className={className} hasCloseButton>
      {thing !== undefined ? (
        children(thing)
      ) : isRefused(query.error) ? (
        <p>{missing}</p>
      ) : query.error ? (
        <FailedState
          title={`We couldn't load the ${what}.`}
          text="Check your connection and try again."
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Loading />
      )}
    </Dialog>
  );
}

export function DetailsSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 font-sans text-xs font-regular tracking-normal text-muted-foreground">
        {title}
      </h3>
      {children}
    </section>
  );
}

/** Renders nothing without a text. */
export function Text({ title, children }: { title: string; children: string | null }) {
  if (!children) return null;
  return (
    <DetailsSection title={title}>
      <p className="wrap-anywhere whitespace-pre-line">{children}</p>
    </DetailsSection>
  );
}

function Loading() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading
      </p>
      <div className="grid grid-cols-[7rem_minmax(0,1fr)] items-center gap-4">
        <Skeleton className="aspect-3/2 rounded-md" />
        <div className="grid gap-2">
          <Skeleton className="h-5 w-[80%]" />
          <Skeleton className="h-4 w-[50%]" />
        </div>
      </div>
      <Skeleton className="h-24 rounded-md" />
      <Skeleton className="h-44 rounded-md" />
    </>
  );
}
