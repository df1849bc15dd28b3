// How many cases ask for something of the admins: in the sidebar and over their list. Live changes of support reach it.
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../api/api.ts";
import { queryKeys, signedIn } from "../../../api/query.tsx";
import { useSession } from "../../../session/session.ts";

/** undefined while it is not known, and for who is no admin. */
export function useSupportCounts() {
  const { isAdmin } = useSession();
  return useQuery({
    queryKey: queryKeys.supportCounts,
    queryFn: ({ signal }) => signedIn((call) => api("GET /api/admin/support/counts", {}, call), signal),
    enabled: isAdmin,
  }).data;
}
