// The conversations about the cars whose messages the user answers.
import { Inbox } from "../../parts/conversation/inbox.tsx";
import { pageMeta } from "../../parts/page/page-meta.ts";
import { paths } from "../../paths.ts";

export const meta = () => pageMeta("Messages");

export default function HelpingMessagesPage() {
  // No link to the trip: not every helper who answers messages may open it.
  return <Inbox side="host" to={{ inbox: paths.helpingMessages, booking: () => null }} />;
}
