// The admins' queue: everything that waits for them, the most urgent first, with its assignee.
import { Link, useSearchParams } from "react-router";
import type { WorkItem } from "../../../../contract/admin/admin-queue.ts";
import { formatAge, formatCount, formatInstant } from "../../../../domain/text/format.ts";
import {
  ASSIGNED_KINDS,
  WORK_KINDS,
  WORK_ASSIGNEES,
  type WorkAssignee,
} from "../../../../domain/work-queue.ts";
import { QUEUE } from "../../../api/endpoint-groups.ts";
import { useApiMutation, useApiPages } from "../../../api/use-api.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { useSession } from "../../../session/session.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { DataTable, type Column } from "../../../ui/data-table.tsx";
import { EmptyArt } from "../../../ui/empty-art.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { Chip } from "../../../ui/form/chip.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { Panel } from "../../../ui/panel.tsx";
import { AdminList } from "../admin-list.tsx";
import { useQueueCounts } from "./queue-counts.ts";
import { KIND_LABELS, workDetail, workPath, workTitle } from "./work-text.ts";

export const meta = () => pageMeta("Queue, Admin");

const ASSIGNEE_LABELS: Record<WorkAssignee, string> = {
  all: "Everyone's",
  mine: "Mine",
  nobody: "Unassigned",
};
const HEADING = "queue";
const workId = ({ kind, id }: WorkItem): string => `work-${kind}-${id}`;

export default function AdminQueue() {
  const [search] = useSearchParams();
  const kind = WORK_KINDS.find((each) => each === search.get("kind"));
  const assignee = WORK_ASSIGNEES.find((each) => each === search.get("assignee")) ?? "all";
  const list = useApiPages("GET /api/admin/queue", { query: { kind, assignee } });
  const focus = useFocusAfterwards();
  const { user } = useSession();
  return (
    <>
      <div>
        <h1 id={HEADING} tabIndex={-1} className="text-2xl">
          Queue
        </h1>
        <p className="text-muted-foreground">Everything waiting for an admin, most urgent first.</p>
      </div>
      <Filters kind={kind} assignee={assignee} />
      <Panel flush>
        <AdminList
          of="items"
          list={list}
          getItems={(page) => page.items}
          empty={
            <EmptyState
              art={<EmptyArt of="plans" />}
              title={kind || assignee !== "all" ? "Nothing here" : "All done"}
              text={
                kind || assignee !== "all" ? undefined : "Nothing is waiting for you right now."
              }
            />
          }
          elementId={workId}
          focus={focus}
        >
          {(items) => (
            <DataTable
              label="Queue"
              columns={columns({
                now: new Date(list.dataUpdatedAt),
                me: user?.id,
                // The item leaves the list, and with it the button that had the focus.
                onAssigned: () => assignee !== "all" && focus(HEADING),
              })}
              rows={items}
              rowKey={workId}
            />
          )}
        </AdminList>
      </Panel>
    </>
  );
}

function Filters({
  kind,
  assignee,
}: {
  kind: WorkItem["kind"] | undefined;
  assignee: WorkAssignee;
}) {
  const [, setSearch] = useSearchParams();
  const queue = useQueueCounts();
  const show = (name: "kind" | "assignee", value: string) =>
    setSearch(
      (now) => {
        if (value === "" || value === "all") now.delete(name);
        else now.set(name, value);
        return now;
      },
      { preventScrollReset: true },
    );
  return (
    <div className="grid gap-3">
      <div role="group" aria-label="Assigned to" className="flex flex-wrap gap-2">
        {WORK_ASSIGNEES.map((each) => (
          <Chip key={each} pressed={each === assignee} onClick={() => show("assignee", each)}>
            {ASSIGNEE_LABELS[each]}
          </Chip>
        ))}
      </div>
      <div role="group" aria-label="Kind" className="flex flex-wrap gap-2">
        <Chip pressed={kind === undefined} onClick={() => show("kind", "")}>
          All {queue && <span className="tabular-nums">{formatCount(queue.total)}</span>}
        </Chip>
        {WORK_KINDS.filter((each) => each === kind || (queue?.counts[each] ?? 0) > 0).map(
          (each) => (
            <Chip key={each} pressed={each === kind} onClick={() => show("kind", each)}>
              {KIND_LABELS[each]}{" "}
              <span className="tabular-nums">{formatCount(queue?.counts[each] ?? 0)}</span>
            </Chip>
          ),
        )}
      </div>
    </div>
  );
}

interface ColumnsOptions {
  now: Date;
  /** The id of the admin who reads it. */
  me: string | undefined;
  onAssigned: () => void;
}

const columns = ({ now, me, onAssigned }: ColumnsOptions): Column<WorkItem>[] => [
  {
    label: "What",
    kind: "lead",
    render: (item) => (
      <div className="min-w-52">
        <Link
          id={workId(item)}
          to={workPath(item)}
          className="font-bold wrap-anywhere hover:underline"
        >
          {workTitle(item)}
        </Link>
        {workDetail(item) && (
          <p className="text-xs text-muted-foreground tabular-nums">{workDetail(item)}</p>
        )}
      </div>
    ),
  },
  {
    label: "Added",
    className: "whitespace-nowrap",
    render: ({ since }) => (
      <time dateTime={since} title={formatInstant(new Date(since))}>
        {formatAge(new Date(since), now)}
      </time>
    ),
  },
  { label: "Due", render: (item) => <Due at={new Date(item.due_at)} now={now} /> },
  {
    label: "Assigned to",
    render: ({ assignee }) =>
      assignee === null ? "Nobody" : assignee.id === me ? "You" : assignee.name,
  },
  {
    label: "Actions",
    kind: "act",
    render: (item) => <AssignButton item={item} me={me} onAssigned={onAssigned} />,
  },
];

const Due = ({ at, now }: { at: Date; now: Date }) =>
  at < now ? (
    <Badge variant="destructive" className="whitespace-nowrap">
      <time dateTime={at.toISOString()} title={formatInstant(at)}>
        Overdue
      </time>
    </Badge>
  ) : (
    <time dateTime={at.toISOString()} className="whitespace-nowrap">
      {formatInstant(at)}
    </time>
  );

/** A support case is assigned on its own page. */
function AssignButton({
  item,
  me,
  onAssigned,
}: { item: WorkItem } & Pick<ColumnsOptions, "me" | "onAssigned">) {
  const kind = ASSIGNED_KINDS.find((each) => each === item.kind);
  const isMine = item.assignee?.id === me;
  const assigning = useApiMutation("PUT /api/admin/queue/assignee", {
    invalidates: QUEUE,
    failed: "Nothing was changed. Please try again in a moment.",
    onSuccess: ({ assignee }) => {
      if (!isMine && assignee?.id !== me)
        toast({ title: `${assignee?.name ?? "Another admin"} took this first` });
    },
    onSettled: onAssigned,
  });
  if (!kind) return null;
  return (
    <Button
      variant="secondary"
      size="small"
      aria-label={`${isMine ? "Release" : "Assign to me"}: ${workTitle(item)}`}
      busy={assigning.isPending}
      busyLabel="One moment..."
      onClick={() =>
        assigning.mutate({
          body: { kind, id: item.id, is_mine: !isMine, seen: item.assignee?.id ?? null },
        })
      }
    >
      {isMine ? "Release" : "Assign to me"}
    </Button>
  );
}
