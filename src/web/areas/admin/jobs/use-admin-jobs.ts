// Failed background jobs, page by page, and retrying them.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, isSessionOver } from "../../../api/api.ts";
import { useFailedJobCount, useJobQueues } from "./job-queues.ts";
import { usePages } from "../../../api/use-pages.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { queryKeys, signedIn } from "../../../api/query.tsx";
import { toast } from "../../../ui/overlay/toast.ts";

/** Refetches the failed jobs whenever their number changes. */
export function useFollowedQueues() {
  const client = useQueryClient();
  const queues = useJobQueues();
  const failed = useFailedJobCount();
  useEffect(
    () => void client.invalidateQueries({ queryKey: queryKeys.failedJobs }),
    [failed, client],
  );
  return queues;
}

/** @param queue empty for all queues */
export const useFailedJobs = (queue: string) =>
  usePages([...queryKeys.failedJobs, queue], (at, options) =>
    api("GET /api/admin/jobs/failed", { query: { ...(queue && { queue }), ...at } }, options),
  );

/** Retries one job, or all of a queue. `onRetried` runs when the list on screen is up to date. */
export function useRetry(onRetried: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (which: { id: string } | { queue: string }) =>
      signedIn((options) =>
        "id" in which
          ? api("POST /api/admin/jobs/failed/{id}/retry", { params: which }, options)
          : api("POST /api/admin/jobs/retry", { body: which }, options),
      ),
    onSuccess: ({ retried }) =>
      toast({
        title:
          retried === 1 ? "Retrying the job" : `Retrying ${retried.toLocaleString("en-US")} jobs`,
      }),
    onError: (error) => {
      if (isSessionOver(error)) return;
      const description = sentenceFor(error, "Nothing was changed. Please try again in a moment.");
      toast({ title: "Error", description, variant: "destructive" });
    },
    onSettled: async () => {
      await Promise.all(
        [queryKeys.jobs, queryKeys.audits].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
      onRetried();
    },
  });
}
