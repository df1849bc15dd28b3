// Payout batches and payouts for admins, and marking them as paid or failed.
import type { AdminPayout, PayoutBatch } from "../../../../contract/admin/admin-payouts.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import type { PayoutState } from "../../../../domain/money/payout.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { ADMIN_PAYOUTS } from "../../../api/endpoint-groups.ts";
import { isSettled, useApi, useApiAction, useApiPages } from "../../../api/use-api.ts";
import { clearStoredText } from "../../../forms/stored-text.ts";
import { toast } from "../../../ui/overlay/toast.ts";

export type PayoutFilter = "all" | PayoutState;

export const usePayoutBatches = () => useApiPages("GET /api/admin/payout-batches", { query: {} });

export const usePayoutBatch = (id: string) =>
  useApi("GET /api/admin/payout-batches/{id}", { params: { id } });

export const useBatchPayouts = (id: string, filter: PayoutFilter, search: string) =>
  useApiPages("GET /api/admin/payout-batches/{id}/payouts", {
    params: { id },
    query: { search, ...(filter !== "all" && { state: filter }) },
  });

export const useCarriedHosts = (id: string) =>
  useApiPages("GET /api/admin/payout-batches/{id}/carried", { params: { id }, query: {} });

/** What an admin records: one payout or all pending ones were paid, or one failed. */
export type PayoutStep =
  | { kind: "all_paid"; batch: PayoutBatch }
  | { kind: "paid"; payout: AdminPayout }
  | { kind: "failed"; payout: AdminPayout };

/**
 * The key under which typed text is stored when its dialog closes. It includes the state, because a
 * payout that failed and one that was returned have different reasons.
 */
export const reasonStorageName = (step: PayoutStep): string =>
  step.kind === "all_paid"
    ? `payouts-paid.${step.batch.id}`
    : `payout-${step.kind}.${step.payout.state}.${step.payout.id}`;

/** `reason` is the bank's reference, or the reason. */
function mark(step: PayoutStep, reason: string): Promise<unknown> {
  switch (step.kind) {
    case "all_paid":
      return apiAsUser("POST /api/admin/payout-batches/{id}/paid", {
        params: { id: step.batch.id },
        body: { bank_reference: reason },
      });
    case "paid": {
      const { id, state } = step.payout;
      const body = { state, bank_reference: reason };
      return apiAsUser("POST /api/admin/payouts/{id}/paid", { params: { id }, body });
    }
    case "failed": {
      const { id, state } = step.payout;
      const body = { state, reason };
      return apiAsUser("POST /api/admin/payouts/{id}/failed", { params: { id }, body });
    }
  }
}

const outcomeText = (step: PayoutStep): string =>
  step.kind === "all_paid"
    ? `${formatUsd(step.batch.pending.amount_cents)} marked as paid`
    : `The payout to ${step.payout.host.name} is marked as ${step.kind}`;

/** `onSettled` runs when the lists on screen are up to date, but not after a transient failure. */
export const usePayoutStep = (step: PayoutStep, onSettled: () => void) =>
  useApiAction((reason: string) => mark(step, reason), {
    invalidates: [...ADMIN_PAYOUTS, "GET /api/admin/audit"],
    failed: "Nothing was changed. Please try again in a moment.",
    onSuccess: () => {
      clearStoredText(reasonStorageName(step));
      toast({ title: outcomeText(step) });
    },
    onSettled: (_after, error) => {
      if (isSettled(error)) onSettled();
    },
  });
