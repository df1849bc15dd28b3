// Support cases, page by page and one of them, and the admins' actions on them.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { SupportCase } from "../../../../contract/people/support.ts";
import type { CaseState } from "../../../../domain/message/support.ts";
import { api, isSessionOver } from "../../../api/api.ts";
import { usePages } from "../../../api/use-pages.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { queryKeys, signedIn, type CaseFilter } from "../../../api/query.tsx";
import { toast } from "../../../ui/overlay/toast.ts";

export const useCases = (filter: CaseFilter, search: string) =>
  usePages(queryKeys.supportCaseList(filter, search), (at, options) =>
    api(
      "GET /api/admin/support/cases",
      { query: { filter, ...(search && { search }), ...at } },
      options,
    ),
  );

export const useCase = (id: string) =>
  useQuery({
    queryKey: queryKeys.supportCase(id),
    queryFn: ({ signal }) =>
      signedIn(
        (options) => api("GET /api/admin/support/cases/{id}", { params: { id } }, options),
        signal,
      ),
  });

/** Refetches what shows the case; resolves when the screen is up to date. */
function useRefresh() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [queryKeys.supportCases, queryKeys.messages, queryKeys.audits].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
}

export interface CaseChange {
  state?: CaseState;
  assignee_id?: string | null;
}

/**
 * Changes the displayed version of the case. If another admin was faster, it reports the conflict
 * and shows the case as it is now.
 */
export function useCaseChange({ id, version }: SupportCase) {
  return useMutation({
    mutationFn: (change: CaseChange) =>
      signedIn((options) =>
        api(
          "PATCH /api/admin/support/cases/{id}",
          { params: { id }, body: { version, ...change } },
          options,
        ),
      ),
    onError: (error) => {
      if (isSessionOver(error)) return;
      const description = sentenceFor(
        error,
        "The case wasn't changed. Please try again in a moment.",
      );
      toast({ title: "Error", description, variant: "destructive" });
    },
    onSettled: useRefresh(),
  });
}

/**
 * Replies to the displayed version of the case. Sending the same text again, as after a lost
 * connection, creates no second reply.
 */
export function useAnswer({ id: caseId, version }: SupportCase) {
  const last = useRef({ id: "", body: "" });
  return useMutation({
    mutationFn: (body: string) => {
      if (last.current.body !== body) last.current = { id: crypto.randomUUID(), body };
      const { id } = last.current;
      return signedIn((options) =>
        api(
          "POST /api/admin/support/cases/{id}/answers",
          { params: { id: caseId }, body: { id, version, body } },
          options,
        ),
      );
    },
    onSuccess: () => (last.current = { id: "", body: "" }),
    onSettled: useRefresh(),
  });
}
