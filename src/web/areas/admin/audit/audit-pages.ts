// The audit log, page by page. It changes constantly, so it is refetched on every visit.
import type { AuditFilter } from "../../../../contract/admin/admin.ts";
import { useApiPages } from "../../../api/use-api.ts";

/** @param about an id, or empty for all events */
export const useAuditPages = (filter: AuditFilter, about: string) =>
  useApiPages("GET /api/admin/audit", { query: { filter, about } }, { staleTime: 0 });
