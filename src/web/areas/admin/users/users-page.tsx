// Everybody who has an account, in the admin's frame.
import { AdminUsers } from "./admin-users.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => pageMeta("Users, Admin");

export default function AdminUsersPage() {
  return <AdminUsers />;
}
