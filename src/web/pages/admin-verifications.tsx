// Who wants to be verified, in the admin's frame.
import { AdminVerifications } from "../features/admin-verifications/admin-verifications.tsx";
import { pageMeta } from "../lib/page-meta.ts";

export const meta = () => pageMeta("Verifications, Admin");

export default function AdminVerificationsPage() {
  return <AdminVerifications />;
}
