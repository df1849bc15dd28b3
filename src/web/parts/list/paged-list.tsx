// A list in its states: loading, failed, empty, page by page.
import { useEffect, useState, type ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { FailedState } from "../../ui/failed-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import type { Page, Pages } from "../../api/use-pages.ts";
import { sentenceFor } from "../../api/problem-sentences.ts";
import { useFailureToast } from "../../api/query.tsx";

export interface PagedListProps<P extends Page, T> {
  list: Pages<P>;
  itemsOf: (page: P) => readonly T[];
  /** What the toast says when it did not load (specification section 8), and what stands in its place then. */
  failed: { toast: string; title: string };
  /** Read out: how many there are, or that they load. */
  status: string;
  skeleton: ReactNode;
  /** Stands here when there is none. */
  empty: ReactNode;
  /** The element of a thing that gets the focus when more has come. */
  elementId: (item: T) => string;
  /** Of ui/focus/focus-afterwards.ts. */
  focus: (elementId: string) => void;
  /** How many stand here until more are asked for. */
  first?: number;
  /** The list stands in a panel already. */
  bare?: boolean;
  children: (items: readonly T[]) => ReactNode;
}

export function PagedList<P extends Page, T>(props: PagedListProps<P, T>) {
  const { list, itemsOf, failed, elementId, focus, first = Infinity, bare = false, children } = props;
  const { data, error, isFetchNextPageError } = list;
  const [all, setAll] = useState(false);
  useFailureToast(!data || isFetchNextPageError ? error : null, failed.toast);
  const items = data?.pages.flatMap(itemsOf) ?? [];
  const shown = all ? items : items.slice(0, first);
  // A search reads in stretches: one without a hit says nothing of those behind it.
  const isLooking = items.length === 0 && list.hasNextPage && !list.isPlaceholderData && !isFetchNextPageError;
  const { fetchNextPage, isFetchingNextPage } = list;
  useEffect(() => {
    if (isLooking && !isFetchingNextPage) void fetchNextPage();
  }, [isLooking, isFetchingNextPage, fetchNextPage]);
  const showMore = async () => {
    setAll(true);
    if (shown.length < items.length) return focus(elementId(items[shown.length]!));
    const { data: more } = await list.fetchNextPage();
    const next = more?.pages[data?.pages.length ?? 0];
    const [firstNew] = next ? itemsOf(next) : [];
    if (firstNew) focus(elementId(firstNew));
  };
  const boxed = (content: ReactNode) => (bare ? content : <Panel>{content}</Panel>);
  return (
    <>
      <p role="status" className="sr-only">
        {props.status}
      </p>
      {list.isPending || isLooking ? (
        props.skeleton
      ) : !data ? (
        boxed(
          <FailedState
            title={failed.title}
            text={sentenceFor(error, "Nothing was changed. Please try again in a moment.")}
            busy={list.isFetching}
            onRetry={() => void list.refetch()}
          />,
        )
      ) : items.length === 0 ? (
        boxed(props.empty)
      ) : (
        <div aria-busy={list.isPlaceholderData} className={cx("min-w-0", list.isPlaceholderData && "opacity-60")}>
          {children(shown)}
        </div>
      )}
      {!isLooking && (list.hasNextPage || shown.length < items.length) && (
        <div className={cx("flex justify-center", bare && "border-t border-border p-4")}>
          <Button
            variant="outline"
            busy={list.isFetchingNextPage}
            busyLabel="Loading..."
            onClick={() => void showMore()}
          >
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
