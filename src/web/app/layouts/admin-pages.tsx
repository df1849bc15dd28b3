// The layout of the admin area.
import { Outlet } from "react-router";
import { AdminSearch } from "../../areas/admin/search/admin-search.tsx";
import { mayAsAdmin } from "../../../domain/policies/admin.ts";
import { AdminAccess } from "./admin-access-pages.tsx";
import { DashboardLayout } from "../shell/dashboard-layout.tsx";
import { ADMIN_SIDEBAR, linksToOtherAreas } from "../shell/navigation.ts";
import { useSession } from "../../session/session.ts";
import { QueryProvider } from "../../api/query.tsx";

export default function AdminPages() {
  const session = useSession();
  const others = linksToOtherAreas("admin", session);
  const items = ADMIN_SIDEBAR.filter(({ needs }) => !needs || mayAsAdmin(needs, session));
  return (
    <QueryProvider>
      <DashboardLayout label="Admin" items={items} others={others}>
        <AdminAccess>
          <AdminSearch />
          <Outlet />
        </AdminAccess>
      </DashboardLayout>
    </QueryProvider>
  );
}
