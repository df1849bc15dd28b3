// Background jobs: those that failed for good, with a retry, and the length of each queue. The
// content of a job is not shown.
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { FailedJob, JobQueue } from "../../../../contract/admin/admin-jobs.ts";
import { formatCount, formatInstant } from "../../../../domain/text/format.ts";
import { AdminList } from "../admin-list.tsx";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { useFailureToast } from "../../../api/use-api.ts";
import { TableSkeleton } from "../../../ui/table-skeleton.tsx";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import { Button } from "../../../ui/button.tsx";
import { Chip } from "../../../ui/form/chip.tsx";
import { DataTable, type Column } from "../../../ui/data-table.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { FailedState } from "../../../ui/failed-state.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { useFailedJobs, useFollowedQueues, useRetry } from "./use-admin-jobs.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { Icon } from "../../../ui/icon.tsx";

export const meta = () => pageMeta("Jobs, Admin");

const HEADING = "failed-jobs";
const jobElement = (id: string): string => `job-${id}`;
const instant = (at: string) => <time dateTime={at}>{formatInstant(new Date(at))}</time>;
/** "settle-booking" as "Settle booking". */
const queueLabel = (name: string): string => capitalised(name.replaceAll("-", " "));

export default function AdminJobs() {
  const queues = useFollowedQueues();
  return (
    <>
      <div>
        <h1 className="text-2xl">Jobs</h1>
        <p className="text-muted-foreground">
          Background tasks: email, payments, photos, nightly maintenance.
        </p>
      </div>
      <Failed failing={queues.data?.queues.filter(({ failed }) => failed > 0) ?? []} />
      <Queues queues={queues} />
    </>
  );
}

function Failed({ failing }: { failing: readonly JobQueue[] }) {
  const [search, setSearch] = useSearchParams();
  const queue = search.get("queue") ?? "";
  const list = useFailedJobs(queue);
  const focus = useFocusAfterwards();
  const all = useRetry(() => focus(HEADING));
  const show = (requested: string) =>
    setSearch(requested ? { queue: requested } : {}, { replace: true, preventScrollReset: true });
  return (
    <section aria-labelledby={HEADING} className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id={HEADING} tabIndex={-1} className="scroll-mt-24 text-xl">
            Failed
          </h2>
          <p className="text-sm text-muted-foreground">No retries left. Kept for 14 days.</p>
        </div>
        {queue && (
          <Button
            variant="secondary"
            busy={all.isPending}
            busyLabel="Trying again..."
            onClick={() => all.mutate({ queue })}
          >
            <Icon name="rotate-ccw" size={18} />
            Try all of {queueLabel(queue)} again
          </Button>
        )}
      </div>
      {(failing.length > 0 || queue) && (
        <QueueChips failing={failing} queue={queue} onPick={show} />
      )}
      <Panel flush>
        <AdminList
          of="failed jobs"
          list={list}
          getItems={(page) => page.jobs}
          empty={<EmptyState level={3} title="Nothing has failed" />}
          elementId={({ id }) => jobElement(id)}
          focus={focus}
        >
          {(jobs) => (
            <DataTable
              label="Failed jobs"
              columns={failedColumns(() => focus(HEADING))}
              rows={jobs}
              rowKey={({ id }) => id}
            />
          )}
        </AdminList>
      </Panel>
    </section>
  );
}

interface QueueChipsProps {
  failing: readonly JobQueue[];
  /** The selected queue; empty for all. */
  queue: string;
  onPick: (queue: string) => void;
}

function QueueChips({ failing, queue, onPick }: QueueChipsProps) {
  return (
    <div role="group" aria-label="Which queue" className="flex flex-wrap gap-2">
      <Chip pressed={!queue} onClick={() => onPick("")}>
        All
      </Chip>
      {[...new Set([...failing.map(({ name }) => name), queue])].filter(Boolean).map((name) => (
        <Chip key={name} pressed={queue === name} onClick={() => onPick(name)}>
          {queueLabel(name)}{" "}
          <span className="tabular-nums">
            {failing.find((each) => each.name === name)?.failed ?? 0}
          </span>
        </Chip>
      ))}
    </div>
  );
}

