// The frame of the host area. Who comes in is said by the layouts within it.
import { Outlet } from "react-router";
import { DashboardLayout } from "../../features/layout/dashboard-layout.tsx";
import { HOST_SIDEBAR, TO_ADMIN, TO_RENTING } from "../../features/layout/navigation.ts";
import { QueryProvider } from "../../lib/query.tsx";
import { useSession } from "../../lib/session.ts";
import { Spinner } from "../../ui/spinner.tsx";

export default function HostPages() {
  const { isAdmin } = useSession();
  return (
    <QueryProvider>
      <DashboardLayout
        label="Host"
        items={HOST_SIDEBAR}
        other={isAdmin ? TO_ADMIN : TO_RENTING}
        skeleton={
          <div className="grid min-h-[50vh] place-items-center">
            <Spinner label="Loading" />
          </div>
        }
      >
        <Outlet />
      </DashboardLayout>
    </QueryProvider>
  );
}
