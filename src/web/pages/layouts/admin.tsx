// The admin's area in its frame, for admins.
import { Outlet } from "react-router";
import { AdminAccess } from "../../features/account/admin-access.tsx";
import { DashboardLayout } from "../../features/layout/dashboard-layout.tsx";
import { ADMIN_SIDEBAR, TO_HOSTING } from "../../features/layout/navigation.ts";
import { QueryProvider } from "../../lib/query.tsx";

export default function AdminPages() {
  return (
    <QueryProvider>
      <DashboardLayout label="Admin" items={ADMIN_SIDEBAR} other={TO_HOSTING}>
        <AdminAccess>
          <Outlet />
        </AdminAccess>
      </DashboardLayout>
    </QueryProvider>
  );
}
