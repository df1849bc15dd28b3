// The list that the bell opens: the latest notifications, each linking to its page. Loaded when
// opened.
import { Popover } from "radix-ui";
import { useState, type RefObject } from "react";
import { Link } from "react-router";
import { formatAge, formatInstant } from "../../../domain/text/format.ts";
import type { NotificationKind } from "../../../domain/message/notification.ts";
import { useFocusAfterwards } from "../../ui/focus/focus-afterwards.ts";
import { PagedList } from "../../parts/list/paged-list.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { EmptyArt } from "../../ui/empty-art.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useReturnFocus } from "../../ui/focus/return-focus.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { paths } from "../../paths.ts";
import {
  countUnread,
  useMarkNotificationsRead,
  useNotifications,
  type ShownNotification,
} from "./use-notifications.ts";
import type { IconName } from "../../ui/icon-names.ts";
import { Icon } from "../../ui/icon.tsx";

const ICONS: Record<NotificationKind, IconName> = {
  booking: "calendar-check",
  reminder: "clock",
  message: "message-circle",
  review: "star",
  payout: "banknote",
  listing: "car",
  favourite: "heart",
  identity: "badge-check",
};

export interface NotificationPanelProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The bell, next to which the panel opens. */
  button: RefObject<HTMLButtonElement | null>;
  /** Whether the bell is in the sidebar. */
  side: boolean;
}

export default function NotificationPanel({
  open,
  onOpenChange,
  button,
  side,
}: NotificationPanelProps) {
  const returnFocus = useReturnFocus();
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Anchor virtualRef={button as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          {...returnFocus}
          aria-labelledby="notifications-title"
          side={side ? "right" : "bottom"}
          align={side ? "end" : "center"}
          sideOffset={side ? 16 : 8}
          collisionPadding={12}
          // Pressing the bell again closes the panel.
          onInteractOutside={(event) => {
            if (button.current?.contains(event.target as Node)) event.preventDefault();
          }}
          className="menu z-(--z-overlay) grid max-h-[min(36rem,var(--radix-popover-content-available-height))] w-[min(24rem,calc(100vw-1.5rem))] grid-rows-[auto_minmax(0,1fr)] rounded-lg bg-surface text-foreground shadow-float"
        >
          <Notifications onClose={() => onOpenChange(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Notifications({ onClose }: { onClose: () => void }) {
  const list = useNotifications();
  const markRead = useMarkNotificationsRead();
  const focus = useFocusAfterwards();
  const [now] = useState(() => new Date());
  const unread = countUnread(list);
  const newest = list.data?.pages[0]?.notifications[0];
  return (
    <>
      <div className="flex min-h-14 items-center justify-between gap-3 border-b border-border py-2 pr-2 pl-4">
        <h2 id="notifications-title" tabIndex={-1} className="text-lg">
          Notifications
        </h2>
        {unread > 0 && newest && (
          <Button
            variant="ghost"
            size="small"
            onClick={() => {
              markRead.mutate({ until: newest.created_at });
              focus("notifications-title"); // The button disappears.
            }}
          >
            Mark all as read
          </Button>
        )}
      </div>
      <div className="overflow-auto overscroll-contain">
        <PagedList
          bare
          list={list}
          getItems={(page) => page.notifications}
          failed={{
            toast: "Failed to load notifications",
            title: "We couldn't load your notifications.",
          }}
          status={list.isPending ? "Loading" : unread > 0 ? `${unread} unread` : "Nothing unread"}
          skeleton={<ListShape />}
          empty={<NoNotifications onClose={onClose} />}
          elementId={({ id }) => elementId(id)}
          focus={focus}
        >
          {(notifications) => (
            <ul aria-labelledby="notifications-title">
              {notifications.map((each) => (
                <Item
                  key={each.id}
                  notification={each}
                  now={now}
                  onFollow={() => {
                    if (!each.is_read) markRead.mutate({ id: each.id });
                    onClose();
                  }}
                />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </>
  );
}

const NoNotifications = ({ onClose }: { onClose: () => void }) => (
  <EmptyState
    level={3}
    art={<EmptyArt of="plans" />}
    title="Nothing yet"
    text="News about your bookings and cars shows up here."
    actions={
      <Button asChild variant="outline" size="small">
        <Link to={paths.browse()} onClick={onClose}>
          Browse Cars
        </Link>
      </Button>
    }
  />
);

const elementId = (id: string): string => `notification-${id}`;

interface ItemProps {
  notification: ShownNotification;
  now: Date;
  onFollow: () => void;
}

function Item({ notification, now, onFollow }: ItemProps) {
  const { id, kind, title, body, path, created_at, is_read } = notification;
  const icon = ICONS[kind];
  const then = new Date(created_at);
  return (
    <li className="border-b border-border last:border-0">
      <Link
        id={elementId(id)}
        to={path}
        onClick={onFollow}
        className="grid grid-cols-[2.25rem_minmax(0,1fr)_.5rem] items-start gap-3 px-4 py-3 -outline-offset-2 hover:bg-surface-2"
      >
        <span
          aria-hidden="true"
          className={cx(
            "grid size-9 place-items-center rounded-full",
            is_read ? "bg-surface-2 text-muted-foreground" : "bg-tint-sea text-tint-sea-foreground",
          )}
        >
          <Icon name={icon} size={18} className="stroke-[1.75]" />
        </span>
        <span className="grid gap-0.5 text-sm leading-[1.35]">
          <span className={cx("wrap-anywhere", is_read ? "font-medium" : "font-bold")}>
            {!is_read && <span className="sr-only">Unread: </span>}
            {title}
          </span>
          <span className="text-muted-foreground wrap-anywhere">{body}</span>
          <time
            dateTime={created_at}
            title={formatInstant(then)}
            className="text-xs text-muted-foreground"
          >
            {formatAge(then, now)}
          </time>
        </span>
        {!is_read && <span aria-hidden="true" className="mt-1.5 size-2 rounded-full bg-primary" />}
      </Link>
    </li>
  );
}

const ListShape = () => (
  <div className="grid">
    {[1, 2, 3, 4].map((key) => (
      <div key={key} className="grid grid-cols-[2.25rem_minmax(0,1fr)] gap-3 px-4 py-3">
        <Skeleton className="size-9 rounded-full" />
        <div className="grid gap-2">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-4 w-56 max-w-full" />
          <Skeleton className="h-3 w-20" />
        </div>
      </div>
    ))}
  </div>
);
