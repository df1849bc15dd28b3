// What somebody settles about their account: how they sign in and where, how the site looks, what is mailed, and what becomes of
// their data. In the frame of the renter's pages.
import { NotificationChoices } from "../features/notification-choices/notification-choices.tsx";
import { Settings } from "../features/settings/settings.tsx";
import { pageMeta } from "../lib/page-meta.ts";
import { useSession } from "../lib/session.ts";

export const meta = () => pageMeta("Settings");

export default function SettingsPage() {
  const { user } = useSession();
  return user && <Settings key={user.id} email={user.email ?? ""} notifications={<NotificationChoices />} />;
}
