// The page of one person or booking while it loads, when it fails, and when there is no such item.
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { capitalised } from "../../../domain/text/capitalised.ts";
import { isRefused } from "../../api/api.ts";
import { sentenceFor } from "../../api/problem-sentences.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailedState } from "../../ui/failed-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

interface ItemPageProps<T> {
  query: UseQueryResult<T>;
  /** "booking" */
  what: string;
  /** Why there may be no such item. */
  missing: string;
  list: { to: string; label: string };
  children: (data: T) => ReactNode;
}

export function ItemPage<T>({ query, what, missing, list, children }: ItemPageProps<T>) {
  const { data, error } = query;
  if (data !== undefined) return children(data);
  if (isRefused(error))
    return (
      <Panel>
        <EmptyState
          level={1}
          title={`${capitalised(what)} not found`}
          text={missing}
          actions={
            <Button asChild>
              <Link to={list.to}>All {list.label.toLowerCase()}</Link>
            </Button>
          }
        />
      </Panel>
    );
  if (error)
    return (
      <Panel>
        <FailedState
          level={1}
          title={`The ${what} didn't load.`}
          text={sentenceFor(error, "Please try again in a moment.")}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </Panel>
    );
  return (
    <>
      <p role="status" className="sr-only">
        Loading the {what}
      </p>
      <Skeleton className="h-14 w-64" />
      <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <Skeleton className="h-72 rounded-lg" />
        <Skeleton className="h-[28rem] rounded-lg" />
      </div>
    </>
  );
}
