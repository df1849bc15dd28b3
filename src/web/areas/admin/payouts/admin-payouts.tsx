// The weekly payout batches, with their pending, paid and failed payouts.
import { Link } from "react-router";
import type { PayoutBatch } from "../../../../contract/admin/admin-payouts.ts";
import { formatMonthDayYear, formatUsd } from "../../../../domain/text/format.ts";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { AdminList } from "../admin-list.tsx";
import { formatPayoutDay } from "../../../parts/payout/payout-text.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { DataTable, type Column } from "../../../ui/data-table.tsx";
import { EmptyArt } from "../../../ui/empty-art.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { DetailsChanges } from "./details-changes.tsx";
import { usePayoutBatches } from "./use-admin-payouts.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";

export const meta = () => pageMeta("Payouts, Admin");

const batchId = (id: string): string => `batch-${id}`;

export default function AdminPayouts() {
  const list = usePayoutBatches();
  const focus = useFocusAfterwards();
  return (
    <>
      <div>
        <h1 className="text-2xl">Payouts</h1>
        <p className="text-muted-foreground">Made every Monday for rentals that ended by Sunday.</p>
      </div>
      <DetailsChanges />
      <Panel flush>
        <AdminList
          of="weeks"
          list={list}
          getItems={(page) => page.batches}
          empty={<EmptyState art={<EmptyArt of="plans" />} title="No payouts yet" />}
          elementId={({ id }) => batchId(id)}
          focus={focus}
        >
          {(batches) => (
            <DataTable label="Weeks" columns={COLUMNS} rows={batches} rowKey={({ id }) => id} />
          )}
        </AdminList>
      </Panel>
    </>
  );
}

type Amount = PayoutBatch["pending"];

const amountColumn = (label: string, of: "pending" | "paid" | "failed"): Column<PayoutBatch> => ({
  label,
  end: true,
  render: (batch) => <AmountText {...batch[of]} />,
});

const AmountText = ({ payouts, amount_cents }: Amount) =>
  payouts === 0 ? (
    <span className="text-muted-foreground">none</span>
  ) : (
    <div>
      <b>{formatUsd(amount_cents)}</b>
      <span className="block text-xs text-muted-foreground">
        {payouts} {payouts === 1 ? "host" : "hosts"}
      </span>
    </div>
  );

const COLUMNS: readonly Column<PayoutBatch>[] = [
  {
    label: "Rentals up to",
    kind: "lead",
    render: ({ id, period_end, pending }) => (
      <>
        <Link
          id={batchId(id)}
          to={paths.adminPayoutBatch(id)}
          className="font-bold hover:underline"
        >
          {formatMonthDayYear(period_end)}
        </Link>{" "}
        {pending.payouts > 0 && <Badge variant="sun">Waiting for the bank</Badge>}
      </>
    ),
  },
  { label: "Made", render: ({ created_at }) => formatPayoutDay(created_at) },
  amountColumn("Waiting", "pending"),
  amountColumn("Paid", "paid"),
  amountColumn("Failed", "failed"),
  { label: "Carried over", end: true, render: ({ carried }) => carried || "none" },
];
