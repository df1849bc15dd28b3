// Who wants to be verified, in the admin's frame.
import { AdminVerifications } from "./admin-verifications.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => pageMeta("Verifications, Admin");

export default function AdminVerificationsPage() {
  return <AdminVerifications />;
}
