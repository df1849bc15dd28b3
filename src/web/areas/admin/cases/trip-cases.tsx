// Cases after trips by deadline, overdue ones first, with the figures of 30 days.
import { Link, useSearchParams } from "react-router";
import type { AdminCases } from "../../../../contract/admin/admin-cases.ts";
import { CASE_LISTS, type CaseList } from "../../../../domain/cases/case-states.ts";
import { CHARGE_NAMES } from "../../../../domain/tariff/charge-names.ts";
import {
  formatAge,
  formatCount,
  formatInstant,
  formatUsd,
} from "../../../../domain/text/format.ts";
import { useApi } from "../../../api/use-api.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { CASE_BADGES } from "../../../parts/trip/cases/case-text.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { DataTable, type Column } from "../../../ui/data-table.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Chip } from "../../../ui/form/chip.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Stat, Stats } from "../../../ui/stat.tsx";
import { Loaded } from "../page-section.tsx";

export const meta = () => pageMeta("Cases, Admin");

const LISTS: Record<CaseList, string> = {
  to_decide: "To decide",
  waiting: "Waiting for renter or host",
  closed: "Closed",
};

type Item = AdminCases["cases"][number];

export default function AdminTripCases() {
  const [search, setSearch] = useSearchParams();
  const list = CASE_LISTS.find((each) => each === search.get("list")) ?? "to_decide";
  const query = useApi("GET /api/admin/cases", { query: { list } });
  return (
    <>
      <div>
        <h1 className="text-2xl">Cases</h1>
        <p className="text-muted-foreground">Sorted by deadline, overdue cases first.</p>
      </div>
      <Loaded what="The list" query={query}>
        {(data) => (
          <div className="grid gap-6">
            <Figures figures={data.figures} now={new Date(query.dataUpdatedAt)} />
            <div role="group" aria-label="Cases" className="flex flex-wrap gap-2">
              {CASE_LISTS.map((each) => (
                <Chip
                  key={each}
                  pressed={each === list}
                  onClick={() => setSearch({ list: each }, { preventScrollReset: true })}
                >
                  {LISTS[each]}{" "}
                  <span className="tabular-nums">{formatCount(data.counts[each])}</span>
                </Chip>
              ))}
            </div>
            <Panel flush>
              {data.cases.length === 0 ? (
                <EmptyState title="No cases here" />
              ) : (
                <DataTable
                  label="Cases"
                  columns={columns(new Date(query.dataUpdatedAt), list)}
                  rows={data.cases}
                  rowKey={({ id }) => id}
                />
              )}
            </Panel>
          </div>
        )}
      </Loaded>
    </>
  );
}

function Figures({ figures, now }: { figures: AdminCases["figures"]; now: Date }) {
  const { overdue, oldest_overdue_at, due_today, decided, decision_hours, for_renter } = figures;
  return (
    <Stats>
      <Stat
        label="Overdue"
        value={formatCount(overdue)}
        detail={oldest_overdue_at && `Oldest: ${formatAge(new Date(oldest_overdue_at), now)}`}
        hot={overdue > 0}
      />
      <Stat label="Due today" value={formatCount(due_today)} />
      <Stat
        label="Decided in 30 days"
        value={formatCount(decided)}
        detail={decision_hours !== null && `${(decision_hours / 24).toFixed(1)} days on average`}
      />
      <Stat
        label="Less than claimed"
        value={decided === 0 ? "–" : `${Math.round((100 * for_renter) / decided)}%`}
        detail={`Appeals: ${formatCount(figures.appeals)}`}
      />
    </Stats>
  );
}

const columns = (now: Date, list: CaseList): Column<Item>[] => [
  {
    label: "Case",
    kind: "lead",
    render: ({ id, booking_id, number, kind, car, state }) => (
      <span className="grid gap-1">
        <Link to={paths.adminTripCase(booking_id, id)} className="font-medium underline">
          {number}: {CHARGE_NAMES[kind]}
        </Link>
        <span className="text-sm text-muted-foreground">{car}</span>
        {state === "appealed" && <Badge variant="sun">{CASE_BADGES.appealed.label}</Badge>}
      </span>
    ),
  },
  {
    label: list === "closed" ? "Closed" : "Due",
    render: ({ due_at }) => (
      <span className="grid gap-1">
        {list !== "closed" && new Date(due_at) <= now && (
          <Badge variant="destructive">Overdue, {formatAge(new Date(due_at), now)}</Badge>
        )}
        {formatInstant(new Date(due_at))}
      </span>
    ),
  },
  { label: "Host", render: ({ host_name }) => host_name },
  { label: "Renter", render: ({ renter_name }) => renter_name },
  {
    label: list === "closed" ? "Outcome" : "Claimed",
    render: ({ claimed_cents, final_cents }) =>
      final_cents === null
        ? formatUsd(claimed_cents)
        : `${formatUsd(final_cents)} of ${formatUsd(claimed_cents)}`,
  },
];
