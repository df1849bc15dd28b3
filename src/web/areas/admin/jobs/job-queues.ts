// The queues of background jobs, polled while a page shows them: the admin's jobs page and the
// count in the sidebar.
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../api/api.ts";
import { queryKeys, signedIn } from "../../../api/query.tsx";
import { useSession } from "../../../session/session.ts";

const useQueues = (everyMs: number) => {
  const { isAdmin } = useSession();
  return useQuery({
    queryKey: queryKeys.jobQueues,
    queryFn: ({ signal }) => signedIn((options) => api("GET /api/admin/jobs", {}, options), signal),
    enabled: isAdmin,
    refetchInterval: everyMs,
  });
};

export const useJobQueues = () => useQueues(10_000);

/** The number of jobs that failed for good; 0 until it is known, and for anyone but admins. */
export const useFailedJobCount = (): number =>
  useQueues(60_000).data?.queues.reduce((sum, { failed }) => sum + failed, 0) ?? 0;
