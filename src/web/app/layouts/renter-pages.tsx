// The layout of the renter's signed-in pages.
import type { ComponentType } from "react";
import { Outlet, useMatches } from "react-router";
import { DashboardLayout } from "../shell/dashboard-layout.tsx";
import { linksToOtherAreas, RENTER_SIDEBAR } from "../shell/navigation.ts";
import { QueryProvider } from "../../api/query.tsx";
import { useSession } from "../../session/session.ts";

/** A page's `handle` export: its skeleton, shown until the session is known. */
interface PageHandle {
  Skeleton?: ComponentType;
}

export default function RenterPages() {
  const Skeleton = (useMatches().at(-1)?.handle as PageHandle | undefined)?.Skeleton;
  const others = linksToOtherAreas("renting", useSession());
  return (
    <QueryProvider>
      <DashboardLayout
        label="Renter"
        items={RENTER_SIDEBAR}
        others={others}
        {...(Skeleton && { skeleton: <Skeleton /> })}
      >
        <Outlet />
      </DashboardLayout>
    </QueryProvider>
  );
}
