// A paged list that the signed-in user loads page by page.
import { keepPreviousData, useInfiniteQuery, type QueryKey } from "@tanstack/react-query";
import type { CallOptions } from "./api.ts";
import { signedIn } from "./query.tsx";

export interface Page {
  next_cursor: string | null;
}

/** `load` fetches the page at the cursor, or the first page without one. `staleTime` in ms
 *  overrides the default. */
export function usePages<P extends Page>(
  queryKey: QueryKey,
  load: (at: { cursor?: string }, options: CallOptions) => Promise<P>,
  options: { enabled?: boolean; staleTime?: number } = {},
) {
  return useInfiniteQuery({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      signedIn((call) => load(pageParam === null ? {} : { cursor: pageParam }, call), signal),
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    ...options,
  });
}
export type Pages<P extends Page> = ReturnType<typeof usePages<P>>;
