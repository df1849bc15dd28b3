// The content of a page: while it loads, loaded, or failed with a button to try again.
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { sentenceFor } from "../../api/problem-sentences.ts";
import { cx } from "../../ui/cx.ts";
import { FailedState } from "../../ui/failed-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

interface PageContentProps<T> {
  query: UseQueryResult;
  /** What the page shows of the response; undefined until it has loaded. */
  data: T | undefined;
  /** "Your helpers didn't load." */
  failed: string;
  /** The class of the skeleton's height. */
  height: string;
  children: (data: T) => ReactNode;
}

export function PageContent<T>({ query, data, failed, height, children }: PageContentProps<T>) {
  if (data !== undefined) return children(data);
  if (query.isPending)
    return (
      <>
        <p role="status" className="sr-only">
          Loading
        </p>
        <Skeleton className={cx(height, "rounded-lg")} />
      </>
    );
  return (
    <Panel>
      <FailedState
        title={failed}
        text={sentenceFor(query.error, "Please try again in a moment.")}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    </Panel>
  );
}
