// Payout batches and payouts for admins, and marking them as paid or failed.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { AdminPayout, PayoutBatch } from "../../../../contract/admin/admin-payouts.ts";
import { formatUsd } from "../../../../domain/money/money.ts";
import { api, isSessionOver } from "../../../api/api.ts";
import { dropKeptText } from "../../../forms/kept-text.ts";
import { usePages } from "../../../api/use-pages.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { isSettled, queryKeys, signedIn, type PayoutFilter } from "../../../api/query.tsx";
import { toast } from "../../../ui/overlay/toast.ts";

export const usePayoutBatches = () =>
  usePages(queryKeys.adminPayoutBatches, (query, options) =>
    api("GET /api/admin/payout-batches", { query }, options),
  );

export const usePayoutBatch = (id: string) =>
  useQuery({
    queryKey: queryKeys.adminPayoutBatch(id),
    queryFn: ({ signal }) =>
      signedIn(
        (options) => api("GET /api/admin/payout-batches/{id}", { params: { id } }, options),
        signal,
      ),
  });

export const useBatchPayouts = (id: string, filter: PayoutFilter, search: string) =>
  usePages(queryKeys.adminPayoutList(id, filter, search), (at, options) => {
    const query = { ...(filter !== "all" && { state: filter }), ...(search && { search }), ...at };
    return api("GET /api/admin/payout-batches/{id}/payouts", { params: { id }, query }, options);
  });

export const useCarriedHosts = (id: string) =>
  usePages(queryKeys.carriedHosts(id), (query, options) =>
    api("GET /api/admin/payout-batches/{id}/carried", { params: { id }, query }, options),
  );

/** What an admin records: one payout or all pending ones were paid, or one failed. */
export type PayoutStep =
  | { kind: "all_paid"; batch: PayoutBatch }
  | { kind: "paid"; payout: AdminPayout }
  | { kind: "failed"; payout: AdminPayout };

/**
 * The key under which typed text is stored when its dialog closes. It includes the state, because a
 * payout that failed and one that was returned have different reasons.
 */
export const keptAs = (step: PayoutStep): string =>
  step.kind === "all_paid"
    ? `payouts-paid.${step.batch.id}`
    : `payout-${step.kind}.${step.payout.state}.${step.payout.id}`;

/** `words` is the bank's reference, or the reason. */
const mark = (step: PayoutStep, words: string): Promise<unknown> =>
  signedIn<unknown>((options) => {
    switch (step.kind) {
      case "all_paid": {
        const call = { params: { id: step.batch.id }, body: { bank_reference: words } };
        return api("POST /api/admin/payout-batches/{id}/paid", call, options);
      }
      case "paid": {
        const { id, state } = step.payout;
        const call = { params: { id }, body: { state, bank_reference: words } };
        return api("POST /api/admin/payouts/{id}/paid", call, options);
      }
      case "failed": {
        const { id, state } = step.payout;
        const call = { params: { id }, body: { state, reason: words } };
        return api("POST /api/admin/payouts/{id}/failed", call, options);
      }
    }
  });

const outcomeOf = (step: PayoutStep): string =>
  step.kind === "all_paid"
    ? `${formatUsd(step.batch.pending.amount_cents)} marked as paid`
    : `The payout to ${step.payout.host.name} is marked as ${step.kind}`;

/** `onSettled` runs when the lists on screen are up to date, but not after a transient failure. */
export function usePayoutStep(step: PayoutStep, onSettled: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (words: string) => mark(step, words),
    onSuccess: () => {
      dropKeptText(keptAs(step));
      toast({ title: outcomeOf(step) });
    },
    onError: (error) => {
      if (isSessionOver(error)) return;
      const description = sentenceFor(error, "Nothing was changed. Please try again in a moment.");
      toast({ title: "Error", description, variant: "destructive" });
    },
    onSettled: async (_after, error) => {
      const kept = [queryKeys.adminPayouts, queryKeys.audits];
      await Promise.all(kept.map((queryKey) => client.invalidateQueries({ queryKey })));
      if (isSettled(error)) onSettled();
    },
  });
}
