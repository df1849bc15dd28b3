// The emails to a host about a listing.
import type { MailContent } from "../../platform/mail/mail-layout.ts";
import type { ListingReviewRow } from "./review/listing-review.repository.ts";

const carName = (listing: ListingReviewRow): string =>
  `${listing.year} ${listing.make} ${listing.model}`;
const toListingFacts = (listing: ListingReviewRow): [string, string][] => [
  ["Listing", listing.title],
  ["Car", carName(listing)],
];

export const approvedMail = (listing: ListingReviewRow, origin: string): MailContent => ({
  subject: `Approved: ${listing.title}`,
  preview: listing.is_available
    ? "Your car is on the site."
    : "Activate your car to put it on the site.",
  heading: "Your listing is approved",
  paragraphs: [
    `Hello ${listing.host_first_name},`,
    listing.is_available
      ? "Your car is on the site, and renters can book it."
      : "Your car is approved but inactive. Activate it so that renters can book it.",
  ],
  facts: toListingFacts(listing),
  action: listing.is_available
    ? { label: "See it on the site", url: `${origin}/book/${listing.id}` }
    : { label: "View my listings", url: `${origin}/host/listings` },
});

/** Also for a listing that was on the site and is taken off it. */
export const listingRejectedMail = (
  listing: ListingReviewRow,
  reason: string,
  origin: string,
): MailContent => ({
  subject: `Not approved: ${listing.title}`,
  preview: "Your car isn't on the site. The reason is in this email.",
  heading: "Your listing wasn't approved",
  paragraphs: [
    `Hello ${listing.host_first_name},`,
    `Reason: ${reason}`,
    "Your car isn't on the site. Edit the listing, and we'll review it again. Existing bookings are not cancelled.",
  ],
  facts: toListingFacts(listing),
  action: { label: "Edit the listing", url: `${origin}/host/listings/${listing.id}/edit` },
});
