// The reconciliation of our records with the card provider's: the last run, earlier ones, and a
// button that starts one now.
import type { Reconciliation } from "../../../../contract/admin/admin-money.ts";
import { formatCount, formatInstant } from "../../../../domain/text/format.ts";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { useFailureToast } from "../../../api/use-api.ts";
import { TableSkeleton } from "../../../ui/table-skeleton.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { DataTable, type Column } from "../../../ui/data-table.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { FailedState } from "../../../ui/failed-state.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { describeFindings, useReconciliations } from "./use-admin-money.ts";
import { Icon } from "../../../ui/icon.tsx";

export function Comparison() {
  const { runs, start, isBusy } = useReconciliations();
  const { data, error } = runs;
  useFailureToast(data ? null : error, "Failed to load admin dashboard data");
  const finished = data?.reconciliations.find(({ state }) => state === "finished");
  return (
    <section aria-labelledby="comparison" className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id="comparison" className="text-xl">
            Compared with the card provider
          </h2>
          <p role="status" className="text-sm text-muted-foreground">
            {isBusy
              ? "Comparing now. This can take a few minutes."
              : finished
                ? `Last compared ${instant(finished.started_at)}. ${describeFindings(finished)}`
                : "Open payments are compared with the provider's records every 15 minutes."}
          </p>
        </div>
        <Button variant="secondary" busy={isBusy} busyLabel="Comparing..." onClick={start}>
          <Icon name="scale" size={18} />
          Compare now
        </Button>
      </div>
      <Panel flush>
        {!data ? (
          runs.isPending ? (
            <TableSkeleton />
          ) : (
            <FailedState
              title="The comparisons didn't load."
              text={sentenceFor(error, "Please try again in a moment.")}
              busy={runs.isFetching}
              onRetry={() => void runs.refetch()}
            />
          )
        ) : data.reconciliations.length === 0 ? (
          <EmptyState
            level={3}
            title="No comparisons yet"
            text="The first one runs within 15 minutes."
          />
        ) : (
          <DataTable
            label="Comparisons"
            columns={COLUMNS}
            rows={data.reconciliations}
            rowKey={({ id }) => id}
          />
        )}
      </Panel>
    </section>
  );
}

const instant = (at: string): string => formatInstant(new Date(at));

const COLUMNS: readonly Column<Reconciliation>[] = [
  {
    label: "Started",
    kind: "lead",
    render: ({ started_at, state }) => (
      <>
        <time dateTime={started_at}>{instant(started_at)}</time>{" "}
        {state === "running" && <Badge variant="sun">Running</Badge>}
        {state === "stopped" && <Badge variant="destructive">Stopped</Badge>}
      </>
    ),
  },
  { label: "Compared", end: true, render: ({ compared }) => formatCount(compared) },
  { label: "Fixed", end: true, render: ({ repaired }) => repaired },
  { label: "Problems", end: true, render: ({ reported }) => reported },
  { label: "No answer", end: true, render: ({ unanswered }) => unanswered },
];
