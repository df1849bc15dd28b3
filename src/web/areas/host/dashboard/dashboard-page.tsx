// A host's first page, in the host area's frame; requests are answered right here.
import { WaitingRequests } from "../bookings/waiting-requests.tsx";
import { HostDashboard } from "./host-dashboard.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => pageMeta("Host Dashboard");

export default function HostDashboardPage() {
  return (
    <HostDashboard
      renderRequests={({ requests, pending_bookings }) => (
        <WaitingRequests requests={requests} total={pending_bookings} />
      )}
    />
  );
}
