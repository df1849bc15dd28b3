// Payment incidents: differences from the card provider's records that were not booked and need an
// admin.
import { Link, useSearchParams } from "react-router";
import type { Incident } from "../../../../contract/admin/admin-money.ts";
import { formatCount, formatInstant } from "../../../../domain/text/format.ts";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { AdminList } from "../admin-list.tsx";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Chip } from "../../../ui/form/chip.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { listDetailFacts, describeIncident } from "./incident-text.ts";
import { useCloseIncident, useIncidents } from "./use-admin-money.ts";

const HEADING = "incidents";
const incidentId = (id: string): string => `incident-${id}`;

export function Incidents() {
  const [search, setSearch] = useSearchParams();
  const filter = search.get("incidents") === "all" ? "all" : "open";
  const list = useIncidents(filter);
  const focus = useFocusAfterwards();
  const show = (requested: "open" | "all") =>
    setSearch(
      (now) => {
        if (requested === "open") now.delete("incidents");
        else now.set("incidents", requested);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <section aria-labelledby={HEADING} className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id={HEADING} tabIndex={-1} className="scroll-mt-24 text-xl">
            Payment problems
          </h2>
          <p className="text-sm text-muted-foreground">
            Events that don't match our records, and disputes that a bank has decided.
          </p>
        </div>
        <div role="group" aria-label="Which payment problems" className="flex gap-2">
          <Chip pressed={filter === "open"} onClick={() => show("open")}>
            Open
          </Chip>
          <Chip pressed={filter === "all"} onClick={() => show("all")}>
            All
          </Chip>
        </div>
      </div>
      <Panel flush>
        <AdminList
          of="payment problems"
          list={list}
          getItems={(page) => page.incidents}
          empty={
            <EmptyState
              level={3}
              title={filter === "open" ? "All clear" : "No payment problems yet"}
            />
          }
          elementId={({ id }) => incidentId(id)}
          focus={focus}
        >
          {(incidents) => (
            <ul aria-label="Payment problems" className="divide-y divide-border">
              {incidents.map((incident) => (
                <Entry key={incident.id} incident={incident} onClosed={() => focus(HEADING)} />
              ))}
            </ul>
          )}
        </AdminList>
      </Panel>
    </section>
  );
}

function Entry({ incident, onClosed }: { incident: Incident; onClosed: () => void }) {
  const { id, booking, times, first_at, last_at, closed_at, closed_by } = incident;
  const { title, text } = describeIncident(incident);
  return (
    <li className="grid gap-3 p-4 md:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-[46rem] flex-1 basis-72">
          <h3 id={incidentId(id)} tabIndex={-1} className="text-base">
            {title}
          </h3>
          <p className="text-sm">{text}</p>
        </div>
        {closed_at ? (
          <Badge variant="quiet">Closed</Badge>
        ) : (
          <CloseButton incident={incident} label={title} onClosed={onClosed} />
        )}
      </div>
      <Facts
        className="grid-cols-1 text-sm sm:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))]"
        facts={[
          ...(booking
            ? [
                {
                  label: "Booking",
                  value: (
                    <Link to={paths.adminBooking(booking.id)} className="link">
                      {booking.label}
                    </Link>
                  ),
                },
              ]
            : []),
          ...listDetailFacts(incident),
        ]}
      />
      <p className="text-xs text-muted-foreground">
        Seen{" "}
        {times === 1 ? "once" : `${formatCount(times)} times, first ${instant(first_at)}, last`},{" "}
        {instant(last_at)}
        {closed_at && `. Closed on ${instant(closed_at)}${closed_by ? ` by ${closed_by}` : ""}`}
      </p>
    </li>
  );
}

const instant = (at: string): string => formatInstant(new Date(at));

function CloseButton({
  incident,
  label,
  onClosed,
}: {
  incident: Incident;
  label: string;
  onClosed: () => void;
}) {
  const closing = useCloseIncident(incident, onClosed);
  return (
    <Button
      variant="secondary"
      size="small"
      aria-label={`Close: ${label}`}
      busy={closing.isPending}
      busyLabel="Closing..."
      onClick={() => closing.mutate()}
    >
      Close
    </Button>
  );
}
