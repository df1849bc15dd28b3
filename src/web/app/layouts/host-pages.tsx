// The layout of the host area. The layouts inside it decide who may enter.
import { Outlet } from "react-router";
import { DashboardLayout } from "../shell/dashboard-layout.tsx";
import { HOST_SIDEBAR, linksToOtherAreas } from "../shell/navigation.ts";
import { paths } from "../../paths.ts";
import { QueryProvider } from "../../api/query.tsx";
import { useSession } from "../../session/session.ts";
import { Spinner } from "../../ui/spinner.tsx";

/** What a former host may still open (layouts/host-access-pages.tsx). */
const FORMER_HOST_SIDEBAR = HOST_SIDEBAR.filter(({ to }) =>
  [paths.hostPayouts(), paths.hostSettings()].includes(to),
);

export default function HostPages() {
  const session = useSession();
  const others = linksToOtherAreas("hosting", session);
  return (
    <QueryProvider>
      <DashboardLayout
        label="Host"
        items={session.mayHost ? HOST_SIDEBAR : FORMER_HOST_SIDEBAR}
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
