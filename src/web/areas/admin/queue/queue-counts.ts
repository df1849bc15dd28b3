// How much waits for the admins, for the sidebar and the queue. Follows live changes; job failures
// are not among them, so it is also polled.
import { useApi } from "../../../api/use-api.ts";
import { useSession } from "../../../session/session.ts";

/** Undefined until it is known, and for anyone but admins. */
export function useQueueCounts() {
  const { isAdmin } = useSession();
  const options = { enabled: isAdmin, refetchInterval: 60_000 };
  return useApi("GET /api/admin/queue/counts", {}, options).data;
}
