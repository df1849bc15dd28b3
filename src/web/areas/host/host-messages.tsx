// A host's conversations, in the host area's frame.
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { Inbox } from "../../parts/conversation/inbox.tsx";
import { pageMeta } from "../../parts/page/page-meta.ts";

export const meta = () => pageMeta("Host Messages");

export default function HostMessagesPage() {
  return (
    <Inbox
      side="host"
      action={
        <Link to={paths.hostTemplates()} className="link text-sm">
          Templates
        </Link>
      }
    />
  );
}
