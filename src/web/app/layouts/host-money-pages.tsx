// The layout of the host's payout pages. They stay open to former hosts.
import { Outlet } from "react-router";
import { HostAccess } from "./host-access-pages.tsx";

export default function HostMoneyPages() {
  return (
    <HostAccess payees>
      <Outlet />
    </HostAccess>
  );
}
