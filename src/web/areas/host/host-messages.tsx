// A host's conversations, in the host area's frame.
import { Inbox } from "../../parts/conversation/inbox.tsx";
import { pageMeta } from "../../parts/page/page-meta.ts";

export const meta = () => pageMeta("Host Messages");

export default function HostMessagesPage() {
  return <Inbox side="host" />;
}
