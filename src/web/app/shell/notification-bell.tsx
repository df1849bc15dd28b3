// The bell with its unread count. Loaded only when signed in; its list is loaded when opened.
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useRef, useState } from "react";
import { useLive } from "../../api/live.ts";
import { QueryProvider } from "../../api/query.tsx";
import { useSession } from "../../session/session.ts";
import { cx } from "../../ui/cx.ts";
import { countUnread, useNotifications } from "./use-notifications.ts";
import { Icon } from "../../ui/icon.tsx";

const loadPanel = () => import("./notification-panel.tsx");
const NotificationPanel = lazy(loadPanel);

const LOOKS = {
  /** In a header. */
  icon: "relative grid size-11 place-items-center rounded-full hover:bg-surface-2 focus-visible:rounded-full",
  /** In the sidebar, like its other items. */
  side: "side-item relative",
} as const;

/** Higher counts are shown as "9+". */
const MOST = 9;

export interface NotificationBellProps {
  look: keyof typeof LOOKS;
}

/** Renders nothing when signed out. Brings its own QueryProvider, because public pages have
 *  none. */
export default function NotificationBell({ look }: NotificationBellProps) {
  const { user } = useSession();
  return (
    user && (
      <QueryProvider>
        <BellButton look={look} />
      </QueryProvider>
    )
  );
}

function BellButton({ look }: NotificationBellProps) {
  useLive(useQueryClient());
  const [requested, setRequested] = useState(false);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const unread = countUnread(useNotifications());
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        className={LOOKS[look]}
        onPointerEnter={() => void loadPanel()}
        onClick={() => {
          setRequested(true);
          setOpen(!open);
        }}
      >
        <Icon name="bell" className="flex-none" />
        <span className={look === "side" ? "side-label" : "sr-only"}>Notifications</span>
        {unread > 0 && (
          <span
            className={cx(
              "absolute top-[.15rem] left-[1.35rem] min-w-[1.15rem] rounded-full bg-destructive px-[.25rem] text-center",
              "text-[.6875rem] leading-[1.15rem] font-bold text-destructive-foreground tabular-nums",
            )}
          >
            {unread > MOST ? `${MOST}+` : unread}
            <span className="sr-only"> unread</span>
          </span>
        )}
      </button>
      {requested && (
        <Suspense>
          <NotificationPanel
            open={open}
            onOpenChange={setOpen}
            button={button}
            side={look === "side"}
          />
        </Suspense>
      )}
    </>
  );
}
