// The conversations about the cars whose messages the user answers.
import { Inbox } from "../../parts/conversation/inbox.tsx";
import { pageMeta } from "../../parts/page/page-meta.ts";
import { paths } from "../../paths.ts";

export const meta = () => pageMeta("Messages");

export default function HelpingMessagesPage() {
  // Not everybody who answers messages sees the trip: its page follows from the day sheet.
  return <Inbox side="host" to={{ inbox: paths.helpingMessages, booking: () => null }} />;
}
