// The audit log: all events, or those about one person, listing or booking.
import type { ReactNode } from "react";
import { PersonLink } from "../person-link.tsx";
import { Link, useNavigate, useSearchParams } from "react-router";
import type { AuditEvent, AuditFilter } from "../../../../contract/admin/admin.ts";
import { formatInstant } from "../../../../domain/text/format.ts";
import { useAuditPages, type AuditSubjects } from "./audit-pages.ts";
import { labelAction, actorLabel, listChanges } from "./audit-text.ts";
import { ChangeList } from "./change-list.tsx";
import { ExportButton } from "../../../parts/list/export-button.tsx";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { AdminList } from "../admin-list.tsx";
import { RefineBar } from "../refine-bar.tsx";
import { TIME_SORTS, useRefinements } from "../refinements.ts";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import { paths, type AuditSearch } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { DataTable, type Column } from "../../../ui/data-table.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ListToolbar } from "../../../ui/form/list-toolbar.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { pageMeta } from "../../../parts/page/page-meta.ts";
import { Icon } from "../../../ui/icon.tsx";

export const meta = () => pageMeta("Audit, Admin");

const FILTERS: readonly { value: AuditFilter; label: string }[] = [
  { value: "all", label: "All" },
  { value: "admins", label: "By admins" },
  { value: "accounts", label: "Accounts" },
  { value: "listings", label: "Listings" },
  { value: "bookings", label: "Bookings" },
];

const actionId = (eventId: number) => `event-${eventId}`;

export default function AdminAudit() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const filter = FILTERS.find(({ value }) => value === params.get("filter"))?.value ?? "all";
  const about = params.get("about")?.trim() ?? "";
  const refinements = useRefinements(TIME_SORTS);
  const shown = { ...(filter !== "all" && { filter }), about };
  const go = (search: AuditSearch, replace = false) =>
    void navigate(paths.adminAudit(search), { replace, preventScrollReset: true });
  const show = (change: AuditSearch, replace = false) =>
    go({ ...shown, ...refinements, ...change }, replace);
  const query = { filter, about, ...refinements };
  const list = useAuditPages(query);
  const found = list.data?.pages[0]?.about;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Audit</h1>
        <ExportButton route="GET /api/admin/audit.csv" call={{ query }} name="audit" />
      </div>
      <ListToolbar
        filters={FILTERS}
        filter={filter}
        onFilter={(value) => show({ filter: value === "all" ? "" : value })}
        label="Search the audit log"
        placeholder="Person, plate or booking number"
        search={about}
        onSearch={(search) => show({ about: search }, true)}
        className="sm:!w-80"
      />
      <RefineBar
        refinements={refinements}
        sorts={TIME_SORTS}
        onRefine={(chosen) => go({ ...shown, ...chosen })}
      />
      {about && found && found.count !== 0 && found.count !== null && (
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <span className="wrap-anywhere">
            Everything done by or to {nameSubjects(found, about)}.
          </span>
          <Button variant="ghost" size="small" onClick={() => show({ about: "" })}>
            <Icon name="x" size={16} />
            Show everything
          </Button>
        </p>
      )}
      <Panel flush>
        <Events list={list} empty={<NothingRecorded about={about} found={found} />} />
      </Panel>
    </>
  );
}

/** "Ann Rolle", "Ann Rolle, Ann Moss and 4 more"; the text itself if nothing has a name left. */
function nameSubjects({ names, count }: AuditSubjects, about: string): string {
  if (names.length === 0) return about;
  const more = (count ?? 0) - names.length;
  return more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
}

function Events({ list, empty }: { list: ReturnType<typeof useAuditPages>; empty: ReactNode }) {
  const focus = useFocusAfterwards();
  return (
    <AdminList
      of="events"
      list={list}
      getItems={(page) => page.events}
      empty={empty}
      elementId={({ id }) => actionId(id)}
      focus={focus}
    >
      {(events) => (
        <DataTable label="Audit log" columns={COLUMNS} rows={events} rowKey={({ id }) => id} />
      )}
    </AdminList>
  );
}

interface NothingRecordedProps {
  about: string;
  found: AuditSubjects | null | undefined;
}

function NothingRecorded({ about, found }: NothingRecordedProps) {
  const navigate = useNavigate();
  const isBroad = found?.count === null;
  const isUnknown = found?.count === 0;
  return (
    <EmptyState
      title={isBroad ? "Too many matches" : isUnknown ? "Nothing found" : "Nothing recorded"}
      text={
        isBroad
          ? `“${about}” matches too many people and cars. Try a full name, an email or a number.`
          : isUnknown
            ? `No person, car or booking matches “${about}”.`
            : "Nothing of this kind has happened yet."
      }
      actions={
        <Button onClick={() => void navigate(paths.adminAudit())}>Show the whole log</Button>
      }
    />
  );
}

/** The path that shows a subject of the log, or null if the subject has no page. */
const entityPath = (type: string, id: string): string | null =>
  ({
    account: paths.adminUser(id),
    listing: paths.adminListings({ listing: id }),
    car: paths.adminListings({ listing: id }),
    booking: paths.adminBooking(id),
    payout: paths.hostPayout(id),
    payout_batch: paths.adminPayoutBatch(id),
    support_case: paths.adminCase(id),
    support_message: paths.adminCase(id),
  })[type] ?? null;

const COLUMNS: readonly Column<AuditEvent>[] = [
  {
    label: "What",
    kind: "lead",
    render: ({ id, action }) => (
      <b id={actionId(id)} tabIndex={-1}>
        {labelAction(action)}
      </b>
    ),
  },
  {
    label: "When",
    render: ({ at }) => <time dateTime={at}>{formatInstant(new Date(at))}</time>,
  },
  {
    label: "Who",
    render: ({ actor, actor_kind }) =>
      actor ? (
        <PersonLink
          id={actor.id}
          name={actorLabel(actor_kind, actor.name ?? "Former member")}
          className="link"
        />
      ) : (
        actorLabel(actor_kind, null)
      ),
  },
  {
    label: "About",
    render: ({ subject, subject_type, subject_id }) => {
      const place = entityPath(subject_type, subject_id);
      const name = `${capitalised(subject_type.replaceAll("_", " "))}: ${subject ?? "gone"}`;
      return (
        <div className="grid min-w-0 gap-1">
          {place ? (
            <Link to={place} className="link">
              {name}
            </Link>
          ) : (
            name
          )}
          <Link
            to={paths.adminAudit({ about: subject_id })}
            aria-label={`${subject_id.slice(0, 8)}, audit log of ${name}`}
            className="text-xs text-muted-foreground hover:underline"
          >
            {subject_id.slice(0, 8)}
          </Link>
        </div>
      );
    },
  },
  {
    label: "Changes and reason",
    kind: "wide",
    className: "min-w-56",
    render: (event) => {
      const changes = listChanges(event);
      return changes.length > 0 || event.reason ? (
        <div className="grid gap-1">
          <ChangeList changes={changes} />
          {event.reason && <p className="wrap-anywhere">“{event.reason}”</p>}
        </div>
      ) : null;
    },
  },
];
