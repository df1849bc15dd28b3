// What a host settles: how new listings are booked, where payouts go, and the papers of the cars. In the host's frame. Where payouts
// go stays with who is no host any more.
import { HostSettings } from "./host-settings.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { useSession } from "../../../session/session.ts";

export const meta = () => pageMeta("Host Settings");

export default function HostSettingsPage() {
  const { user, mayHost } = useSession();
  return user && <HostSettings key={user.id} userId={user.id} isHost={mayHost} />;
}
