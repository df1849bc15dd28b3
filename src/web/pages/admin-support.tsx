// The cases of support, in the admin's frame.
import { AdminSupport } from "../features/admin-support/admin-support.tsx";
import { pageMeta } from "../lib/page-meta.ts";

export const meta = () => pageMeta("Support, Admin");

export default function AdminSupportPage() {
  return <AdminSupport />;
}
