// The host's preview of a car that is not public. It cannot be booked here.
import { useEffect } from "react";
import { Link } from "react-router";
import type { HostListing } from "../../../../contract/host/host-listings.ts";
import type { ListingDetail } from "../../../../contract/listings/listings.ts";
import { dollarsToCents } from "../../../../domain/money/money.ts";
import { formatUsdShort } from "../../../../domain/text/format.ts";
import { pageTitle } from "../../../parts/page/page-meta.ts";
import { carName } from "../../../parts/page/shared-text.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Note } from "../../../ui/note.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { CarDetails } from "./details.tsx";
import type { ShownCar } from "./shown-car.ts";
import { Gallery } from "./gallery.tsx";
import { Icon } from "../../../ui/icon.tsx";

export interface CarPreviewProps {
  listing: HostListing;
  host?: NonNullable<ListingDetail["host"]>;
}

/** Why the car is not public. */
function reasonText({ is_approved, is_available }: HostListing): string {
  if (!is_approved)
    return is_available
      ? "It is waiting for approval."
      : "It is waiting for approval, and inactive.";
  return "It is inactive: activate it to take bookings.";
}

export default function CarPreview({ listing, host }: CarPreviewProps) {
  useEffect(() => {
    document.title = pageTitle(`Preview of ${listing.title}`);
  }, [listing.title]);
  const car: ShownCar = { ...listing, ...(host && { host }) };
  return (
    <div className="page-wrap pb-8 md:pt-5 md:pb-20">
      <nav aria-label="Breadcrumb" className="mb-4 text-sm text-muted-foreground max-md:pt-4">
        <Link
          to={host ? paths.hostListings() : paths.adminListings({ listing: listing.id })}
          className="inline-flex min-h-6 items-center gap-[.35rem] hover:text-foreground"
        >
          <Icon name="arrow-left" size={16} />
          Back to Listings
        </Link>
      </nav>
      <Note variant="sun" icon={<Icon name="eye-off" />} className="mb-5">
        <b>{host ? "Only you see this page." : "Only the car’s host and admins see this page."}</b>{" "}
        {reasonText(listing)}
        {listing.rejection_reason && (
          <span className="wrap-anywhere"> Not approved: {listing.rejection_reason}</span>
        )}
      </Note>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-x-16">
        <Gallery images={listing.images} name={carName(listing)} />
        <CarDetails car={car} />
        <Panel
          as="aside"
          aria-label="Preview"
          className="grid gap-4 lg:col-start-2 lg:row-span-2 lg:row-start-1"
        >
          <p className="tabular-nums">
            <b className="text-2xl">{formatUsdShort(dollarsToCents(listing.price_per_day))}</b>{" "}
            <span className="text-muted-foreground">/ day</span>
          </p>
          <p className="text-sm text-muted-foreground">Renters will choose their dates here.</p>
          {host && (
            <Button asChild variant="outline">
              <Link to={paths.hostEditListing(listing.id)}>Edit Listing</Link>
            </Button>
          )}
        </Panel>
      </div>
    </div>
  );
}
