// The cases of support, in the admin's frame.
import { AdminSupport } from "./admin-support.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => pageMeta("Support, Admin");

export default function AdminSupportPage() {
  return <AdminSupport />;
}
