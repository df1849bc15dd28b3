// Shows as many pages of a list after a reload as before it.
import { useEffect, useMemo } from "react";
import { useLocation } from "react-router";
import type { Page, Pages } from "../../api/use-api.ts";

/** Further pages are loaded one after another, so a reload restores no more than this. */
const MOST = 10;

/** Remembers the number of pages for each entry of the tab's history. */
export function usePagesShown(list: Pages<Page>): void {
  const { key, pathname, search } = useLocation();
  const name = `pages.${key}.${pathname}${search}`;
  const wanted = useMemo(() => readNumber(name), [name]);
  const { hasNextPage, isFetching, isPlaceholderData, isFetchNextPageError, fetchNextPage } = list;
  const shown = isPlaceholderData ? 0 : (list.data?.pages.length ?? 0);
  const isBehind = shown > 0 && shown < wanted && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (isBehind && !isFetching) void fetchNextPage();
  }, [isBehind, isFetching, fetchNextPage]);
  useEffect(() => {
    if (shown > 1 && !isBehind) storeNumber(name, shown);
  }, [name, shown, isBehind]);
}

// A browser may refuse storage; then a reload shows the first page.
function readNumber(name: string): number {
  try {
    return Math.min(Number(sessionStorage.getItem(name)) || 0, MOST);
  } catch {
    return 0;
  }
}

function storeNumber(name: string, value: number): void {
  try {
    sessionStorage.setItem(name, String(value));
  } catch {
    // See above.
  }
}
