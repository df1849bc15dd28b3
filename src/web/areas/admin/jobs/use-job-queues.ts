// The queues of background jobs, polled while a page shows them: the admin's jobs page and the
// count in the sidebar.
import { mayAsAdmin } from "../../../../domain/policies/admin.ts";
import { useApi } from "../../../api/use-api.ts";
import { useSession } from "../../../session/session.ts";

const useQueues = (everyMs: number) => {
  const enabled = mayAsAdmin("run_jobs", useSession());
  return useApi("GET /api/admin/jobs", {}, { enabled, refetchInterval: everyMs });
};

export const useJobQueues = () => useQueues(10_000);

/** The number of jobs that failed for good; 0 until it is known, and for anyone but owners. */
export const useFailedJobCount = (): number =>
  useQueues(60_000).data?.queues.reduce((sum, { failed }) => sum + failed, 0) ?? 0;
