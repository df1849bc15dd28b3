// The audit log, page by page. It changes constantly, so it is refetched on every visit.
import { api } from "../../../api/api.ts";
import { usePages } from "../../../api/use-pages.ts";
import { queryKeys, type AuditFilter } from "../../../api/query.tsx";

/** The query parameters shared by the list and its export. `about` is an id, or empty. */
export const auditQuery = (filter: AuditFilter, about: string) => ({
  filter,
  ...(about && { about }),
});

export const useAuditPages = (filter: AuditFilter, about: string, enabled = true) =>
  usePages(
    queryKeys.audit(filter, about),
    (at, options) =>
      api("GET /api/admin/audit", { query: { ...auditQuery(filter, about), ...at } }, options),
    { enabled, staleTime: 0 },
  );
