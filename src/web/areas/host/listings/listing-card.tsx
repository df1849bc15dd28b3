// One of a host's cars in the list: its state and its actions.
import { Link } from "react-router";
import type { HostListing } from "../../../../contract/host/host-listings.ts";
import { insuranceExpiredOn } from "../../../../domain/listing/car-documents.ts";
import { todayInNassau } from "../../../../domain/calendar/dates.ts";
import { formatMonthDayYear, formatUsdShort } from "../../../../domain/text/format.ts";
import { dollarsToCents } from "../../../../domain/money/money.ts";
import { useToggleListing } from "../../../parts/listing/use-host-listings.ts";
import { DocumentsNote } from "../../../parts/listing/documents-note.tsx";
import { photoSizes } from "../../../parts/listing/photo-sizes.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { NoPhoto } from "../../../ui/photo/no-photo.tsx";
import { Note } from "../../../ui/note.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Photo } from "../../../ui/photo/photo.tsx";
import { Icon } from "../../../ui/icon.tsx";

export const listingTitleId = (listingId: string) => `listing-${listingId}`;

const SIZES = "(min-width: 73.75rem) 23rem, (min-width: 40rem) 45vw, calc(100vw - 2rem)";

export interface ListingCardProps {
  listing: HostListing;
  /** The first of the list loads its photo immediately. */
  first: boolean;
  onDelete: () => void;
}

export function HostListingCard({ listing, first, onDelete }: ListingCardProps) {
  const { id, title, year, make, model, location } = listing;
  return (
    <Panel as="article" flush aria-labelledby={listingTitleId(id)} className="flex flex-col">
      <Picture listing={listing} first={first} />
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <h2
              id={listingTitleId(id)}
              tabIndex={-1}
              className="text-lg leading-[1.3] wrap-anywhere"
            >
              {title}
            </h2>
            <p className="text-sm wrap-anywhere text-muted-foreground">
              {year} {make} {model} &middot; {location}
            </p>
          </div>
          <p className="flex-none text-right tabular-nums">
            <b>{formatUsdShort(dollarsToCents(listing.price_per_day))}</b>{" "}
            <span className="text-sm text-muted-foreground">/ day</span>
          </p>
        </div>
        <Warnings listing={listing} />
        <Actions listing={listing} onDelete={onDelete} />
      </div>
    </Panel>
  );
}

function Picture({ listing, first }: Pick<ListingCardProps, "listing" | "first">) {
  const { year, make, model, is_available, is_approved } = listing;
  const [image] = listing.images;
  return (
    <div className="relative">
      {image ? (
        <Photo
          {...photoSizes(image)}
          sizes={SIZES}
          alt={`${year} ${make} ${model}`}
          first={first}
          className="rounded-none"
        />
      ) : (
        <NoPhoto className="rounded-none" />
      )}
      <div className="absolute top-3 left-3 flex flex-wrap gap-2">
        {!is_approved && <Badge variant="sun">Pending Approval</Badge>}
        {!is_available && <Badge variant="photo">Inactive</Badge>}
      </div>
    </div>
  );
}

/** What keeps the car off the site, or soon will. */
function Warnings({ listing }: Pick<ListingCardProps, "listing">) {
  const expiredOn = insuranceExpiredOn(listing.documents, todayInNassau(new Date()));
  return (
    <>
      {listing.rejection_reason && (
        <Note variant="conch">
          <b>Not approved.</b> <span className="wrap-anywhere">{listing.rejection_reason}</span>{" "}
          Edit and save the listing to have it reviewed again.
        </Note>
      )}
      {expiredOn && (
        <Note variant="conch">
          <b>Insurance expired.</b> It was valid until {formatMonthDayYear(expiredOn)}. The car
          stays off the site until you{" "}
          <Link
            to={paths.hostSettings("documents", { search: listing.title })}
            className="underline"
          >
            renew it
          </Link>
          .
        </Note>
      )}
      <DocumentsNote listing={listing} />
    </>
  );
}

function Actions({ listing, onDelete }: Pick<ListingCardProps, "listing" | "onDelete">) {
  const { id, title, is_available, may } = listing;
  const toggle = useToggleListing();
  return (
    <div className="mt-auto flex flex-wrap gap-2 pt-1">
      {may.includes("edit") && (
        <Button asChild variant="secondary" size="small">
          <Link to={paths.hostEditListing(id)} aria-label={`Edit, ${title}`}>
            Edit
          </Link>
        </Button>
      )}
      <Button asChild variant="outline" size="small">
        <Link to={paths.car(id)} aria-label={`View, ${title}`}>
          View
        </Link>
      </Button>
      {may.includes("set_availability") && (
        <Button
          variant="outline"
          size="small"
          aria-label={`${is_available ? "Deactivate" : "Activate"}, ${title}`}
          busy={toggle.isPending}
          busyLabel={is_available ? "Deactivating..." : "Activating..."}
          onClick={() => toggle.mutate(listing)}
        >
          {is_available ? "Deactivate" : "Activate"}
        </Button>
      )}
      {may.includes("manage_calendar") && (
        <Button asChild variant="ghost" size="icon-small" className="ml-auto">
          <Link to={paths.hostCarCalendar(id)} aria-label={`Calendar, ${title}`} title="Calendar">
            <Icon name="calendar-days" size={18} />
          </Link>
        </Button>
      )}
      {may.includes("delete") && (
        <Button
          variant="ghost-destructive"
          size="icon-small"
          aria-label={`Delete, ${title}`}
          onClick={onDelete}
        >
          <Icon name="trash" size={18} />
        </Button>
      )}
    </div>
  );
}
