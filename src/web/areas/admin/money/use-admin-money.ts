// The platform's finances for admins, and the actions on them.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type {
  AdminDispute,
  Incident,
  IncidentFilter,
  Reconciliation,
} from "../../../../contract/admin/admin-money.ts";
import { invalidateEndpoints } from "../../../api/api-cache.ts";
import { ADMIN_MONEY } from "../../../api/endpoint-groups.ts";
import { useApi, useApiMutation, useApiPages } from "../../../api/use-api.ts";
import { toast } from "../../../ui/overlay/toast.ts";

/** How often the page polls for a result in progress. */
const POLL_MS = 1500;

export const useMoney = () => useApi("GET /api/admin/money", {});

export const useIncidents = (filter: IncidentFilter) =>
  useApiPages("GET /api/admin/incidents", { query: { filter } });

const FAILED = "Nothing was changed. Please try again in a moment.";

/** `onClosed` runs when the incident is closed and the list on screen is up to date. */
export const useCloseIncident = ({ id, times }: Incident, onClosed: () => void) =>
  useApiMutation("POST /api/admin/incidents/{id}/close", {
    call: () => ({ params: { id }, body: { times } }),
    invalidates: [...ADMIN_MONEY, "GET /api/admin/figures", "GET /api/admin/audit"],
    failed: FAILED,
    onSuccess: () => toast({ title: "Payment problem closed" }),
    onSettled: (_closed, error) => {
      if (!error) onClosed();
    },
  });

export const useDisputes = () => useApiPages("GET /api/admin/disputes", { query: {} });

/** The sandbox bank's decision. It arrives like any provider event, so this polls for it. */
export function useDecideDispute({ id, state }: AdminDispute) {
  const client = useQueryClient();
  const deciding = useApiMutation("POST /api/sandbox/disputes/{dispute_id}/decide", {
    call: (outcome: "won" | "lost") => ({ params: { dispute_id: id }, body: { outcome } }),
    failed: FAILED,
  });
  const isOnItsWay = deciding.isSuccess && state === "open";
  useEffect(() => {
    if (!isOnItsWay) return undefined;
    const timer = setInterval(() => void invalidateEndpoints(client, ADMIN_MONEY), POLL_MS);
    return () => clearInterval(timer);
  }, [isOnItsWay, client]);
  return {
    decide: deciding.mutate,
    chosen: deciding.variables,
    isBusy: deciding.isPending || isOnItsWay,
  };
}

/** The last runs; a requested or running one is polled until it has finished. */
export function useReconciliations() {
  const client = useQueryClient();
  const [after, setAfter] = useState<number | null>(null);
  const runs = useApi(
    "GET /api/admin/reconciliations",
    {},
    {
      refetchInterval: ({ state: { data } }) =>
        after !== null || data?.reconciliations.some(({ state }) => state === "running")
          ? POLL_MS
          : false,
    },
  );
  const ownRun =
    after === null ? undefined : runs.data?.reconciliations.findLast(({ id }) => id > after);
  const starting = useApiMutation("POST /api/admin/reconciliations", {
    invalidates: ["GET /api/admin/reconciliations"],
    failed: FAILED,
    onSuccess: (answer) => setAfter(answer.after),
  });
  const isOver = ownRun !== undefined && ownRun.state !== "running";
  useEffect(() => {
    if (!isOver) return;
    setAfter(null);
    toast({
      title: ownRun.state === "finished" ? "Compared" : "The comparison stopped",
      description: describeFindings(ownRun),
    });
    void invalidateEndpoints(client, ADMIN_MONEY);
  }, [isOver, ownRun, client]);
  return { runs, start: () => starting.mutate(), isBusy: starting.isPending || after !== null };
}

/** A sentence about what a run found. */
export function describeFindings({
  state,
  repaired,
  reported,
  unanswered,
}: Reconciliation): string {
  if (state === "stopped") return "It didn't finish. The next one checks the same payments again.";
  const found = [
    repaired > 0 && `${repaired} fixed`,
    reported > 0 && `${reported} added to payment problems`,
    unanswered > 0 && `${unanswered} without an answer, retried next time`,
  ].filter((each) => each !== false);
  return found.length === 0 ? "No differences." : `${found.join(", ")}.`;
}
