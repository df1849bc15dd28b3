// The cases of a trip, and the host's button to open one.
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import type { Trip } from "../../../../contract/bookings/trips.ts";
import { useApi } from "../../../api/use-api.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { formatUntil } from "../trip-text.ts";
import { CASE_BADGES, titleCase } from "./case-text.ts";

const ClaimDialog = lazy(() => import("./claim-dialog.tsx"));

/** Renders nothing while there is neither a case nor anything to claim. */
export default function CasesSection({ trip }: { trip: Trip }) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useApi("GET /api/bookings/{id}/cases", { params: { id: trip.booking_id } });
  if (!data || (data.cases.length === 0 && data.claims.length === 0)) return null;
  const path = trip.side === "host" ? paths.hostCase : paths.case;
  const soonest = data.claims.toSorted((a, b) => (a.until < b.until ? -1 : 1))[0];
  return (
    <Panel as="section" aria-labelledby="cases" className="grid gap-4">
      <h2 id="cases" className="text-xl">
        Cases
      </h2>
      {data.cases.length > 0 && (
        <ul className="grid gap-3">
          {data.cases.map((found) => (
            <li key={found.id} className="flex flex-wrap items-center justify-between gap-3">
              <Link to={path(found.booking_id, found.id)} className="font-medium underline">
                {found.number}: {titleCase(found)}
              </Link>
              <Badge variant={CASE_BADGES[found.state].variant}>
                {CASE_BADGES[found.state].label}
              </Badge>
            </li>
          ))}
        </ul>
      )}
      {soonest && (
        <div className="grid justify-items-start gap-3">
          <p className="text-muted-foreground">
            {soonest.kind === "ticket"
              ? `Did you get a ticket for this trip? You can claim it until ${formatUntil(soonest.until)}.`
              : `Is something damaged, dirty or missing? You can open a case until ${formatUntil(soonest.until)}. Add the marks and photos to the return first.`}
          </p>
          <Button variant="outline" onClick={() => setOpen(true)}>
            Open a case
          </Button>
        </div>
      )}
      {isOpen && (
        <Suspense>
          <ClaimDialog trip={trip} cases={data} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Panel>
  );
}
