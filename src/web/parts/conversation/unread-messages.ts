// The unread message counts in the sidebars. Live changes to messages update them
// (api/live-changes.ts).
import type { InboxSide } from "../../../domain/message/message.ts";
import { useApi } from "../../api/use-api.ts";
import { useSession } from "../../session/session.ts";

export type { InboxSide };

/** The count; 0 until it is known. */
export function useUnreadMessages(side: InboxSide): number {
  const { status } = useSession();
  const { data } = useApi("GET /api/unread", {}, { enabled: status === "signed-in" });
  return data?.[side] ?? 0;
}
