// What a host is told by mail about a listing.
import type { MailContent } from "../../platform/mail/mail-layout.ts";
import type { ReviewRow } from "./review/listing-review.repository.ts";

const carOf = (listing: ReviewRow): string => `${listing.year} ${listing.make} ${listing.model}`;
const factsOf = (listing: ReviewRow): [string, string][] => [
  ["Listing", listing.title],
  ["Car", carOf(listing)],
];

export const approvedMail = (listing: ReviewRow, origin: string): MailContent => ({
  subject: `Approved: ${listing.title}`,
  preview: listing.is_available ? "Your car is on the site." : "Activate your car to put it on the site.",
  heading: "Your listing is approved",
  paragraphs: [
    `Hello ${listing.host_first_name},`,
    listing.is_available
      ? "Your car is on the site, and renters can book it."
      : "Your car is approved and switched off. Activate it, and renters can book it.",
  ],
  facts: factsOf(listing),
  action: listing.is_available
    ? { label: "See it on the site", url: `${origin}/book/${listing.id}` }
    : { label: "View my listings", url: `${origin}/host/listings` },
});

/** Also for a listing that was on the site and is taken off. */
export const rejectedMail = (listing: ReviewRow, reason: string, origin: string): MailContent => ({
  subject: `Not approved: ${listing.title}`,
  preview: "Your car is not on the site. The reason is in this mail.",
  heading: "Your listing was not approved",
  paragraphs: [
    `Hello ${listing.host_first_name},`,
    `The reason given: ${reason}`,
    "Your car is not on the site. Change the listing, and it is looked at again. Bookings that exist stay as they are.",
  ],
  facts: factsOf(listing),
  action: { label: "Change the listing", url: `${origin}/host/listings/${listing.id}/edit` },
});
