// The number of support cases that need an admin, updated live, for the sidebar and the list.
import { useApi } from "../../../api/use-api.ts";
import { useSession } from "../../../session/session.ts";

/** Undefined until it is known, and for anyone but admins. */
export function useSupportCounts() {
  const { isAdmin } = useSession();
  return useApi("GET /api/admin/support/counts", {}, { enabled: isAdmin }).data;
}
