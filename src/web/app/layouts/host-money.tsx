// The pages of the host area about what a host is paid, within its frame: they stay open to who is no host any more.
import { Outlet } from "react-router";
import { HostAccess } from "./host-access.tsx";

export default function HostMoneyPages() {
  return (
    <HostAccess payees>
      <Outlet />
    </HostAccess>
  );
}
