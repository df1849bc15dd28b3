// One listing with everything that an admin needs to decide: fields, photos, documents, changes and
// earlier decisions.
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import type { AdminListing } from "../../../../contract/admin/admin-listings.ts";
import { DOCUMENT_NAMES } from "../../../../domain/listing/car-documents.ts";
import { mayAsAdmin } from "../../../../domain/policies/admin.ts";
import { nameExtra } from "../../../../domain/listing/add-ons/extras.ts";
import { DISCOUNTS, PRICING_NAMES } from "../../../../domain/listing/prices.ts";
import { describeDistance } from "../../../../domain/tariff/distance-text.ts";
import { toDistanceLimit } from "../../../../domain/tariff/usage-terms.ts";
import { formatInstant, formatMonthDayYear, formatUsd } from "../../../../domain/text/format.ts";
import { dollarsToCents } from "../../../../domain/money/money.ts";
import { invalidateEndpoints } from "../../../api/api-cache.ts";
import { ADMIN_LISTINGS } from "../../../api/endpoint-groups.ts";
import { ChangeList } from "../audit/change-list.tsx";
import { DetailsDialog, DetailsSection, Text } from "../../../parts/list/details-dialog.tsx";
import { CarDocumentButton } from "../../../parts/listing/car-document-button.tsx";
import { GAP_TEXTS } from "../../../parts/listing/review/gap-text.ts";
import { NeededDocuments } from "../../../parts/listing/review/needed-documents.tsx";
import { ReviewDecisionButtons } from "../../../parts/listing/review/listing-decision.tsx";
import { photoSizes } from "../../../parts/listing/photo-sizes.ts";
import { LocationFact } from "../../../parts/map/open-in-maps.tsx";
import { capitalised } from "../../../../domain/text/capitalised.ts";
import { BODY_TYPE_LABELS, describeBookingMode } from "../../../parts/page/shared-text.ts";
import { paths } from "../../../paths.ts";
import { useSession } from "../../../session/session.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Facts, type Fact } from "../../../ui/facts.tsx";
import { Note } from "../../../ui/note.tsx";
import { Photo } from "../../../ui/photo/photo.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { History } from "./history.tsx";
import { ReviewBadges, StateBadges } from "./listing-badges.tsx";
import { listingChanges } from "./listing-changes.ts";
import { PhotoChanges } from "./photo-changes.tsx";
import { TextChanges } from "./text-changes.tsx";
import { useAdminListing } from "./use-admin-listings.ts";

export function ReviewDialog({ listingId, onClose }: { listingId: string; onClose: () => void }) {
  return (
    <DetailsDialog
      title="Listing Review"
      what="listing"
      missing="There's no listing at this address. Its host may have deleted it."
      query={useAdminListing(listingId)}
      onClose={onClose}
      className="md:w-[min(52rem,100%)]"
    >
      {(listing) => <Review listing={listing} />}
    </DetailsDialog>
  );
}

function Review({ listing }: { listing: AdminListing }) {
  const { id, title, host } = listing;
  return (
    <>
      <div className="grid gap-2">
        <h3 className="text-lg wrap-anywhere">{title}</h3>
        <div className="flex flex-wrap gap-2">
          <StateBadges listing={listing} />
          <ReviewBadges listing={listing} />
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <ReviewDecisionButtons listing={listing}>
          <Button asChild variant="ghost" size="small">
            <Link to={paths.adminListingPreview(id)} aria-label={`Preview, ${title}`}>
              Preview
            </Link>
          </Button>
        </ReviewDecisionButtons>
      </div>
      <NeededBeforeApproval listing={listing} />
      <Gaps listing={listing} />
      {listing.rejection_reason && (
        <Note variant="conch">
          <b>Rejected before.</b> <span className="wrap-anywhere">{listing.rejection_reason}</span>
        </Note>
      )}
      <Changes listing={listing} />
      <Photos listing={listing} />
      <ListingDocuments listing={listing} />
      <DetailsSection title="Host">
        <Link to={paths.adminUser(host.id)} className="link">
          {host.first_name} {host.last_name}
        </Link>{" "}
        {host.is_suspended && <Badge variant="destructive">Suspended</Badge>}
        <p>
          <a
            href={`mailto:${host.email}?subject=${encodeURIComponent(title)}`}
            className="link wrap-anywhere"
          >
            {host.email}
          </a>
        </p>
      </DetailsSection>
      <Facts facts={listListingFacts(listing)} className="grid-cols-1 sm:grid-cols-2" />
      <Text title="Features">{listing.features.join(", ")}</Text>
      <Text title="Description">{listing.description}</Text>
      <Text title="Pickup instructions">{listing.pickup_instructions}</Text>
      <History listingId={id} />
    </>
  );
}

