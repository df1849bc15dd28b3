// Messages to support, page by page, one of them, and the mark that it was answered.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, isSessionOver } from "../../lib/api.ts";
import { usePages } from "../../lib/pages.ts";
import { sentenceFor } from "../../lib/problem-sentences.ts";
import { queryKeys, signedIn, type SupportFilter } from "../../lib/query.tsx";
import { toast } from "../../ui/toast.ts";

export const useSupportMessages = (filter: SupportFilter, search: string) =>
  usePages(queryKeys.supportMessageList(filter, search), (at, options) =>
    api("GET /api/admin/support/messages", { query: { filter, ...(search && { search }), ...at } }, options),
  );

export const useSupportMessage = (id: string) =>
  useQuery({
    queryKey: queryKeys.supportMessage(id),
    queryFn: ({ signal }) =>
      signedIn((options) => api("GET /api/admin/support/messages/{id}", { params: { id } }, options), signal),
  });

/** `onSettled` runs when the list on the screen is up to date. */
export function useAnswered(id: string, onSettled?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answered: boolean) =>
      signedIn((options) =>
        api("POST /api/admin/support/messages/{id}/answered", { params: { id }, body: { answered } }, options),
      ),
    onSuccess: ({ answered_at }) => toast({ title: answered_at ? "Marked as answered" : "Opened again" }),
    onError: (error) => {
      if (isSessionOver(error)) return;
      const description = sentenceFor(error, "The message was not changed. Please try again in a moment.");
      toast({ title: "Error", description, variant: "destructive" });
    },
    onSettled: async () => {
      await Promise.all(
        [queryKeys.supportMessages, queryKeys.audits].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
      onSettled?.();
    },
  });
}
