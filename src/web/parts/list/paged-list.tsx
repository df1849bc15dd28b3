// A paged list in all its states: loading, failed, empty and loaded.
import { useEffect, useState, type ReactNode } from "react";
import { cx } from "../../ui/cx.ts";
import { FailedState } from "../../ui/failed-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { sentenceFor } from "../../api/problem-sentences.ts";
import { useFailureToast, type Page, type Pages } from "../../api/use-api.ts";
import { usePagesShown } from "./pages-shown.ts";
import { ShowMore } from "./show-more.tsx";

export interface PagedListProps<P extends Page, T> {
  list: Pages<P>;
  getItems: (page: P) => readonly T[];
  /** The toast for a failure (specification section 8), and the title shown in place of the
   *  list. */
  failed: { toast: string; title: string };
  /** For screen readers: the number of items, or that they are loading. */
  status: string;
  skeleton: ReactNode;
  /** Shown when the list is empty. */
  empty: ReactNode;
  /** The id of the element that gets the focus when more items have loaded. */
  elementId: (item: T) => string;
  /** From ui/focus/focus-afterwards.ts. */
  focus: (elementId: string) => void;
  /** How many items are shown before "Show more". */
  first?: number;
  /** Whether the list is in a panel already. */
  bare?: boolean;
  children: (items: readonly T[]) => ReactNode;
}

export function PagedList<P extends Page, T>(props: PagedListProps<P, T>) {
  const {
    list,
    getItems,
    failed,
    elementId,
    focus,
    first = Infinity,
    bare = false,
    children,
  } = props;
  const { data, error, isFetchNextPageError } = list;
  const [all, setAll] = useState(false);
  useFailureToast(!data || isFetchNextPageError ? error : null, failed.toast);
  const items = data?.pages.flatMap(getItems) ?? [];
  const shown = all ? items : items.slice(0, first);
  const isLooking = useNextMatches(list, items.length === 0);
  usePagesShown(list);
  const showMore = async () => {
    setAll(true);
    if (shown.length < items.length) return focus(elementId(items[shown.length]!));
    const { data: more } = await list.fetchNextPage();
    const next = more?.pages[data?.pages.length ?? 0];
    const [firstNew] = next ? getItems(next) : [];
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
            text={sentenceFor(error, "Please try again in a moment.")}
            busy={list.isFetching}
            onRetry={() => void list.refetch()}
          />,
        )
      ) : items.length === 0 ? (
        boxed(props.empty)
      ) : (
        <div
          aria-busy={list.isPlaceholderData}
          className={cx("min-w-0", list.isPlaceholderData && "opacity-60")}
        >
          {children(shown)}
        </div>
      )}
      {!isLooking && (list.hasNextPage || shown.length < items.length) && (
        <div className={cx("flex justify-center", bare && "border-t border-border p-4")}>
          <ShowMore list={list} onClick={() => void showMore()} />
        </div>
      )}
    </>
  );
}

/** Loads further pages while there is no item yet: a search covers a limited stretch of rows per
 *  page, so an empty page may be followed by matches. Returns whether it does. */
function useNextMatches(list: Pages<Page>, isEmpty: boolean): boolean {
  const { hasNextPage, isPlaceholderData, isFetchNextPageError } = list;
  const { fetchNextPage, isFetchingNextPage } = list;
  const isLooking = isEmpty && hasNextPage && !isPlaceholderData && !isFetchNextPageError;
  useEffect(() => {
    if (isLooking && !isFetchingNextPage) void fetchNextPage();
  }, [isLooking, isFetchingNextPage, fetchNextPage]);
  return isLooking;
}
