// The documents of a car, on its page. If expired insurance keeps it off the site, this says so,
// and offers to reactivate it after renewal.
import type { HostListing } from "../../../../contract/host/host-listings.ts";
import { DOCUMENT_KINDS, insuranceExpiredOn } from "../../../../domain/listing/car-documents.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatMonthDayYear } from "../../../../domain/text/format.ts";
import { useApi } from "../../../api/use-api.ts";
import { useToggleListing } from "../../../parts/listing/use-host-listings.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Note } from "../../../ui/note.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { DocumentTableRow } from "./document-row.tsx";

/** The id of the section's heading, for links to it. */
export const DOCUMENTS_ID = "documents";

/** @param loaded the listing as the page has loaded it; the section follows its later changes */
export function CarDocuments({ loaded }: { loaded: HostListing }) {
  const { data } = useApi("GET /api/host/listings/{id}", { params: { id: loaded.id } });
  const listing = data ?? loaded;
  return (
    <Panel as="section" aria-labelledby={DOCUMENTS_ID} className="grid gap-4">
      <div>
        <h2 id={DOCUMENTS_ID} tabIndex={-1} className="scroll-mt-6 text-xl">
          Documents
        </h2>
        <p className="text-sm text-muted-foreground">Only you and our team can open them.</p>
      </div>
      <OffTheSite listing={listing} />
      <ul className="grid gap-4">
        {DOCUMENT_KINDS.map((kind) => (
          <DocumentTableRow key={kind} listing={listing} kind={kind} />
        ))}
      </ul>
    </Panel>
  );
}

function OffTheSite({ listing }: { listing: HostListing }) {
  const toggle = useToggleListing();
  const { is_available, documents, title } = listing;
  const expiredOn = insuranceExpiredOn(documents, todayInNassau(new Date()));
  if (expiredOn)
    return (
      <Note variant="conch" icon={<Icon name="circle-exclamation-point" />}>
        <b>The insurance was valid until {formatMonthDayYear(expiredOn)}.</b> Upload the renewed
        one, then activate the car to put it back on the site.
      </Note>
    );
  if (is_available || !documents.some(({ kind }) => kind === "insurance")) return null;
  return (
    <Note icon={<Icon name="circle-check" />}>
      <p>
        <b>The insurance is valid.</b> Activate the car to put it back on the site.
      </p>
      <Button
        size="small"
        className="mt-3"
        aria-label={`Activate, ${title}`}
        busy={toggle.isPending}
        busyLabel="Activating..."
        onClick={() => toggle.mutate(listing)}
      >
        Activate
      </Button>
    </Note>
  );
}
