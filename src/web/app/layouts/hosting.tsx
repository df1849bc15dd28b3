// The pages of the host area that are for hosts and admins alone, within its frame.
import { Outlet } from "react-router";
import { HostAccess } from "./host-access.tsx";

export default function HostingPages() {
  return (
    <HostAccess>
      <Outlet />
    </HostAccess>
  );
}
