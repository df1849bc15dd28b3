// The record of who did what, in the admin's frame.
import { AdminAudit } from "../features/admin-audit/admin-audit.tsx";
import { pageMeta } from "../lib/page-meta.ts";

export const meta = () => pageMeta("Audit, Admin");

export default function AdminAuditPage() {
  return <AdminAudit />;
}
