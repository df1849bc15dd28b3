// The layout of the host area. The layouts inside it decide who may enter.
import { Outlet } from "react-router";
import { DashboardLayout } from "../shell/dashboard-layout.tsx";
import { HOST_SIDEBAR, linksToOtherAreas } from "../shell/navigation.ts";
import { QueryProvider } from "../../api/query.tsx";
import { useSession } from "../../session/session.ts";
import { Spinner } from "../../ui/spinner.tsx";

export default function HostPages() {
  const others = linksToOtherAreas("hosting", useSession());
  return (
    <QueryProvider>
      <DashboardLayout
        label="Host"
        items={HOST_SIDEBAR}
        others={others}
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
