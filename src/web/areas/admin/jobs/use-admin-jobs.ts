// Failed background jobs, page by page, and retrying them.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { formatCount } from "../../../../domain/text/format.ts";
import { invalidateEndpoint } from "../../../api/api-cache.ts";
import { apiAsUser } from "../../../api/as-user.ts";
import { useApiAction, useApiPages } from "../../../api/use-api.ts";
import { toast } from "../../../ui/overlay/toast.ts";
import { useFailedJobCount, useJobQueues } from "./use-job-queues.ts";

const FAILED_JOBS = "GET /api/admin/jobs/failed";

/** Refetches the failed jobs whenever their number changes. */
export function useFollowedQueues() {
  const client = useQueryClient();
  const queues = useJobQueues();
  const failed = useFailedJobCount();
  useEffect(() => void invalidateEndpoint(client, FAILED_JOBS), [failed, client]);
  return queues;
}

/** @param queue empty for all queues */
export const useFailedJobs = (queue: string) => useApiPages(FAILED_JOBS, { query: { queue } });

/** Retries one job, or all of a queue. `onRetried` runs when the list on screen is up to date. */
export const useRetry = (onRetried: () => void) =>
  useApiAction(
    (which: { id: string } | { queue: string }) =>
      "id" in which
        ? apiAsUser("POST /api/admin/jobs/failed/{id}/retry", { params: which })
        : apiAsUser("POST /api/admin/jobs/retry", { body: which }),
    {
      invalidates: ["GET /api/admin/jobs", FAILED_JOBS, "GET /api/admin/audit"],
      failed: "Nothing was changed. Please try again in a moment.",
      onSuccess: ({ retried }) =>
        toast({
          title: retried === 1 ? "Retrying the job" : `Retrying ${formatCount(retried)} jobs`,
        }),
      onSettled: onRetried,
    },
  );
