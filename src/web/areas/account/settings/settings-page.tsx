// What somebody settles about their account: how they sign in and where, how the site looks, what is mailed, and what becomes of
// their data. In the frame of the renter's pages.
import { NotificationChoices } from "./notification-choices.tsx";
import { Settings } from "./settings.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { useSession } from "../../../session/session.ts";

export const meta = () => pageMeta("Settings");

export default function SettingsPage() {
  const { user } = useSession();
  return user && <Settings key={user.id} email={user.email ?? ""} notifications={<NotificationChoices />} />;
}
