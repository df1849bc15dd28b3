// Support cases: the list page by page, a single case, and the admins' actions on it.
import { useRef } from "react";
import type { CaseFilter, SupportCase } from "../../../../contract/people/support.ts";
import type { CaseState } from "../../../../domain/message/support.ts";
import type { ReadEndpoint } from "../../../api/api-cache.ts";
import { MESSAGES, SUPPORT_CASES } from "../../../api/endpoint-groups.ts";
import { useApi, useApiMutation, useApiPages } from "../../../api/use-api.ts";

/** The endpoints that return a case. */
const SHOWING_CASES: readonly ReadEndpoint[] = [
  ...SUPPORT_CASES,
  ...MESSAGES,
  "GET /api/admin/audit",
];

export const useCases = (filter: CaseFilter, search: string) =>
  useApiPages("GET /api/admin/support/cases", { query: { filter, search } });

export const useCase = (id: string) =>
  useApi("GET /api/admin/support/cases/{id}", { params: { id } });

export interface CaseChange {
  state?: CaseState;
  assignee_id?: string | null;
}

/**
 * Changes the displayed version of the case. If another admin was faster, it reports the conflict
 * and shows the case as it is now.
 */
export const useCaseChange = ({ id, version }: SupportCase) =>
  useApiMutation("PATCH /api/admin/support/cases/{id}", {
    call: (change: CaseChange) => ({ params: { id }, body: { version, ...change } }),
    invalidates: SHOWING_CASES,
    failed: "The case wasn't changed. Please try again in a moment.",
  });

/**
 * Replies to the displayed version of the case. Sending the same text again, as after a lost
 * connection, creates no second reply.
 */
export function useAnswer({ id: caseId, version }: SupportCase) {
  const last = useRef({ id: "", body: "" });
  return useApiMutation("POST /api/admin/support/cases/{id}/answers", {
    call: (body: string) => {
      if (last.current.body !== body) last.current = { id: crypto.randomUUID(), body };
      const { id } = last.current;
      return { params: { id: caseId }, body: { id, version, body } };
    },
    invalidates: SHOWING_CASES,
    onSuccess: () => {
      last.current = { id: "", body: "" };
    },
  });
}
