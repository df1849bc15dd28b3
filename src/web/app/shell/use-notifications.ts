// The signed-in user's notifications: the list behind the bell, the unread count, and marking as
// read.
import { useQueryClient } from "@tanstack/react-query";
import type { Api } from "../../../contract/index.ts";
import { apiPagesKey, invalidateEndpoint, updateApiPages } from "../../api/api-cache.ts";
import { useApiMutation, useApiPages, type Pages } from "../../api/use-api.ts";

export type NotificationPage = Api["GET /api/notifications"]["output"];
export type ShownNotification = NotificationPage["notifications"][number];
type What = Api["POST /api/notifications/read"]["call"]["body"];

const LIST = "GET /api/notifications";
const FIRST_PAGE = { query: {} };

export const useNotifications = (): Pages<NotificationPage> => useApiPages(LIST, FIRST_PAGE);

/** The unread count of the newest page fetched; 0 before. */
export const countUnread = ({ data }: Pages<NotificationPage>): number =>
  data?.pages[0]?.unread ?? 0;

/** Marks one notification as read, or all up to the newest one shown. Updates optimistically,
 *  and refetches if it could not be stored. */
export function useMarkNotificationsRead() {
  const client = useQueryClient();
  return useApiMutation("POST /api/notifications/read", {
    call: (what: What) => ({ body: what }),
    onMutate: async (what) => {
      await client.cancelQueries({ queryKey: apiPagesKey(LIST, FIRST_PAGE) });
      updateApiPages(client, LIST, FIRST_PAGE, (page, all) => markedIn(page, all, what));
    },
    onSuccess: ({ unread }) =>
      updateApiPages(client, LIST, FIRST_PAGE, (page) => ({ ...page, unread })),
    onError: () => invalidateEndpoint(client, LIST),
  });
}

function markedIn(
  page: NotificationPage,
  all: readonly NotificationPage[],
  what: What,
): NotificationPage {
  const isMeant = ({ id, created_at }: ShownNotification): boolean =>
    "id" in what ? id === what.id : created_at <= what.until;
  const marked = all
    .flatMap(({ notifications }) => notifications)
    .filter((each) => !each.is_read && isMeant(each)).length;
  return {
    ...page,
    unread: Math.max(0, page.unread - marked),
    notifications: page.notifications.map((each) =>
      isMeant(each) ? { ...each, is_read: true } : each,
    ),
  };
}