/** What has changed since an admin last looked, in full. */
function Changes({ listing }: { listing: AdminListing }) {
  const changes = listing.changes ?? [];
  if (changes.length === 0) return null;
  const { unreviewed_since } = listing;
  return (
    <DetailsSection title="Changed since approval">
      {unreviewed_since && (
        <p className="mb-2">
          The car has been live with these changes since {formatInstant(new Date(unreviewed_since))}
          .
        </p>
      )}
      <ChangeList
        changes={listingChanges(listing, { withTexts: false }).map((change) => ({
          ...change,
          field: capitalised(change.field),
        }))}
      />
      <TextChanges listing={listing} />
      <PhotoChanges listing={listing} />
    </DetailsSection>
  );
}

/** The documents without which an admin can't approve the car. */
function NeededBeforeApproval({ listing }: { listing: AdminListing }) {
  if (listing.is_approved || listing.needed_documents.length === 0) return null;
  return (
    <Note variant="conch" icon={<Icon name="circle-exclamation-point" />}>
      <b>Needed before approval</b>
      <NeededDocuments listing={listing} />
    </Note>
  );
}

/** What is missing from the host or the car, besides the required documents. */
function Gaps({ listing }: { listing: AdminListing }) {
  const shown = listing.is_approved ? [] : listing.needed_documents; // by NeededBeforeApproval
  const gaps = listing.gaps.filter((gap) => !shown.some(({ kind }) => kind === gap));
  if (gaps.length === 0)
    return (
      <Note>Nothing {shown.length > 0 ? "else is" : "is"} missing from the host or the car.</Note>
    );
  return (
    <Note variant="sun" icon={<Icon name="triangle-exclamation-point" />}>
      <b>Missing</b>
      <ul className="list-disc pl-5">
        {gaps.map((gap) => (
          <li key={gap}>{GAP_TEXTS[gap]}</li>
        ))}
      </ul>
    </Note>
  );
}

/** Each photo opens in its own tab, at the size it is stored in. */
function Photos({ listing: { images, year, make, model } }: { listing: AdminListing }) {
  if (images.length === 0) return <Note variant="sun">No photos yet.</Note>;
  return (
    <DetailsSection title={images.length === 1 ? "1 photo" : `${images.length} photos`}>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {images.map((image, index) => (
          <li key={image}>
            <a href={image} target="_blank" rel="noreferrer" className="block">
              <Photo
                {...photoSizes(image)}
                sizes="(min-width: 40rem) 12rem, 45vw"
                alt={`${year} ${make} ${model}, photo ${index + 1}`}
                className="rounded-md"
              />
            </a>
          </li>
        ))}
      </ul>
    </DetailsSection>
  );
}

