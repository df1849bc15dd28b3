// How many background jobs have failed for good: the figure in the admin's sidebar.
import { useQuery } from "@tanstack/react-query";
import { api } from "./api.ts";
import { queryKeys, signedIn } from "./query.tsx";
import { useSession } from "./session.ts";

const LOOK_MS = 60_000;

/** 0 while it is not known, and for who is no admin. */
export function useFailedJobCount(): number {
  const { isAdmin } = useSession();
  const { data } = useQuery({
    queryKey: queryKeys.failedJobCount,
    queryFn: ({ signal }) => signedIn((call) => api("GET /api/admin/jobs/counts", {}, call), signal),
    enabled: isAdmin,
    refetchInterval: LOOK_MS,
  });
  return data?.failed ?? 0;
}
