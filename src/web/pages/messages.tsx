// What a renter writes and reads, in the dashboard's frame.
import { Inbox } from "../features/inbox/inbox.tsx";
import { pageMeta } from "../lib/page-meta.ts";

export const meta = () => pageMeta("Messages");

export default function MessagesPage() {
  return <Inbox side="renter" />;
}
