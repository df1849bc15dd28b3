// The unread message counts in the sidebars. Live changes to messages update them
// (api/live-changes.ts).
import { useQuery } from "@tanstack/react-query";
import type { InboxSide } from "../../../domain/message/message.ts";
import { api } from "../../api/api.ts";
import { queryKeys, signedIn } from "../../api/query.tsx";
import { useSession } from "../../session/session.ts";

export type { InboxSide };

/** The count; 0 until it is known. */
export function useUnreadMessages(side: InboxSide): number {
  const { status } = useSession();
  const { data } = useQuery({
    queryKey: queryKeys.unreadMessages,
    queryFn: ({ signal }) => signedIn((call) => api("GET /api/unread", {}, call), signal),
    enabled: status === "signed-in",
  });
  return data?.[side] ?? 0;
}
