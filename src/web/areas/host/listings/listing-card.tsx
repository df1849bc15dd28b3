// One of a host's cars in the list: its state and its actions.
import { Link } from "react-router";
import type { HostListing } from "../../../../contract/host/host-listings.ts";
import { insuranceExpiredOn } from "../../../../domain/listing/car-documents.ts";
import { addDays, todayInNassau, type CalendarDate } from "../../../../domain/calendar/dates.ts";
import { OUTAGE_NAMES } from "../../../../domain/calendar/host-calendar.ts";
import { formatDay, formatMonthDayYear, formatUsdShort } from "../../../../domain/text/format.ts";
import { dollarsToCents } from "../../../../domain/money/money.ts";
import { DocumentsNote } from "../../../parts/listing/documents-note.tsx";
import { photoSizes } from "../../../parts/listing/photo-sizes.ts";
import { paths } from "../../../paths.ts";
import { toMonth } from "../../../ui/form/month.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { NoPhoto } from "../../../ui/photo/no-photo.tsx";
import { Note } from "../../../ui/note.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Photo } from "../../../ui/photo/photo.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ToggleButton } from "./toggle-button.tsx";

export const listingTitleId = (listingId: string) => `listing-${listingId}`;

/** How wide a card shows its photo. */
export const SIZES = "(min-width: 73.75rem) 23rem, (min-width: 40rem) 45vw, calc(100vw - 2rem)";

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
            {listing.license_plate && (
              <p className="text-sm wrap-anywhere text-muted-foreground">
                <span className="sr-only">Licence plate </span>
                {listing.license_plate}
              </p>
            )}
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
  const today = todayInNassau(new Date());
  const expiredOn = insuranceExpiredOn(listing.documents, today);
  return (
    <>
      {listing.out_of_service && (
        <OutageNote carId={listing.id} outage={listing.out_of_service} today={today} />
      )}
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
          <Link to={paths.hostEditListing(listing.id, "documents")} className="underline">
            renew it
          </Link>
          .
        </Note>
      )}
      <DocumentsNote listing={listing} />
    </>
  );
}

interface OutageNoteProps {
  carId: string;
  outage: NonNullable<HostListing["out_of_service"]>;
  today: CalendarDate;
}

/** "Out of service until Fri, Dec 4, at the mechanic.", or from when on. */
function OutageNote({ carId, outage, today }: OutageNoteProps) {
  const { start_date: start, end_date: end, reason } = outage;
  const from = start > today ? `from ${formatDay(start, today)} ` : "";
  return (
    <Note variant="sun" icon={<Icon name="wrench" />}>
      <Link
        to={paths.hostCarCalendar(carId, { ...(from && { month: toMonth(start) }) })}
        className="underline"
      >
        Out of service {from}until {formatDay(addDays(end, -1), today)}
      </Link>
      {OUTAGE_NAMES[reason] && `, ${OUTAGE_NAMES[reason]}`}.
    </Note>
  );
}

function Actions({ listing, onDelete }: Pick<ListingCardProps, "listing" | "onDelete">) {
  const { id, title, may, is_approved, is_available } = listing;
  const isLive = is_approved && is_available;
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
        <Link
          to={isLive ? paths.car(id) : paths.hostListingPreview(id)}
          aria-label={`${isLive ? "View" : "Preview"}, ${title}`}
        >
          {isLive ? "View" : "Preview"}
        </Link>
      </Button>
      {may.includes("set_availability") && <ToggleButton listing={listing} />}
      <span className="ml-auto flex">
        {may.includes("edit") && (
          <Button asChild variant="ghost" size="icon-small">
            <Link
              to={paths.hostNewListing({ copy: id })}
              aria-label={`Duplicate, ${title}`}
              title="Duplicate"
            >
              <Icon name="copy" size={18} />
            </Link>
          </Button>
        )}
        {may.includes("manage_calendar") && (
          <Button asChild variant="ghost" size="icon-small">
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
      </span>
    </div>
  );
}
