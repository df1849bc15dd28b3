// The record of who did what, page by page. It grows with whatever is done, so it is read anew each time it is opened.
import { api } from "../../../api/api.ts";
import { usePages } from "../../../api/use-pages.ts";
import { queryKeys, type AuditFilter } from "../../../api/query.tsx";

/** What the API is asked for, by the list and by its export. `about` is an id, or empty. */
export const auditQuery = (filter: AuditFilter, about: string) => ({ filter, ...(about && { about }) });

export const useAuditPages = (filter: AuditFilter, about: string, enabled = true) =>
  usePages(
    queryKeys.audit(filter, about),
    (at, options) => api("GET /api/admin/audit", { query: { ...auditQuery(filter, about), ...at } }, options),
    { enabled, staleTime: 0 },
  );
