// The admins' list of listings: the facts about each, and the decision.
import type { ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import type { AdminListing } from "../../../../contract/admin/admin-listings.ts";
import { dollarsToCents } from "../../../../domain/money/money.ts";
import { formatUsdShort } from "../../../../domain/text/format.ts";
import { ChangeList } from "../audit/change-list.tsx";
import { useFocusAfterwards } from "../../../ui/focus/focus-afterwards.ts";
import { AdminList } from "../admin-list.tsx";
import { ReviewDecisionButtons } from "../../../parts/listing/review/listing-decision.tsx";
import { photoSizes } from "../../../parts/listing/photo-sizes.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { NoPhoto } from "../../../ui/photo/no-photo.tsx";
import { Note } from "../../../ui/note.tsx";
import { Photo } from "../../../ui/photo/photo.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ReviewBadges, StateBadges } from "./listing-badges.tsx";
import { listingChanges } from "./listing-changes.ts";
import type { useAdminListings } from "./use-admin-listings.ts";

const titleId = (listingId: string) => `listing-${listingId}`;

export interface ListingsListProps {
  list: ReturnType<typeof useAdminListings>;
  /** The link to a listing's review. */
  linkTo: (listingId: string) => LinkProps;
  empty: ReactNode;
  /** The level of the headings. */
  level: 2 | 3;
  /** How many are shown before "Show more". */
  first?: number;
}

/** Must be inside a panel. */
export function ListingsList({ list, linkTo, empty, level, first }: ListingsListProps) {
  const focus = useFocusAfterwards();
  return (
    <AdminList
      of="listings"
      list={list}
      getItems={(page) => page.listings}
      skeleton={<LoadingRows />}
      empty={empty}
      elementId={({ id }) => titleId(id)}
      focus={focus}
      {...(first && { first })}
    >
      {(listings) => (
        <ul className="divide-y divide-border px-5 md:px-6">
          {listings.map((listing) => (
            <Row
              key={listing.id}
              listing={listing}
              link={linkTo(listing.id)}
              level={level}
              onDecided={() => focus(titleId(listing.id))}
            />
          ))}
        </ul>
      )}
    </AdminList>
  );
}

const GRID =
  "grid grid-cols-[5rem_minmax(0,1fr)] items-start gap-4 py-4 md:grid-cols-[8rem_minmax(0,1fr)_auto]";

interface RowProps {
  listing: AdminListing;
  link: LinkProps;
  level: 2 | 3;
  onDecided: () => void;
}

function Row({ listing, link, level, onDecided }: RowProps) {
  const { id, title, year, make, model, location, host, rejection_reason } = listing;
  const [image] = listing.images;
  const Heading = `h${level}` as const;
  return (
    <li className={GRID}>
      {image ? (
        <Photo
          {...photoSizes(image)}
          sizes="8rem"
          alt={`${year} ${make} ${model}`}
          className="rounded-md"
        />
      ) : (
        <NoPhoto className="rounded-md !text-xs" />
      )}
      <div className="grid min-w-0 gap-2">
        <div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Heading className="font-sans text-base font-bold tracking-normal wrap-anywhere">
              <Link id={titleId(id)} {...link} className="hover:underline">
                {title}
              </Link>
            </Heading>
            <span className="text-sm text-muted-foreground tabular-nums">
              {formatUsdShort(dollarsToCents(listing.price_per_day))} / day
            </span>
            <StateBadges listing={listing} />
          </div>
          <p className="text-sm wrap-anywhere text-muted-foreground">
            {year} {make} {model} &middot; {location} &middot; {host.first_name} {host.last_name}
            {host.is_suspended && (
              <>
                {" "}
                <Badge variant="destructive">Suspended</Badge>
              </>
            )}
          </p>
        </div>
        <ReviewBadges listing={listing} />
        {rejection_reason && (
          <Note variant="conch" className="!py-2">
            <b>Rejected before.</b> <span className="wrap-anywhere">{rejection_reason}</span>
          </Note>
        )}
        <Changes listing={listing} />
      </div>
      <div className="flex flex-wrap gap-2 max-md:col-span-2 max-md:*:flex-1 md:max-w-64 md:justify-end">
        <ReviewDecisionButtons listing={listing} onDecided={onDecided} isBrief>
          {(listing.unreviewed_since !== null ||
            (!listing.is_approved &&
              listing.gaps.length + listing.needed_documents.length > 0)) && (
            <Button asChild variant="secondary" size="small">
              <Link {...link} aria-label={`Review, ${title}`}>
                Review
              </Link>
            </Button>
          )}
          <Button asChild variant="ghost" size="small">
            <Link to={paths.adminListingPreview(id)} aria-label={`Preview, ${title}`}>
              Preview
            </Link>
          </Button>
        </ReviewDecisionButtons>
      </div>
    </li>
  );
}

function Changes({ listing }: { listing: AdminListing }) {
  const changes = listingChanges(listing);
  if (changes.length === 0) return null;
  return (
    <Note className="!py-2">
      <b>Changed since approval</b>
      <ChangeList changes={changes} />
    </Note>
  );
}

function LoadingRows() {
  return (
    <div className="divide-y divide-border px-5 md:px-6">
      {[1, 2, 3].map((key) => (
        <div key={key} className={GRID}>
          <Skeleton className="aspect-3/2 rounded-md" />
          <div className="grid gap-2">
            <Skeleton className="h-5 w-[60%]" />
            <Skeleton className="h-4 w-[45%]" />
            <Skeleton className="h-6 w-[70%] rounded-full" />
          </div>
        </div>
      ))}
    </div>
  );
}
