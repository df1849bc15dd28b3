// The audit log, page by page. It changes constantly, so it is refetched on every visit.
import type { AuditFilter } from "../../../../contract/admin/admin.ts";
import type { EndpointOutput } from "../../../api/api-cache.ts";
import { useApiPages } from "../../../api/use-api.ts";

/** What a search of the log is about. */
export type AuditSubjects = NonNullable<EndpointOutput<"GET /api/admin/audit">["about"]>;

/** @param about an id, a name, an email or a number; empty for all events */
export const useAuditPages = (filter: AuditFilter, about: string) =>
  useApiPages("GET /api/admin/audit", { query: { filter, about } }, { staleTime: 0 });
