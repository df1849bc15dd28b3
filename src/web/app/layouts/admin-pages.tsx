// The layout of the admin area.
import { Outlet } from "react-router";
import { AdminAccess } from "./admin-access-pages.tsx";
import { DashboardLayout } from "../shell/dashboard-layout.tsx";
import { ADMIN_SIDEBAR, TO_HOSTING } from "../shell/navigation.ts";
import { QueryProvider } from "../../api/query.tsx";

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
