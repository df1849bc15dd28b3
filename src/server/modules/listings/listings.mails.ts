// The emails to a host about a listing.
import { addDays, type DateRange } from "../../../domain/calendar/dates.ts";
import { formatCounted, formatList, formatLong, formatUsd } from "../../../domain/text/format.ts";
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

/** What an admin has set for dates. Null removes a setting, undefined leaves it. */
export interface PricesChange {
  days: DateRange;
  priceCents?: number | null | undefined;
  minDays?: number | null | undefined;
  reason: string;
}

/**
 * An admin has changed what dates of a host's cars cost, or how long a rental on them must be.
 * @param url of the price calendar
 */
export const pricesChangedMail = (
  listings: readonly [ListingReviewRow, ...ListingReviewRow[]],
  { days, priceCents, minDays, reason }: PricesChange,
  url: string,
): MailContent => {
  const [listing] = listings;
  const what = priceCents === undefined ? "shortest rental was" : "prices were";
  const titles = listings.map(({ title }) => title);
  return {
    subject: `Your ${what} changed: ${titles.length === 1 ? listing.title : `${titles.length} cars`}`,
    preview: `Reason: ${reason}`,
    heading: "We updated your calendar",
    paragraphs: [
      `Hello ${listing.host_first_name},`,
      `Reason: ${reason}`,
      "Existing bookings keep their prices. You can change this at any time.",
    ],
    facts: [
      ...(titles.length === 1
        ? toListingFacts(listing)
        : [["Cars", formatList(titles)] satisfies [string, string]]),
      ["Dates", `${formatLong(days.start)} to ${formatLong(addDays(days.end, -1))}`],
      ...nameSettings({ priceCents, minDays }),
    ],
    action: { label: "See your prices", url },
  };
};

function nameSettings({
  priceCents,
  minDays,
}: Pick<PricesChange, "priceCents" | "minDays">): [string, string][] {
  const settings: [string, string][] = [];
  if (priceCents !== undefined)
    settings.push([
      "Price per day",
      priceCents === null ? "Your standard price" : formatUsd(priceCents),
    ]);
  if (minDays !== undefined)
    settings.push([
      "Shortest rental",
      minDays === null ? "Your standard rule" : formatCounted(minDays, "day", "days"),
    ]);
  return settings;
}
