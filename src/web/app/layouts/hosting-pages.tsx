// The layout of host pages that only hosts and admins may see.
import { Outlet } from "react-router";
import { HostAccess } from "./host-access-pages.tsx";

export default function HostingPages() {
  return (
    <HostAccess>
      <Outlet />
    </HostAccess>
  );
}
