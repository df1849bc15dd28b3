// The renter's signed-in pages in their frame.
import { Outlet } from "react-router";
import { DashboardLayout } from "../../features/layout/dashboard-layout.tsx";
import { RENTER_SIDEBAR } from "../../features/layout/navigation.ts";

export default function RenterPages() {
  return (
    <DashboardLayout label="Renter" items={RENTER_SIDEBAR}>
      <Outlet />
    </DashboardLayout>
  );
}
