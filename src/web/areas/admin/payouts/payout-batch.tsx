// One payout batch: the bank file, the payments and their results, and the hosts not paid and why.
import { useState } from "react";
import { Link } from "react-router";
import type {
  AdminPayout,
  PayoutBatch as Batch,
} from "../../../../contract/admin/admin-payouts.ts";
import { formatLong, formatUsd } from "../../../../domain/text/format.ts";
import { isCode, isRefused } from "../../../api/api.ts";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { useListView, type ListFilters } from "../../../parts/list/list-view.ts";
import { AdminList, NothingFound } from "../admin-list.tsx";
import { sentenceFor } from "../../../api/problem-sentences.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { DataTable } from "../../../ui/data-table.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { FailedState } from "../../../ui/failed-state.tsx";
import { ListToolbar } from "../../../ui/form/list-toolbar.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Stat, Stats } from "../../../ui/stat.tsx";
import { BankFile, TAKEN, downloadText } from "./bank-file.tsx";
import { CarriedHosts } from "./carried-hosts.tsx";
import { payoutColumns, payoutId } from "./payout-columns.tsx";
import { PayoutStepDialog } from "./payout-step-dialog.tsx";
import {
  useBatchPayouts,
  usePayoutBatch,
  type PayoutFilter,
  type PayoutStep,
} from "./use-admin-payouts.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import type { Route } from "./+types/payout-batch";
import { Icon } from "../../../ui/icon.tsx";

export const meta = () => pageMeta("Weekly payouts, Admin");

export default function AdminPayoutBatchPage({ params: { batchId } }: Route.ComponentProps) {
  return <PayoutBatch key={batchId} batchId={batchId} />;
}

const FILTERS: ListFilters<PayoutFilter> = [
  { value: "all", label: "All" },
  { value: "pending", label: "Waiting" },
  { value: "paid", label: "Paid" },
  { value: "failed", label: "Failed" },
];
const PAY_ALL = "pay-all";

function BatchNotLoaded({ query }: { query: ReturnType<typeof usePayoutBatch> }) {
  return (
    <Panel>
      {isRefused(query.error) && !isCode(query.error, "role_required") ? (
        <EmptyState
          level={1}
          title="Payouts not found"
          actions={
            <Button asChild>
              <Link to={paths.adminPayouts()}>See all payouts</Link>
            </Button>
          }
        />
      ) : (
        <FailedState
          level={1}
          title="The payouts didn't load."
          text={sentenceFor(query.error, "Please try again in a moment.")}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
    </Panel>
  );
}

function PayoutBatch({ batchId }: { batchId: string }) {
  const query = usePayoutBatch(batchId);
  const { data: batch } = query;
  const [asking, setAsking] = useState<PayoutStep | null>(null);
  const focus = useFocusAfterwards();
  if (!batch && !query.isPending) return <BatchNotLoaded query={query} />;
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid gap-1">
          <Link to={paths.adminPayouts()} className="link flex w-fit items-center gap-1 text-sm">
            <Icon name="arrow-left" size={16} />
            Payouts
          </Link>
          <h1 className="text-2xl">Weekly payouts</h1>
          {batch ? (
            <p className="text-muted-foreground">Rentals up to {formatLong(batch.period_end)}</p>
          ) : (
            <Skeleton className="h-5 w-64 max-w-full" />
          )}
        </div>
        {batch && batch.pending.payouts > 0 && (
          <div className="grid gap-2">
            <div className="flex flex-wrap gap-3">
              <BankFile batch={batch} />
              <Button id={PAY_ALL} onClick={() => setAsking({ kind: "all_paid", batch })}>
                <Icon name="check" size={18} />
                Mark all as paid
              </Button>
            </div>
            {/* As wide as the buttons, however long the name. */}
            <p id={TAKEN} className="w-0 min-w-full text-xs text-muted-foreground empty:hidden">
              {downloadText(batch)}
            </p>
          </div>
        )}
      </div>
      {batch ? <Figures batch={batch} /> : <Skeleton className="h-26 rounded-lg" />}
      <Payouts batchId={batchId} focus={focus} onStep={setAsking} />
      {batch && batch.carried > 0 && <CarriedHosts batchId={batchId} />}
      {asking && (
        <PayoutStepDialog
          step={asking}
          onClose={() => {
            setAsking(null);
            focus(asking.kind === "all_paid" ? PAY_ALL : payoutId(asking.payout.id));
          }}
        />
      )}
    </>
  );
}

const hosts = (count: number): string =>
  count === 0 ? "none" : `${count} ${count === 1 ? "host" : "hosts"}`;

const Figures = ({ batch: { pending, paid, failed, carried } }: { batch: Batch }) => (
  <Stats>
    <Stat
      label="Waiting"
      value={formatUsd(pending.amount_cents)}
      detail={hosts(pending.payouts)}
      hot={pending.payouts > 0}
    />
    <Stat label="Paid" value={formatUsd(paid.amount_cents)} detail={hosts(paid.payouts)} />
    <Stat
      label="Failed"
      value={formatUsd(failed.amount_cents)}
      detail={`${hosts(failed.payouts)}${failed.payouts > 0 ? ", moved to a later week" : ""}`}
    />
    <Stat
      label="Carried over"
      value={carried}
      detail={carried === 1 ? "host not paid" : "hosts not paid"}
    />
  </Stats>
);

interface PayoutsProps {
  batchId: string;
  focus: (elementId: string) => void;
  onStep: (step: PayoutStep) => void;
}

function Payouts({ batchId, focus, onStep }: PayoutsProps) {
  const path = (search: { filter?: string; search?: string }) =>
    paths.adminPayoutBatch(batchId, search);
  const { view, toolbar, showAll } = useListView(FILTERS, null, path);
  const { filter, search } = view;
  const list = useBatchPayouts(batchId, filter, search);
  return (
    <>
      <ListToolbar {...toolbar} label="Search payouts" placeholder="Host, email or reference" />
      <Panel flush>
        <AdminList
          of="payouts"
          list={list}
          getItems={(page) => page.payouts}
          empty={
            <NothingFound
              view={view}
              onShowAll={showAll}
              one="payout"
              none="No payouts this week"
            />
          }
          elementId={({ id }: AdminPayout) => payoutId(id)}
          focus={focus}
        >
          {(payouts) => (
            <DataTable
              label="Payouts"
              columns={payoutColumns(onStep)}
              rows={payouts}
              rowKey={({ id }) => id}
            />
          )}
        </AdminList>
      </Panel>
    </>
  );
}
