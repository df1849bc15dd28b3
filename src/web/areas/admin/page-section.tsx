// A section of the page of a person or a booking, and its content while it loads or when it fails.
import type { UseQueryResult } from "@tanstack/react-query";
import { useId, type ReactNode } from "react";
import { NotLoaded } from "../../parts/list/not-loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

export function PageSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Panel as="section" aria-labelledby={id} className="grid content-start gap-4">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {children}
    </Panel>
  );
}

interface LoadedProps<T> {
  /** "The bookings" */
  what: string;
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
}

export function Loaded<T>({ what, query, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  return query.error ? (
    <NotLoaded what={what} query={query} />
  ) : (
    <Skeleton className="h-24 rounded-md" />
  );
}

export const None = ({ children }: { children: ReactNode }) => (
  <p className="text-sm text-muted-foreground">{children}</p>
);
