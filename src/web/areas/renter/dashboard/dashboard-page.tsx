// The renter's first page, in the dashboard's frame.
import { RenterDashboard } from "./renter-dashboard.tsx";
import { RenterDashboardSkeleton } from "./skeleton.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => pageMeta("Dashboard");

/** Read by the layout: what stands here until the session is known. */
export const handle = { Skeleton: RenterDashboardSkeleton };

export default function DashboardPage() {
  return <RenterDashboard />;
}
