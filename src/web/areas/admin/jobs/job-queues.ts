// The queues of background jobs, read anew while somebody looks: for the admin's page of them and the figure in the sidebar.
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

/** How many jobs have failed for good; 0 while it is not known, and for who is no admin. */
export const useFailedJobCount = (): number =>
  useQueues(60_000).data?.queues.reduce((sum, { failed }) => sum + failed, 0) ?? 0;
