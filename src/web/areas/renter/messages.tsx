// A renter's conversations, in the dashboard frame.
import { Inbox } from "../../parts/conversation/inbox.tsx";
import { pageMeta } from "../../parts/page/page-meta.ts";

export const meta = () => pageMeta("Messages");

export default function MessagesPage() {
  return <Inbox side="renter" />;
}
