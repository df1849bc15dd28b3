// A preview while it loads, when it fails, and when there is no such car.
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "react-router";
import { isRefused } from "../../../../api/api.ts";
import { sentenceFor } from "../../../../api/problem-sentences.ts";
import { Button } from "../../../../ui/button.tsx";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { FailedState } from "../../../../ui/failed-state.tsx";
import { Panel } from "../../../../ui/panel.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";

export function PreviewState({ query, list }: { query: UseQueryResult<unknown>; list: string }) {
  if (isRefused(query.error))
    return (
      <Panel>
        <EmptyState
          level={1}
          title="There's no such car"
          text="Its host may have deleted it."
          actions={
            <Button asChild>
              <Link to={list}>All listings</Link>
            </Button>
          }
        />
      </Panel>
    );
  if (query.error)
    return (
      <Panel>
        <FailedState
          level={1}
          title="The preview didn't load."
          text={sentenceFor(query.error, "Please try again in a moment.")}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </Panel>
    );
  return (
    <>
      <p role="status" className="sr-only">
        Loading the preview
      </p>
      <Skeleton className="aspect-3/2 rounded-lg" />
      <Skeleton className="h-14 w-64" />
    </>
  );
}
