// A car with its documents. If expired insurance keeps it off the site, this says so, and offers to
// reactivate it after renewal.
import type { HostListing } from "../../../../contract/host/host-listings.ts";
import { DOCUMENT_KINDS, insuranceExpiredOn } from "../../../../domain/listing/car-documents.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatMonthDayYear } from "../../../../domain/text/format.ts";
import { useToggleListing } from "../../../parts/listing/use-host-listings.ts";
import { photoSizes } from "../../../parts/listing/photo-sizes.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { NoPhoto } from "../../../ui/photo/no-photo.tsx";
import { Note } from "../../../ui/note.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Photo } from "../../../ui/photo/photo.tsx";
import { DocumentTableRow } from "./document-row.tsx";
import { Icon } from "../../../ui/icon.tsx";

export const carId = (listingId: string): string => `car-${listingId}`;

export function CarDocuments({ listing }: { listing: HostListing }) {
  const { id, title, year, make, model, license_plate, is_available } = listing;
  const [image] = listing.images;
  return (
    <Panel as="article" aria-labelledby={carId(id)} className="grid gap-4">
      <div className="flex items-center gap-4">
        <div className="w-24 flex-none max-sm:w-20">
          {image ? (
            <Photo {...photoSizes(image)} sizes="6rem" alt="" className="rounded-md" />
          ) : (
            <NoPhoto />
          )}
        </div>
        <div className="grid min-w-0 justify-items-start gap-1">
          <h3 id={carId(id)} tabIndex={-1} className="text-lg leading-[1.3] wrap-anywhere">
            {title}
          </h3>
          <p className="text-sm wrap-anywhere text-muted-foreground">
            {year} {make} {model}
            {license_plate && ` · ${license_plate}`}
          </p>
          {!is_available && <Badge variant="quiet">Inactive</Badge>}
        </div>
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
