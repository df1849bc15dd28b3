// The record of who did what, in the admin's frame.
import { AdminAudit } from "./admin-audit.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => pageMeta("Audit, Admin");

export default function AdminAuditPage() {
  return <AdminAudit />;
}
