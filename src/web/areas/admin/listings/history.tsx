// The history of a listing from the audit log, newest first.
import { Link } from "react-router";
import { formatInstant } from "../../../../domain/text/format.ts";
import { useAuditPages } from "../audit/audit-pages.ts";
import { labelAction, actorLabel, listChanges } from "../audit/audit-text.ts";
import { DetailsSection } from "../../../parts/list/details-dialog.tsx";
import { ChangeList } from "../audit/change-list.tsx";
import { paths } from "../../../paths.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";

/** Only the most recent events; the audit log has the rest. */
const SHOWN = 5;

export function History({ listingId }: { listingId: string }) {
  const { data, isPending } = useAuditPages({ about: listingId });
  const events = data?.pages[0]?.events ?? [];
  return (
    <DetailsSection title="History">
      {isPending ? (
        <Skeleton className="h-16 rounded-md" />
      ) : data ? (
        <ol className="grid gap-3 text-sm">
          {events.length === 0 && <li className="text-muted-foreground">No history yet.</li>}
          {events.slice(0, SHOWN).map((event) => (
            <li key={event.id} className="grid gap-1 border-l-2 border-input pl-3">
              <span className="font-medium">{labelAction(event.action)}</span>
              <span className="text-muted-foreground">
                {actorLabel(event.actor_kind, event.actor && (event.actor.name ?? "Former member"))}
                , <time dateTime={event.at}>{formatInstant(new Date(event.at))}</time>
              </span>
              {event.reason && <span className="wrap-anywhere">“{event.reason}”</span>}
              <ChangeList changes={listChanges(event)} />
            </li>
          ))}
        </ol>
      ) : (
        <p className="text-sm text-muted-foreground">
          The history didn't load. Close this and open it again.
        </p>
      )}
      <Link to={paths.adminAudit({ about: listingId })} className="link mt-3 inline-block text-sm">
        View in audit log
      </Link>
    </DetailsSection>
  );
}
