// Converts rows of car_listings to the contract's types. Public types contain neither licence
// plates nor pickup instructions, and contact details in the host's text are masked.
import type { HostListing } from "../../../contract/host/host-listings.ts";
import type {
  ListingCard,
  ListingDetail,
  ListingTile,
} from "../../../contract/listings/listings.ts";
import { toWireRange } from "../../../domain/calendar/dates.ts";
import { maskListing, maskListingText } from "../../../domain/listing/listing-masking.ts";
import {
  toPriceDetails,
  toPrices,
  toTermDetails,
  type CustomPrices,
} from "../../../domain/listing/prices.ts";
import { centsToDollars } from "../../../domain/money/money.ts";
import { calculateCharge, toQuoteDetails, type PricedDays } from "../../../domain/money/charge.ts";
import type { OfferedAddOns } from "../../../domain/listing/add-ons/add-ons.ts";
import { allowedOnListing, type ListingParty } from "../../../domain/policies/listing.ts";
import { toUsageDetails } from "../../../domain/tariff/usage-terms.ts";
import { toRating } from "../../../domain/review/review.ts";
import type { StoredAddOns } from "./add-ons/add-ons.repository.ts";
import type { OutageRow } from "../calendar/calendar.service.ts";
import type { ListingRow } from "./hosting/host-listings.repository.ts";
import { toUsageTerms } from "./prices/usage-terms.service.ts";
import { degreesToMiles } from "./search/listing-distance.ts";
import type { FoundRow } from "./search/listing-page.repository.ts";
import type { CardRow, DetailRow } from "./listings.repository.ts";

/** What the policy of listings decides by. */
export const toListingState = (row: Pick<ListingRow, "is_approved" | "unreviewed_since">) => ({
  isApproved: row.is_approved,
  isUnreviewed: row.unreviewed_since !== null,
});

/** The fields that all public types of a car share. */
export function presentTile(row: CardRow): ListingTile {
  const { title, make, model, location } = maskListing({
    title: row.title,
    make: row.make,
    model: row.model,
    location: row.location,
  });
  return {
    id: row.id,
    title,
    make,
    model,
    year: row.year,
    location,
    latitude: row.latitude,
    longitude: row.longitude,
    island: row.island,
    price_per_day: centsToDollars(row.price_per_day_cents),
    body_type: row.body_type,
    transmission: row.transmission,
    fuel_type: row.fuel_type,
    seats: row.seats,
    features: row.features,
    images: row.images,
    booking_mode: row.booking_mode,
    created_at: row.created_at,
    rating: toRating(row.star_sum, row.review_count),
  };
}

/** A car with its host's full name, for the search and the car's page (specification section 2). */
const presentCar = (row: CardRow): Omit<ListingCard, "quote" | "distance_miles"> => ({
  ...presentTile(row),
  host:
    row.host_first_name === null || row.host_last_name === null
      ? null
      : { first_name: row.host_first_name, last_name: row.host_last_name },
});

/** What a car costs on these days; null without any. */
export const presentQuote = (
  row: CardRow,
  days: PricedDays | undefined,
  customPrices: CustomPrices = {},
): ListingCard["quote"] =>
  days ? toQuoteDetails(calculateCharge({ ...toPrices(row), customPrices }, days)) : null;

/** A search result. With `days` it includes what the car costs on these days. */
export const presentCard = (row: FoundRow, days: PricedDays | undefined): ListingCard => ({
  ...presentCar(row),
  distance_miles: row.distance === null ? null : degreesToMiles(row.distance),
  quote: presentQuote(row, days, row.custom_prices ?? {}),
});

/** A car's page. The settings are those of the booking horizon. */
export const presentDetail = (
  row: DetailRow,
  settings: { verified_drivers_only: boolean; damage_excess_cents: number },
  customPrices: CustomPrices,
  addOns: OfferedAddOns,
): ListingDetail => ({
  ...presentCar(row),
  ...toTermDetails({ ...toPrices(row), customPrices }),
  meeting_places: [...addOns.meetingPlaces],
  extras: [...addOns.extras],
  description: row.description && maskListingText(row.description),
  color: row.color && maskListingText(row.color),
  is_host_verified: row.host_identity === "verified",
  verified_drivers_only: settings.verified_drivers_only,
  usage_terms: toUsageDetails(toUsageTerms(row, settings)),
  instant_for_verified: row.instant_for_verified,
  host_id: row.host_id,
  host_photo_id: row.host_photo_id,
});

/** What other tables say about a car. */
export interface CarRecords {
  documents: HostListing["documents"];
  /** The outage that the car is in, or the next one. */
  outage: OutageRow | undefined;
  addOns: StoredAddOns;
}

/** For its host and for admins. */
export const presentHostListing = (
  row: ListingRow,
  { documents, outage, addOns }: CarRecords,
  reader: ListingParty,
): HostListing => ({
  id: row.id,
  title: row.title,
  description: row.description,
  make: row.make,
  model: row.model,
  year: row.year,
  color: row.color,
  license_plate: row.license_plate,
  location: row.location,
  latitude: row.latitude,
  longitude: row.longitude,
  island: row.island,
  ...toPriceDetails(toPrices(row)),
  body_type: row.body_type,
  transmission: row.transmission,
  fuel_type: row.fuel_type,
  seats: row.seats as HostListing["seats"],
  features: row.features,
  images: row.images,
  booking_mode: row.booking_mode,
  instant_for_verified: row.instant_for_verified,
  pickup_instructions: row.pickup_instructions,
  pickup_from: row.pickup_from,
  pickup_until: row.pickup_until,
  turnaround_hours: row.turnaround_hours,
  advance_notice_hours: row.advance_notice_hours,
  min_days: row.min_days,
  max_days: row.max_days,
  included_miles_per_day: row.included_miles_per_day,
  price_per_mile_cents: row.price_per_mile_cents,
  tank_gallons: row.tank_gallons,
  deposit_cents: row.deposit_cents,
  meeting_places: addOns.meetingPlaces,
  extras: addOns.extras,
  is_available: row.is_available,
  is_approved: row.is_approved,
  rejection_reason: row.rejection_reason,
  documents,
  out_of_service: outage ? { ...toWireRange(outage), reason: outage.reason } : null,
  may: allowedOnListing(reader, toListingState(row)),
  created_at: row.created_at,
  updated_at: row.updated_at,
});
