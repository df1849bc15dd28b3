// The links that people without an account have for handovers on the sheet: their state, every use,
// and a button to revoke them.
import { useState } from "react";
import type { Api } from "../../../contract/index.ts";
import type { RunnerLink } from "../../../contract/bookings/runner-links.ts";
import type { RunnerLinkState } from "../../../domain/helper/runner-link.ts";
import { useApi, useApiMutation } from "../../api/use-api.ts";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { carName } from "../page/shared-text.ts";
import { formatAt } from "../trip/trip-text.ts";

type SheetDay = Api["GET /api/host/day-sheet"]["output"]["days"][number];
type Link = SheetDay["cars"][number]["handovers"][number]["runner_links"][number];

interface ShownLink {
  link: Link;
  bookingId: string;
  what: string;
}

const listLinks = (days: readonly SheetDay[]): ShownLink[] =>
  days.flatMap(({ cars }) =>
    cars.flatMap((car) =>
      car.handovers.flatMap(({ kind, booking_id: bookingId, runner_links: links }) =>
        links.map((link) => ({ link, bookingId, what: `${carName(car)}, ${kind}` })),
      ),
    ),
  );

export function RunnerLinks({ days }: { days: readonly SheetDay[] }) {
  const links = listLinks(days);
  if (links.length === 0) return null;
  return (
    <Panel as="section" aria-labelledby="runner-links" className="grid gap-4 print:hidden">
      <div>
        <h2 id="runner-links" className="text-xl">
          Who has a link
        </h2>
        <p className="text-sm text-muted-foreground">
          Each link shows one handover: the time, place, car and first name. Never prices.
        </p>
      </div>
      <ul className="grid divide-y divide-border">
        {links.map((each) => (
          <ShownRunnerLink key={each.link.id} {...each} />
        ))}
      </ul>
    </Panel>
  );
}

const OVER: Record<Exclude<RunnerLinkState, "open">, string> = {
  revoked: "revoked",
  used: "done",
  trip_over: "the trip is over",
  expired: "expired",
};

const describeLink = ({ state, opened_at: openedAt, expires_at: expiresAt }: Link): string => {
  const opened = openedAt ? `Opened ${formatAt(openedAt)}` : "Not opened yet";
  return `${opened}, ${state === "open" ? `ends ${formatAt(expiresAt)}` : OVER[state]}.`;
};

function ShownRunnerLink({ link, bookingId, what }: ShownLink) {
  const revoke = useApiMutation("DELETE /api/bookings/{id}/trip/runner-links/{link_id}", {
    call: () => ({ params: { id: bookingId, link_id: link.id } }),
    invalidates: ["GET /api/host/day-sheet"],
    failed: "The link wasn't revoked",
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{link.name}</p>
        <p className="text-sm text-muted-foreground">
          {what}. {describeLink(link)}
        </p>
        {link.opened_at && <Uses bookingId={bookingId} linkId={link.id} />}
      </div>
      {link.state === "open" && (
        <Button
          variant="ghost-destructive"
          size="small"
          aria-label={`Revoke ${link.name}'s link`}
          busy={revoke.isPending}
          busyLabel="Revoking..."
          onClick={() => revoke.mutate()}
        >
          Revoke
        </Button>
      )}
    </li>
  );
}

const USES: Record<RunnerLink["uses"][number]["action"], string> = {
  open: "Opened",
  record: "Recorded something",
  show_code: "Showed the code",
};

/** Every use of a link, loaded when the list is opened. */
function Uses({ bookingId, linkId }: { bookingId: string; linkId: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data, isError } = useApi(
    "GET /api/bookings/{id}/trip/runner-links",
    { params: { id: bookingId } },
    { enabled: isOpen },
  );
  const uses = data?.links.find(({ id }) => id === linkId)?.uses ?? [];
  return (
    <details className="text-sm" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-9 cursor-pointer items-center font-medium">Every use</summary>
      {isOpen && !data && (
        <p role="status">{isError ? "The list didn't load. Close it and try again." : "Loading"}</p>
      )}
      <ol className="grid gap-1">
        {uses.map(({ at, action }, index) => (
          <li key={`${at} ${index}`}>
            {USES[action]}, {formatAt(at)}
          </li>
        ))}
      </ol>
    </details>
  );
}
