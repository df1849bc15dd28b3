// What tells one car of a fleet from another, and what keeps it off the site.
import type { HostListing } from "../../../../../contract/host/host-listings.ts";
import { insuranceExpiredOn } from "../../../../../domain/listing/car-documents.ts";
import type { CalendarDate } from "../../../../../domain/calendar/dates.ts";

/** Why renters can't find the car; undefined if they can. */
function whyHidden(listing: HostListing, today: CalendarDate): string | undefined {
  if (listing.rejection_reason !== null) return "Not approved";
  if (!listing.is_approved) return "Pending approval";
  if (insuranceExpiredOn(listing.documents, today)) return "Insurance expired";
  return listing.is_available ? undefined : "Inactive";
}

/** The licence plate, and why the car is not on the site. Nothing if there is neither. */
export function CarMarks({ listing, today }: { listing: HostListing; today: CalendarDate }) {
  const hidden = whyHidden(listing, today);
  if (!listing.license_plate && !hidden) return null;
  return (
    <span className="block text-xs leading-[1.4] wrap-anywhere text-muted-foreground">
      {listing.license_plate}
      {listing.license_plate && hidden && " · "}
      {hidden && <b className="text-destructive-text">{hidden}</b>}
    </span>
  );
}
