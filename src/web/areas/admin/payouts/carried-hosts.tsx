// The hosts whose balance, positive or negative, a batch carried over, and the reasons.
import { Link } from "react-router";
import type { CarriedHost } from "../../../../contract/admin/admin-payouts.ts";
import { formatUsd } from "../../../../domain/text/format.ts";
import type { CarriedReason } from "../../../../domain/money/payout.ts";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { AdminList } from "../admin-list.tsx";
import { paths } from "../../../paths.ts";
import { DataTable, type Column } from "../../../ui/data-table.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { useCarriedHosts } from "./use-admin-payouts.ts";

const REASONS: Record<CarriedReason, string> = {
  no_bank_details: "No bank details on file.",
  nothing_due: "Refunds used up the earnings.",
  suspended: "The account was suspended.",
};

const hostId = (id: string): string => `carried-${id}`;

export function CarriedHosts({ batchId }: { batchId: string }) {
  const list = useCarriedHosts(batchId);
  const focus = useFocusAfterwards();
  return (
    <section aria-labelledby="carried" className="grid gap-4">
      <div>
        <h2 id="carried" className="text-xl">
          Carried over
        </h2>
        <p className="text-sm text-muted-foreground">
          As of the payout run; checked again next Monday.
        </p>
      </div>
      <Panel flush>
        <AdminList
          of="hosts carried over"
          list={list}
          getItems={(page) => page.hosts}
          empty={<EmptyState level={3} title="No one was carried over" />}
          elementId={({ host }) => hostId(host.id)}
          focus={focus}
        >
          {(hosts) => (
            <DataTable
              label="Carried over"
              columns={COLUMNS}
              rows={hosts}
              rowKey={({ host }) => host.id}
            />
          )}
        </AdminList>
      </Panel>
    </section>
  );
}

const COLUMNS: readonly Column<CarriedHost>[] = [
  {
    label: "Host",
    kind: "lead",
    render: ({ host }) => (
      <>
        <Link
          id={hostId(host.id)}
          to={paths.adminUser(host.id)}
          className="font-bold wrap-anywhere hover:underline"
        >
          {host.name}
        </Link>
        <p className="wrap-anywhere text-muted-foreground">{host.email}</p>
      </>
    ),
  },
  { label: "Why", kind: "wide", render: ({ reason }) => REASONS[reason] },
  {
    label: "Balance",
    end: true,
    className: "font-bold",
    render: ({ amount_cents }) => formatUsd(amount_cents),
  },
];