/** The documents behind the badges; renders nothing if the host has uploaded none. */
function ListingDocuments({ listing }: { listing: AdminListing }) {
  const client = useQueryClient();
  const mayOpen = mayAsAdmin("review_listings", useSession());
  /** The server has recorded that the document was opened. */
  const refetch = () => void invalidateEndpoints(client, ADMIN_LISTINGS);
  const uploaded = listing.documents.filter(({ id }) => id !== null);
  if (uploaded.length === 0) return null;
  return (
    <DetailsSection title="Documents">
      <p className="text-sm text-muted-foreground">
        Uploaded means that a file is there. Nobody has checked it until an admin opens it.
      </p>
      <ul className="grid gap-2">
        {uploaded.map((document) => (
          <li key={document.kind} className="flex flex-wrap items-center justify-between gap-2">
            <span>
              {capitalised(DOCUMENT_NAMES[document.kind])}
              <span className="text-muted-foreground">
                {document.expires_on && ` until ${formatMonthDayYear(document.expires_on)}`}
                {document.inspected_on &&
                  `, inspected ${formatMonthDayYear(document.inspected_on)}`}
                {document.is_seen ? ", opened by an admin" : ", not opened yet"}
              </span>
            </span>
            {mayOpen && (
              <CarDocumentButton
                listing={listing}
                kind={document.kind}
                label="Open"
                onFetched={refetch}
              />
            )}
          </li>
        ))}
      </ul>
    </DetailsSection>
  );
}

/** The prices that the host has set. */
const listPrices = (listing: AdminListing): Fact[] => [
  {
    label: PRICING_NAMES.price_per_day,
    value: formatUsd(dollarsToCents(listing.price_per_day)),
  },
  ...(listing.weekend_price === null
    ? []
    : [
        {
          label: PRICING_NAMES.weekend_price,
          value: `${formatUsd(dollarsToCents(listing.weekend_price))} on ${listing.weekend_days.map(capitalised).join(", ")}`,
        },
      ]),
  ...DISCOUNTS.filter(({ field }) => listing[field] > 0).map(({ field }) => ({
    label: PRICING_NAMES[field],
    value: `${listing[field]}%`,
  })),
  ...listing.meeting_places.map(({ name, fee_cents }) => ({
    label: "Meeting place",
    value: `${name}, ${formatUsd(fee_cents)}`,
  })),
  ...listing.extras.map((extra) => ({
    label: extra.kind === "custom" ? "Custom extra" : "Extra",
    value: [
      nameExtra(extra),
      `${formatUsd(extra.price_cents)} a ${extra.per}`,
      ...(extra.stock === null ? [] : [`${extra.stock} in stock`]),
    ].join(", "),
  })),
];

function listListingFacts(listing: AdminListing): Fact[] {
  const instant = (at: string) => formatInstant(new Date(at));
  const { latitude, longitude } = listing;
  return [
    { label: "Car", value: `${listing.year} ${listing.make} ${listing.model}` },
    ...listPrices(listing),
    { label: "Licence plate", value: listing.license_plate ?? "None" },
    { label: "Colour", value: listing.color ?? "None" },
    {
      label: "Body type",
      value: listing.body_type ? BODY_TYPE_LABELS[listing.body_type] : "Not stated",
    },
    { label: "Transmission", value: capitalised(listing.transmission) },
    { label: "Fuel type", value: capitalised(listing.fuel_type) },
    { label: "Seats", value: listing.seats },
    { label: "Distance", value: describeDistance(toDistanceLimit(listing)) },
    ...(listing.tank_gallons === null
      ? []
      : [{ label: "Tank", value: `${listing.tank_gallons} gallons` }]),
    {
      label: "Deposit",
      value: listing.deposit_cents === 0 ? "None" : formatUsd(listing.deposit_cents),
    },
    { label: "Booking type", value: describeBookingMode(listing) },
    { label: "Location", value: <LocationFact {...listing} /> },
    {
      label: "Coordinates",
      value: latitude === null || longitude === null ? "None" : `${latitude}, ${longitude}`,
    },
    { label: "Listed", value: instant(listing.created_at) },
    { label: "Last changed", value: instant(listing.updated_at) },
    { label: "Decided", value: listing.reviewed_at ? instant(listing.reviewed_at) : "Not yet" },
    { label: "ID", value: listing.id },
  ];
}
