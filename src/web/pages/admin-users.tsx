// Everybody who has an account, in the admin's frame.
import { AdminUsers } from "../features/admin-users/admin-users.tsx";
import { pageMeta } from "../lib/page-meta.ts";

export const meta = () => pageMeta("Users, Admin");

export default function AdminUsersPage() {
  return <AdminUsers />;
}
