// What a host writes and reads, in the host area's frame.
import { Inbox } from "../features/inbox/inbox.tsx";
import { pageMeta } from "../lib/page-meta.ts";

export const meta = () => pageMeta("Host Messages");

export default function HostMessagesPage() {
  return <Inbox side="host" />;
}
