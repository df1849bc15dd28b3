// One of a host's cars, or the draft of one, as a row: plate, title, state, island, price and what
// is due. A phone shows it in two or three lines.
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { HostListing } from "../../../../contract/host/host-listings.ts";
import { todayInNassau, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import { DOCUMENT_NAMES, documentWarnings } from "../../../../domain/listing/car-documents.ts";
import { dollarsToCents } from "../../../../domain/money/money.ts";
import { islandName } from "../../../../domain/place/islands.ts";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import { formatUsdShort } from "../../../../domain/text/format.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { draftTitleId } from "./draft-card.tsx";
import { listingTitleId } from "./listing-card.tsx";
import type { ShownDraft } from "./use-listing-drafts.ts";

export function ListingRow({ listing }: { listing: HostListing }) {
  const { id, title, license_plate: plate, may } = listing;
  const today = todayInNassau(new Date());
  const due = describeDue(listing, today);
  return (
    <Row
      id={listingTitleId(id)}
      to={may.includes("edit") ? paths.hostEditListing(id) : paths.hostListingPreview(id)}
      title={title}
      plate={
        plate ? (
          <>
            <span className="sr-only">Licence plate </span>
            {plate}
          </>
        ) : (
          <span className="font-normal text-muted-foreground">No plate</span>
        )
      }
      state={<State listing={listing} today={today} />}
      place={listing.island ? islandName(listing.island) : listing.location}
      price={
        <>
          {formatUsdShort(dollarsToCents(listing.price_per_day))}
          <span className="text-muted-foreground"> / day</span>
        </>
      }
      due={
        due && (
          <Link
            to={paths.hostEditListing(id, "documents")}
            aria-label={`${due}, ${title}`}
            className="link relative z-1 inline-flex min-h-6 items-center"
          >
            {due}
          </Link>
        )
      }
    />
  );
}

/** A draft is discarded among the cards. */
export function DraftRow({ draft }: { draft: ShownDraft }) {
  const { id, title, car, place } = draft;
  return (
    <Row
      id={draftTitleId(id)}
      to={paths.hostNewListing({ draft: id })}
      title={title || car || "New car"}
      state={<Badge variant="quiet">Draft</Badge>}
      place={place}
    />
  );
}

/** "Insurance expired", "Inspection expires soon", "2 documents missing", "3 documents due". */
function describeDue({ documents }: HostListing, today: CalendarDate): string | null {
  const due = documentWarnings(documents, today);
  const [first] = due;
  if (!first) return null;
  const isSame = due.every(({ warning }) => warning === first.warning);
  if (due.length > 1)
    return `${due.length} documents ${isSame && first.warning === "missing" ? "missing" : "due"}`;
  const what = { missing: "missing", expired: "expired", expires_soon: "expires soon" } as const;
  return `${capitalised(DOCUMENT_NAMES[first.kind])} ${what[first.warning]}`;
}

function State({ listing, today }: { listing: HostListing; today: CalendarDate }) {
  const { is_approved, is_available, rejection_reason, out_of_service: outage } = listing;
  if (rejection_reason) return <Badge variant="destructive">Not approved</Badge>;
  if (!is_approved) return <Badge variant="sun">Pending Approval</Badge>;
  if (!is_available) return <Badge variant="quiet">Inactive</Badge>;
  if (outage && outage.start_date <= today) return <Badge variant="sun">Out of service</Badge>;
  return <Badge>Active</Badge>;
}

interface RowProps {
  /** Of the link, which gets the focus. */
  id: string;
  to: string;
  title: string;
  plate?: ReactNode;
  state: ReactNode;
  place: string;
  price?: ReactNode;
  due?: ReactNode;
}

const Row = ({ id, to, title, plate, state, place, price, due }: RowProps) => (
  <div className="relative grid min-h-10 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-4 py-2 text-sm hover:bg-surface-2 lg:grid-cols-[6.5rem_minmax(0,3fr)_9rem_minmax(0,1fr)_7rem_11rem] lg:py-1">
    <b className="truncate tabular-nums max-lg:order-3">{plate}</b>
    <Link
      id={id}
      to={to}
      className="truncate font-medium after:absolute after:inset-0 hover:underline max-lg:order-1"
    >
      {title}
    </Link>
    <span className="whitespace-nowrap max-lg:order-2 max-lg:justify-self-end">{state}</span>
    <span className="truncate text-muted-foreground max-lg:order-5">{place}</span>
    <span className="whitespace-nowrap tabular-nums max-lg:order-4 max-lg:justify-self-end lg:text-right">
      {price}
    </span>
    <span className="truncate max-lg:order-6 max-lg:justify-self-end max-lg:empty:hidden">
      {due}
    </span>
  </div>
);
