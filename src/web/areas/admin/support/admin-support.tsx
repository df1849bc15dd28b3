// The list of support cases, with filters for state and assignee, a search and each case's latest
// message.
import { Link } from "react-router";
import type { SupportCase } from "../../../../contract/people/support.ts";
import { formatAge, formatInstant } from "../../../../domain/text/format.ts";
import { AdminList, NothingFound } from "../admin-list.tsx";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { useListView, type ListFilters } from "../../../parts/list/list-view.ts";
import type { CaseFilter } from "../../../../contract/people/support.ts";
import { useSupportCounts } from "./support-counts.ts";
import { CATEGORY_LABELS } from "../../../parts/page/support-text.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { DataTable, type Column } from "../../../ui/data-table.tsx";
import { ListToolbar } from "../../../ui/form/list-toolbar.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { useCases } from "./use-cases.ts";
import { ORIGIN_LABELS, STATE_BADGES } from "./case-labels.ts";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { fullName } from "../../../parts/person/full-name.ts";

export const meta = () => pageMeta("Support, Admin");

const FILTERS: ListFilters<CaseFilter> = [
  { value: "all", label: "All" },
  { value: "open", label: "Open" },
  { value: "mine", label: "Mine" },
  { value: "unassigned", label: "Unassigned" },
  { value: "waiting", label: "Waiting" },
  { value: "closed", label: "Closed" },
];

const EMPTY: Partial<Record<CaseFilter, string>> = {
  open: "Every case has been answered.",
  mine: "No cases are assigned to you.",
  unassigned: "Every case is assigned.",
  waiting: "We aren't waiting for anyone.",
};

const caseElement = (id: string) => `case-${id}`;

export default function AdminSupport() {
  const { view, toolbar, showAll } = useListView(FILTERS, null, paths.adminSupport);
  const { filter, search } = view;
  const focus = useFocusAfterwards();
  const list = useCases(filter, search);
  const counts: Partial<Record<CaseFilter, number>> = useSupportCounts() ?? {};
  const inState = EMPTY[filter];
  return (
    <>
      <h1 className="text-2xl">Support</h1>
      <ListToolbar
        {...toolbar}
        filters={FILTERS.map(({ value, label }) => ({
          value,
          label: counts[value] ? `${label} (${counts[value]})` : label,
        }))}
        label="Search cases"
        placeholder="Number, name or words"
      />
      <Panel flush>
        <AdminList
          of="cases"
          list={list}
          getItems={(page) => page.cases}
          empty={
            <NothingFound
              view={view}
              onShowAll={showAll}
              one="case"
              none="No cases yet"
              {...(inState && { inState })}
            />
          }
          elementId={({ id }) => caseElement(id)}
          focus={focus}
        >
          {(cases) => (
            <DataTable
              label="Cases"
              columns={columns(paths.adminSupport({ ...(filter !== "all" && { filter }), search }))}
              rows={cases}
              rowKey={({ id }) => id}
            />
          )}
        </AdminList>
      </Panel>
    </>
  );
}

/** @param list the list's current URL, which the case links back to */
const columns = (list: string): Column<SupportCase>[] => [
  {
    label: "Case",
    kind: "lead",
    render: ({ id, number, name, email, unread, last_message: { body, by_support } }) => (
      <div className="relative min-w-40">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            id={caseElement(id)}
            to={paths.adminCase(id)}
            state={{ list }}
            className="font-bold wrap-anywhere after:absolute after:inset-0 hover:underline"
          >
            {number}, {name}
          </Link>
          {unread > 0 && <Badge variant="gold">{unread} new</Badge>}
        </p>
        <p className="text-xs wrap-anywhere text-muted-foreground">{email}</p>
        <p className="mt-1 line-clamp-2 max-w-[36rem] text-sm wrap-anywhere">
          {by_support && <span className="text-muted-foreground">We wrote: </span>}
          {body}
        </p>
      </div>
    ),
  },
  {
    label: "About",
    className: "whitespace-nowrap",
    render: ({ category, origin }) => (
      <div>
        {category && CATEGORY_LABELS[category]}
        <span className={category ? "block text-xs text-muted-foreground" : ""}>
          {ORIGIN_LABELS[origin]}
        </span>
      </div>
    ),
  },
  {
    label: "Status",
    render: ({ state }) => (
      <Badge variant={STATE_BADGES[state].variant}>{STATE_BADGES[state].label}</Badge>
    ),
  },
  {
    label: "Assigned to",
    className: "whitespace-nowrap",
    render: ({ assignee }) => (assignee ? fullName(assignee) : "Unassigned"),
  },
  {
    label: "Last message",
    render: ({ last_message: { created_at: at } }) => (
      <time dateTime={at} title={formatInstant(new Date(at))} className="whitespace-nowrap">
        {formatAge(new Date(at), new Date())}
      </time>
    ),
  },
];
