// The signed-in user's notifications: the list behind the bell, the unread count, and marking as
// read.
import { useMutation, useQueryClient, type InfiniteData } from "@tanstack/react-query";
import type { Api } from "../../../contract/index.ts";
import { api } from "../../api/api.ts";
import { usePages, type Pages } from "../../api/use-pages.ts";
import { queryKeys, signedIn } from "../../api/query.tsx";

export type NotificationPage = Api["GET /api/notifications"]["output"];
export type Notification = NotificationPage["notifications"][number];
type What = { id: string } | { until: string };

export const useNotifications = (): Pages<NotificationPage> =>
  usePages(queryKeys.notifications, (at, options) =>
    api("GET /api/notifications", { query: at }, options),
  );

/** The unread count of the newest page fetched; 0 before. */
export const unreadOf = ({ data }: Pages<NotificationPage>): number => data?.pages[0]?.unread ?? 0;

/** Marks one notification as read, or all up to the newest one shown. Updates optimistically,
 *  and refetches if it could not be stored. */
export function useMarkRead() {
  const client = useQueryClient();
  const queryKey = queryKeys.notifications;
  return useMutation({
    mutationFn: (what: What) =>
      signedIn((options) => api("POST /api/notifications/read", { body: what }, options)),
    onMutate: async (what) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData<InfiniteData<NotificationPage>>(
        queryKey,
        (list) => list && markedIn(list, what),
      );
    },
    onSuccess: ({ unread }) =>
      client.setQueryData<InfiniteData<NotificationPage>>(
        queryKey,
        (list) => list && withUnread(list, unread),
      ),
    onError: () => client.invalidateQueries({ queryKey }),
  });
}

const withUnread = (
  list: InfiniteData<NotificationPage>,
  unread: number,
): InfiniteData<NotificationPage> => ({
  ...list,
  pages: list.pages.map((page) => ({ ...page, unread })),
});

function markedIn(
  list: InfiniteData<NotificationPage>,
  what: What,
): InfiniteData<NotificationPage> {
  const isMeant = ({ id, created_at }: Notification): boolean =>
    "id" in what ? id === what.id : created_at <= what.until;
  const all = list.pages.flatMap(({ notifications }) => notifications);
  const marked = all.filter((each) => !each.is_read && isMeant(each)).length;
  const pages = list.pages.map((page) => ({
    ...page,
    unread: Math.max(0, page.unread - marked),
    notifications: page.notifications.map((each) =>
      isMeant(each) ? { ...each, is_read: true } : each,
    ),
  }));
  return { ...list, pages };
}
