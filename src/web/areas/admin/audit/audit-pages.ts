// The audit log, page by page. It changes constantly, so it is refetched on every visit.
import type { EndpointCall, EndpointOutput } from "../../../api/api-cache.ts";
import { useApiPages } from "../../../api/use-api.ts";

/** What a search of the log is about. */
export type AuditSubjects = NonNullable<EndpointOutput<"GET /api/admin/audit">["about"]>;

export const useAuditPages = (query: EndpointCall<"GET /api/admin/audit">["query"]) =>
  useApiPages("GET /api/admin/audit", { query }, { staleTime: 0 });
