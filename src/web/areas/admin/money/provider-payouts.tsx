// The card provider's payouts to our bank, and whether our books contain all that they consist of.
import { Link } from "react-router";
import type { ProviderPayout } from "../../../../contract/admin/provider-payouts.ts";
import { formatCounted, formatInstant, formatUsd } from "../../../../domain/text/format.ts";
import { useApiPages } from "../../../api/use-api.ts";
import { PagedList } from "../../../parts/list/paged-list.tsx";
import { paths } from "../../../paths.ts";
import { Badge, type BadgeVariant } from "../../../ui/badge.tsx";
import { DataTable, type Column } from "../../../ui/data-table.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { Panel } from "../../../ui/panel.tsx";
import { TableSkeleton } from "../../../ui/table-skeleton.tsx";

export const PROVIDER_STATUS: Record<ProviderPayout["status"], string> = {
  pending: "Pending",
  in_transit: "On its way",
  paid: "Arrived",
  failed: "Failed",
  canceled: "Cancelled",
};

export function matchBadge({ state, unmatched }: ProviderPayout): {
  label: string;
  variant: BadgeVariant;
} {
  if (state === "matched") return { label: "Matches our books", variant: "palm" };
  if (state === "waiting") return { label: "Lines not listed yet", variant: "quiet" };
  return {
    label:
      unmatched > 0 ? `${formatCounted(unmatched, "line", "lines")} unmatched` : "Doesn't add up",
    variant: "destructive",
  };
}

const elementId = ({ id }: ProviderPayout): string => `provider-payout-${id}`;

export function ProviderPayouts() {
  const list = useApiPages("GET /api/admin/provider-payouts", { query: {} });
  const focus = useFocusAfterwards();
  const count = list.data?.pages.reduce((sum, { payouts }) => sum + payouts.length, 0) ?? 0;
  return (
    <section aria-labelledby="provider-payouts" className="grid gap-4">
      <div>
        <h2 id="provider-payouts" className="text-xl">
          From the card provider to our bank
        </h2>
        <p className="text-sm text-muted-foreground">
          Each payout is compared with our books line by line.
        </p>
      </div>
      <Panel flush>
        <PagedList
          bare
          list={list}
          getItems={(page) => page.payouts}
          failed={{
            toast: "Failed to load the provider's payouts",
            title: "The provider's payouts didn't load.",
          }}
          status={
            list.data
              ? `${formatCounted(count, "payout", "payouts")} shown`
              : list.isPending
                ? "Loading payouts"
                : ""
          }
          skeleton={<TableSkeleton />}
          empty={
            <EmptyState
              level={3}
              title="No payouts yet"
              text="They appear within 15 minutes after the card provider makes them."
            />
          }
          elementId={elementId}
          focus={focus}
        >
          {(payouts) => (
            <DataTable
              label="Payouts from the card provider"
              columns={COLUMNS}
              rows={payouts}
              rowKey={({ id }) => id}
            />
          )}
        </PagedList>
      </Panel>
    </section>
  );
}

const COLUMNS: readonly Column<ProviderPayout>[] = [
  {
    label: "Made on",
    kind: "lead",
    render: (payout) => (
      <Link
        id={elementId(payout)}
        to={paths.adminProviderPayout(payout.id)}
        className="font-bold hover:underline"
      >
        {formatInstant(new Date(payout.created_at))}
      </Link>
    ),
  },
  { label: "Status", render: ({ status }) => PROVIDER_STATUS[status] },
  { label: "Lines", end: true, render: ({ lines }) => lines },
  {
    label: "Compared",
    render: (payout) => {
      const { label, variant } = matchBadge(payout);
      return <Badge variant={variant}>{label}</Badge>;
    },
  },
  {
    label: "Amount",
    end: true,
    className: "font-bold",
    render: ({ amount_cents }) => formatUsd(amount_cents),
  },
];
