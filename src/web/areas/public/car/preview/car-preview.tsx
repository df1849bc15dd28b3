// A car as renters see it, or will see it, within the area of its host or of the admins. It can't
// be booked here.
import { useEffect, type ReactNode } from "react";
import { Link } from "react-router";
import type { HostListing } from "../../../../../contract/host/host-listings.ts";
import { dollarsToCents } from "../../../../../domain/money/money.ts";
import { toDistanceLimit } from "../../../../../domain/tariff/usage-terms.ts";
import { formatUsdShort } from "../../../../../domain/text/format.ts";
import { Text } from "../../../../parts/list/details-dialog.tsx";
import { pageTitle } from "../../../../parts/page/page-meta.ts";
import { carName } from "../../../../parts/page/shared-text.ts";
import { Note } from "../../../../ui/note.tsx";
import { Panel } from "../../../../ui/panel.tsx";
import { CarDetails } from "../details.tsx";
import { Gallery } from "../gallery.tsx";
import type { ShownCar } from "../shown-car.ts";
import { Icon } from "../../../../ui/icon.tsx";

export interface CarPreviewProps {
  listing: Omit<HostListing, "documents">;
  host?: ShownCar["host"];
  /** Where "Back" leads. */
  back: { to: string; label: string };
  /** "Only you see this page." */
  audience: string;
  /** What the reader can do with the listing. */
  actions: ReactNode;
}

/** Why the car is not public. */
function reasonText({
  is_approved,
  is_available,
}: Pick<HostListing, "is_approved" | "is_available">): string {
  if (!is_approved)
    return is_available
      ? "The car is waiting for approval."
      : "The car is inactive and waiting for approval.";
  return "The car is inactive.";
}

export function CarPreview({ listing, host, back, audience, actions }: CarPreviewProps) {
  useEffect(() => {
    document.title = pageTitle(`Preview of ${listing.title}`);
  }, [listing.title]);
  const isLive = listing.is_approved && listing.is_available;
  const car: ShownCar = { ...listing, ...(host && { host }) };
  return (
    <>
      <div className="sticky top-(--preview-top) z-(--z-header) -mx-[clamp(1rem,3vw,3rem)] flex flex-wrap items-center justify-between gap-2 border-b border-border bg-background px-[clamp(1rem,3vw,3rem)] py-2 [--preview-top:var(--header)] md:[--preview-top:0px]">
        <Link
          to={back.to}
          className="inline-flex min-h-6 items-center gap-[.35rem] text-sm text-muted-foreground hover:text-foreground"
        >
          <Icon name="arrow-left" size={16} />
          {back.label}
        </Link>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
      <Note variant="sun" icon={<Icon name={isLive ? "info" : "eye-off"} />}>
        {isLive ? (
          <>
            <b>The car is live.</b> Renters see it like this.
          </>
        ) : (
          <>
            <b>{audience}</b> {reasonText(listing)}
          </>
        )}
        {listing.rejection_reason && (
          <span className="wrap-anywhere"> Not approved: {listing.rejection_reason}</span>
        )}
      </Note>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-x-12">
        <Gallery images={listing.images} name={carName(listing)} />
        <CarDetails car={car} distance={toDistanceLimit(listing)} />
        <Panel as="aside" aria-label="Price" className="grid gap-4 lg:col-start-2 lg:row-start-1">
          <p className="tabular-nums">
            <b className="text-2xl">{formatUsdShort(dollarsToCents(listing.price_per_day))}</b>{" "}
            <span className="text-muted-foreground">/ day</span>
          </p>
          <p className="text-sm text-muted-foreground">Renters choose their dates here.</p>
          <Text title="Pickup instructions (after booking)">{listing.pickup_instructions}</Text>
        </Panel>
      </div>
    </>
  );
}
