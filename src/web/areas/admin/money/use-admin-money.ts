// The platform's finances for admins, and the actions on them.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type {
  AdminDispute,
  Incident,
  Reconciliation,
} from "../../../../contract/admin/admin-money.ts";
import { api, isSessionOver } from "../../../api/api.ts";
import { usePages } from "../../../api/use-pages.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { queryKeys, signedIn, type IncidentFilter } from "../../../api/query.tsx";
import { toast } from "../../../ui/overlay/toast.ts";

/** How often the page polls for a result in progress. */
const LOOK_MS = 1500;

export const useMoney = () =>
  useQuery({
    queryKey: queryKeys.adminMoneyFigures,
    queryFn: ({ signal }) =>
      signedIn((options) => api("GET /api/admin/money", {}, options), signal),
  });

export const useIncidents = (filter: IncidentFilter) =>
  usePages(queryKeys.incidents(filter), (at, options) =>
    api("GET /api/admin/incidents", { query: { filter, ...at } }, options),
  );

/** Shows the error, except for an expired session, which the page reports. */
function sayFailure(error: Error): void {
  if (isSessionOver(error)) return;
  const description = sentenceFor(error, "Nothing was changed. Please try again in a moment.");
  toast({ title: "Error", description, variant: "destructive" });
}

/** `onClosed` runs when the incident is closed and the list on screen is up to date. */
export function useCloseIncident({ id, times }: Incident, onClosed: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      signedIn((options) =>
        api("POST /api/admin/incidents/{id}/close", { params: { id }, body: { times } }, options),
      ),
    onSuccess: () => toast({ title: "Payment problem closed" }),
    onError: sayFailure,
    onSettled: async (_closed, error) => {
      await Promise.all(
        [queryKeys.adminMoney, queryKeys.adminFigures, queryKeys.audits].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
      if (!error) onClosed();
    },
  });
}

export const useDisputes = () =>
  usePages(queryKeys.disputes, (query, options) =>
    api("GET /api/admin/disputes", { query }, options),
  );

/** The sandbox bank's decision. It arrives like any provider event, so this polls for it. */
export function useDecideDispute({ id, state }: AdminDispute) {
  const client = useQueryClient();
  const deciding = useMutation({
    mutationFn: (outcome: "won" | "lost") =>
      signedIn((options) =>
        api(
          "POST /api/sandbox/disputes/{dispute_id}/decide",
          { params: { dispute_id: id }, body: { outcome } },
          options,
        ),
      ),
    onError: sayFailure,
  });
  const isOnItsWay = deciding.isSuccess && state === "open";
  useEffect(() => {
    if (!isOnItsWay) return undefined;
    const look = setInterval(
      () => void client.invalidateQueries({ queryKey: queryKeys.adminMoney }),
      LOOK_MS,
    );
    return () => clearInterval(look);
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
  const runs = useQuery({
    queryKey: queryKeys.reconciliations,
    queryFn: ({ signal }) =>
      signedIn((options) => api("GET /api/admin/reconciliations", {}, options), signal),
    refetchInterval: ({ state: { data } }) =>
      after !== null || data?.reconciliations.some(({ state }) => state === "running")
        ? LOOK_MS
        : false,
  });
  const asked =
    after === null ? undefined : runs.data?.reconciliations.findLast(({ id }) => id > after);
  const starting = useMutation({
    mutationFn: () => signedIn((options) => api("POST /api/admin/reconciliations", {}, options)),
    onSuccess: (answer) => {
      setAfter(answer.after);
      void client.invalidateQueries({ queryKey: queryKeys.reconciliations });
    },
    onError: sayFailure,
  });
  const isOver = asked !== undefined && asked.state !== "running";
  useEffect(() => {
    if (!isOver) return;
    setAfter(null);
    toast({
      title: asked.state === "finished" ? "Compared" : "The comparison stopped",
      description: foundWords(asked),
    });
    void client.invalidateQueries({ queryKey: queryKeys.adminMoney });
  }, [isOver, asked, client]);
  return { runs, start: () => starting.mutate(), isBusy: starting.isPending || after !== null };
}

/** A sentence about what a run found. */
export function foundWords({ state, repaired, reported, unanswered }: Reconciliation): string {
  if (state === "stopped") return "It didn't finish. The next one checks the same payments again.";
  const found = [
    repaired > 0 && `${repaired} fixed`,
    reported > 0 && `${reported} added to payment problems`,
    unanswered > 0 && `${unanswered} without an answer, retried next time`,
  ].filter((each) => each !== false);
  return found.length === 0 ? "No differences." : `${found.join(", ")}.`;
}
