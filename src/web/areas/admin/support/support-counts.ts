// The number of support cases that need an admin, updated live, for the sidebar and the list.
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../api/api.ts";
import { queryKeys, signedIn } from "../../../api/query.tsx";
import { useSession } from "../../../session/session.ts";

/** Undefined until it is known, and for anyone but admins. */
export function useSupportCounts() {
  const { isAdmin } = useSession();
  return useQuery({
    queryKey: queryKeys.supportCounts,
    queryFn: ({ signal }) =>
      signedIn((call) => api("GET /api/admin/support/counts", {}, call), signal),
    enabled: isAdmin,
  }).data;
}