const failedColumns = (onRetried: () => void): Column<FailedJob>[] => [
  {
    label: "Job",
    kind: "lead",
    render: ({ id, queue, job_id }) => (
      <div className="min-w-40">
        <p id={jobElement(id)} tabIndex={-1} className="font-bold">
          {queueLabel(queue)}
        </p>
        <p className="text-xs wrap-anywhere text-muted-foreground">In the log as {job_id}</p>
      </div>
    ),
  },
  {
    label: "Error",
    kind: "wide",
    render: ({ error }) => <p className="max-w-[32rem] min-w-52 text-sm wrap-anywhere">{error}</p>,
  },
  { label: "Failed", render: ({ failed_at }) => instant(failed_at) },
  { label: "Tries", end: true, render: ({ tries }) => tries },
  {
    label: "Actions",
    kind: "act",
    render: (job) => <RetryButton job={job} onRetried={onRetried} />,
  },
];

function RetryButton({ job: { id, queue }, onRetried }: { job: FailedJob; onRetried: () => void }) {
  const retry = useRetry(onRetried);
  return (
    <Button
      variant="secondary"
      size="small"
      aria-label={`Try again: ${queueLabel(queue)}`}
      busy={retry.isPending}
      busyLabel="Trying again..."
      onClick={() => retry.mutate({ id })}
    >
      Try again
    </Button>
  );
}

function Queues({ queues }: { queues: ReturnType<typeof useFollowedQueues> }) {
  const { data, error, isPending, isFetching, refetch } = queues;
  const [showsIdle, setShowsIdle] = useState(false);
  useFailureToast(data ? null : error, "Failed to load admin dashboard data");
  const busy = data?.queues.filter((queue) => !isIdle(queue)) ?? [];
  const idle = (data?.queues.length ?? 0) - busy.length;
  return (
    <section aria-labelledby="queues" className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="queues" className="text-xl">
            Queues
          </h2>
          <p className="text-sm text-muted-foreground">Refreshed every ten seconds.</p>
        </div>
        {idle > 0 && (
          <Chip pressed={showsIdle} onClick={() => setShowsIdle(!showsIdle)}>
            Show idle <span className="tabular-nums">{idle}</span>
          </Chip>
        )}
      </div>
      <Panel flush>
        {data && busy.length === 0 && !showsIdle ? (
          <EmptyState level={3} title="Nothing is waiting" />
        ) : data ? (
          <DataTable
            label="Queues"
            columns={QUEUE_COLUMNS}
            rows={showsIdle ? data.queues : busy}
            rowKey={({ name }) => name}
          />
        ) : isPending ? (
          <TableSkeleton />
        ) : (
          <FailedState
            title="The queues didn't load."
            text={sentenceFor(error, "Please try again in a moment.")}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </Panel>
    </section>
  );
}

const isIdle = ({ waiting, scheduled, active, failed }: JobQueue): boolean =>
  waiting + scheduled + active + failed === 0;

const QUEUE_COLUMNS: readonly Column<JobQueue>[] = [
  {
    label: "Queue",
    kind: "lead",
    render: ({ name, oldest_at }) => (
      <>
        {queueLabel(name)}
        {oldest_at && (
          <p className="text-xs text-muted-foreground">Waiting since {instant(oldest_at)}</p>
        )}
      </>
    ),
  },
  { label: "Waiting", end: true, render: ({ waiting }) => formatCount(waiting) },
  { label: "Scheduled", end: true, render: ({ scheduled }) => formatCount(scheduled) },
  { label: "In progress", end: true, render: ({ active }) => formatCount(active) },
  { label: "Failed", end: true, render: ({ failed }) => formatCount(failed) },
];
