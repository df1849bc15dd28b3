// The number of support cases that need an admin, updated live, for the sidebar and the list.
import { mayAsAdmin } from "../../../../domain/policies/admin.ts";
import { useApi } from "../../../api/use-api.ts";
import { useSession } from "../../../session/session.ts";

/** Undefined until it is known, and for anyone who handles no cases. */
export function useSupportCounts() {
  const session = useSession();
  const enabled = mayAsAdmin("handle_cases", session);
  return useApi("GET /api/admin/support/counts", {}, { enabled }).data;
}
