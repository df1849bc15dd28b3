// The links of the sidebar, each with the number of items that need attention.
import { NavLink } from "react-router";
import { useFailedJobCount } from "../../areas/admin/jobs/use-job-queues.ts";
import { useQueueCounts } from "../../areas/admin/queue/queue-counts.ts";
import { useSupportCounts } from "../../areas/admin/support/support-counts.ts";
import { useUnreadMessages, type InboxSide } from "../../parts/conversation/unread-messages.ts";
import type { WorkKind } from "../../../domain/work-queue.ts";
import { useSession } from "../../session/session.ts";
import { Badge } from "../../ui/badge.tsx";
import type { SidebarItem } from "./navigation.ts";
import { Icon } from "../../ui/icon.tsx";

export interface SidebarProps {
  /** The sidebar's accessible name: "Renter". */
  label: string;
  items: readonly SidebarItem[];
  /** The links at the foot of the sidebar, which switch to other areas. */
  others: readonly SidebarItem[];
}

export interface SidebarLinksProps extends Omit<SidebarProps, "others"> {
  onFollow?: () => void;
}

export function SidebarLinks({ label, items, onFollow }: SidebarLinksProps) {
  return (
    <nav aria-label={label} className="grid w-full justify-items-center gap-0.5">
      {items.map((item) => (
        <SidebarLink key={item.to} item={item} {...(onFollow && { onFollow })} />
      ))}
    </nav>
  );
}

export function SidebarLink({
  item: { to, label, icon, nested = false, counts },
  onFollow,
}: {
  item: SidebarItem;
  onFollow?: () => void;
}) {
  const { user } = useSession();
  return (
    <NavLink to={to} end={!nested} className="side-item" {...(onFollow && { onClick: onFollow })}>
      <Icon name={icon} className="flex-none" />
      <span className="side-label">{label}</span>
      {counts && user && <LinkCount key={user.id} what={counts} />}
    </NavLink>
  );
}

/** Mounted only once the user is known: a query keeps the client it started with, and each user has
 *  a separate one (api/query.tsx). */
function LinkCount({ what }: { what: NonNullable<SidebarItem["counts"]> }) {
  if (what === "support") return <OpenCases />;
  if (what === "queue" || typeof what !== "string") return <Waiting kinds={what} />;
  return what === "jobs" ? <FailedJobs /> : <UnreadMessages side={what} />;
}

const UnreadMessages = ({ side }: { side: InboxSide }) => (
  <Count of="unread" count={useUnreadMessages(side)} />
);
const FailedJobs = () => <Count of="failed" count={useFailedJobCount()} />;
const OpenCases = () => <Count of="open" count={useSupportCounts()?.open ?? 0} />;

function Waiting({ kinds }: { kinds: "queue" | readonly WorkKind[] }) {
  const queue = useQueueCounts();
  const count =
    kinds === "queue"
      ? queue?.total
      : kinds.reduce((sum, kind) => sum + (queue?.counts[kind] ?? 0), 0);
  return <Count of="waiting" count={count ?? 0} />;
}

function Count({ of, count }: { of: string; count: number }) {
  if (count === 0) return null;
  return (
    <Badge variant="sun" className="side-count ml-auto">
      {count > 99 ? "99+" : count}
      <span className="sr-only"> {of}</span>
    </Badge>
  );
}
