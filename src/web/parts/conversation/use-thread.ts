// A conversation with its messages and read state. Messages missed while the page was hidden are
// fetched with the rest.
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { apiPagesKey, invalidateEndpoints } from "../../api/api-cache.ts";
import { apiAsUser } from "../../api/as-user.ts";
import { MESSAGES } from "../../api/endpoint-groups.ts";
import { useApi } from "../../api/use-api.ts";

const MESSAGE_LIST = "GET /api/conversations/{id}/messages";

export const useConversation = (id: string) =>
  useApi("GET /api/conversations/{id}", { params: { id } });

/** Pages go back in time; messages within a page are in chronological order. */
export const useMessages = (id: string) =>
  useInfiniteQuery({
    queryKey: apiPagesKey(MESSAGE_LIST, { params: { id }, query: {} }),
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === null ? {} : { before: `${pageParam}` };
      return apiAsUser(MESSAGE_LIST, { params: { id }, query }, signal);
    },
    getNextPageParam: ({ messages, has_more }) => (has_more ? messages[0]?.seq : undefined),
  });

/** Marks everything up to `seq` as read, once the page is visible. */
export function useMarkMessagesRead(id: string, readSeq: number | undefined, seq: number): void {
  const client = useQueryClient();
  useEffect(() => {
    if (readSeq === undefined || seq <= readSeq) return;
    const mark = () => {
      if (document.hidden) return;
      document.removeEventListener("visibilitychange", mark);
      void apiAsUser("POST /api/conversations/{id}/read", { params: { id }, body: { seq } })
        .then(() => invalidateEndpoints(client, MESSAGES))
        .catch(() => {}); // It stays unread, and is retried with the next message.
    };
    document.addEventListener("visibilitychange", mark);
    mark();
    return () => document.removeEventListener("visibilitychange", mark);
  }, [id, readSeq, seq, client]);
}
