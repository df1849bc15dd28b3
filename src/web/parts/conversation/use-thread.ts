// A conversation with its messages and read state. Messages missed while the page was hidden are
// fetched with the rest.
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../../api/api.ts";
import { queryKeys, signedIn } from "../../api/query.tsx";

export const useConversation = (id: string) =>
  useQuery({
    queryKey: queryKeys.conversation(id),
    queryFn: ({ signal }) =>
      signedIn((call) => api("GET /api/conversations/{id}", { params: { id } }, call), signal),
  });

/** Pages go back in time; messages within a page are in chronological order. */
export const useMessages = (id: string) =>
  useInfiniteQuery({
    queryKey: queryKeys.thread(id),
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      signedIn(
        (call) =>
          api(
            "GET /api/conversations/{id}/messages",
            { params: { id }, query: pageParam === null ? {} : { before: `${pageParam}` } },
            call,
          ),
        signal,
      ),
    getNextPageParam: ({ messages, has_more }) => (has_more ? messages[0]?.seq : undefined),
  });

/** Marks everything up to `seq` as read, once the page is visible. */
export function useMarkRead(id: string, readSeq: number | undefined, seq: number): void {
  const client = useQueryClient();
  useEffect(() => {
    if (readSeq === undefined || seq <= readSeq) return;
    const mark = () => {
      if (document.hidden) return;
      document.removeEventListener("visibilitychange", mark);
      void signedIn((call) =>
        api("POST /api/conversations/{id}/read", { params: { id }, body: { seq } }, call),
      )
        .then(() => client.invalidateQueries({ queryKey: queryKeys.messages }))
        .catch(() => {}); // It stays unread, and is retried with the next message.
    };
    document.addEventListener("visibilitychange", mark);
    mark();
    return () => document.removeEventListener("visibilitychange", mark);
  }, [id, readSeq, seq, client]);
}
