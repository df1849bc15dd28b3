// Every endpoint of the product. Only those listed here are mounted, described in OpenAPI and in
// the access table.
import * as accounts from "./people/accounts.ts";
import * as admin from "./admin/admin.ts";
import * as adminApprovals from "./admin/admin-approvals.ts";
import * as adminCases from "./admin/admin-cases.ts";
import * as adminBookings from "./admin/admin-bookings.ts";
import * as adminJobs from "./admin/admin-jobs.ts";
import * as adminLaterCharges from "./admin/admin-later-charges.ts";
import * as adminListings from "./admin/admin-listings.ts";
import * as adminMessages from "./admin/admin-messages.ts";
import * as adminMoney from "./admin/admin-money.ts";
import * as adminNotes from "./admin/admin-notes.ts";
import * as adminPayouts from "./admin/admin-payouts.ts";
import * as adminPerson from "./admin/admin-person.ts";
import * as providerPayouts from "./admin/provider-payouts.ts";
import * as adminQueue from "./admin/admin-queue.ts";
import * as adminSearch from "./admin/admin-search.ts";
import * as adminStorms from "./admin/admin-storms.ts";
import * as adminUsers from "./admin/admin-users.ts";
import * as adminVat from "./admin/admin-vat.ts";
import * as adminVerifications from "./admin/admin-verifications.ts";
import * as tripCases from "./bookings/trip-cases.ts";
import * as auth from "./people/auth.ts";
import * as alerts from "./people/alerts.ts";
import * as bookingNotices from "./bookings/booking-notifications.ts";
import * as bookings from "./bookings/bookings.ts";
import * as bookingTimeline from "./bookings/booking-timeline.ts";
import * as availability from "./listings/availability.ts";
import * as calendar from "./host/calendar.ts";
import * as businessDocuments from "./host/business-documents.ts";
import * as carDocuments from "./host/car-documents.ts";
import * as listingCounts from "./listings/counts.ts";
import * as cancellation from "./bookings/cancellation.ts";
import * as credit from "./bookings/credit.ts";
import * as templates from "./host/message-templates.ts";
import * as helpers from "./host/helpers.ts";
import * as runnerLinks from "./bookings/runner-links.ts";
import * as drivers from "./bookings/drivers.ts";
import * as favourites from "./listings/favourites.ts";
import * as hostBookings from "./bookings/host-bookings.ts";
import * as extensions from "./host/extensions.ts";
import * as hostListings from "./host/host-listings.ts";
import * as lockboxes from "./host/lockboxes.ts";
import * as listingDrafts from "./host/listing-drafts.ts";
import * as hostPayouts from "./host/host-payouts.ts";
import * as yearlyStatements from "./host/yearly-statements.ts";
import * as hostReviews from "./host/host-reviews.ts";
import * as hostSettings from "./host/host-settings.ts";
import * as checkout from "./bookings/checkout.ts";
import * as identity from "./people/identity.ts";
import * as live from "./live.ts";
import * as listings from "./listings/listings.ts";
import * as media from "./listings/media.ts";
import * as messaging from "./people/messaging.ts";
import * as notifications from "./people/notifications.ts";
import * as payoutDetails from "./host/payout-details.ts";
import * as personalData from "./people/personal-data.ts";
import * as places from "./listings/places.ts";
import * as priceCalendar from "./host/price-calendar.ts";
import * as receipts from "./bookings/receipts.ts";
import * as reviews from "./people/reviews.ts";
import * as secondFactors from "./people/second-factors.ts";
import * as sessions from "./people/sessions.ts";
import * as suspensions from "./admin/suspensions.ts";
import * as stormMoves from "./bookings/storm-moves.ts";
import * as storms from "./bookings/storms.ts";
import * as stormInspections from "./host/storm-inspections.ts";
import * as sitemaps from "./listings/sitemaps.ts";
import * as support from "./people/support.ts";
import * as vatNumber from "./host/vat-number.ts";
import * as system from "./system.ts";
import * as bookingChanges from "./bookings/booking-changes.ts";
import * as deposits from "./bookings/deposits.ts";
import * as laterCharges from "./bookings/later-charges.ts";
import * as flightDelays from "./bookings/flight-delays.ts";
import * as agreements from "./bookings/agreements.ts";
import * as trips from "./bookings/trips.ts";
import type { EndpointSpec, Call, Output } from "./endpoint.ts";

const modules = {
  ...system,
  ...accounts,
  ...sessions,
  ...secondFactors,
  ...notifications,
  ...adminVat,
  ...vatNumber,
  ...priceCalendar,
  ...alerts,
  ...identity,
  ...auth,
  ...media,
  ...places,
  ...calendar,
  ...listings,
  ...availability,
  ...listingCounts,
  ...favourites,
  ...sitemaps,
  ...extensions,
  ...hostListings,
  ...listingDrafts,
  ...lockboxes,
  ...hostSettings,
  ...hostReviews,
  ...carDocuments,
  ...businessDocuments,
  ...bookings,
  ...drivers,
  ...helpers,
  ...templates,
  ...runnerLinks,
  ...bookingTimeline,
  ...hostBookings,
  ...bookingNotices,
  ...checkout,
  ...payoutDetails,
  ...hostPayouts,
  ...yearlyStatements,
  ...cancellation,
  ...credit,
  ...receipts,
  ...messaging,
  ...reviews,
  ...laterCharges,
  ...deposits,
  ...bookingChanges,
  ...adminLaterCharges,
  ...agreements,
  ...flightDelays,
  ...trips,
  ...tripCases,
  ...support,
  ...personalData,
  ...live,
  ...admin,
  ...adminQueue,
  ...adminSearch,
  ...adminUsers,
  ...adminPerson,
  ...adminNotes,
  ...adminMessages,
  ...suspensions,
  ...adminListings,
  ...adminApprovals,
  ...adminBookings,
  ...adminCases,
  ...adminPayouts,
  ...providerPayouts,
  ...adminMoney,
  ...adminVerifications,
  ...adminJobs,
  ...storms,
  ...stormMoves,
  ...stormInspections,
  ...adminStorms,
};

type Endpoints = {
  [
    K in keyof typeof modules as (typeof modules)[K] extends EndpointSpec ? K : never
  ]: (typeof modules)[K];
};

const isEndpoint = (value: unknown): value is EndpointSpec =>
  typeof value === "object" && value !== null && "access" in value && "path" in value;

/**
 * Each endpoint by its exported name, which is its operationId in the OpenAPI description.
 * Generated clients name their methods after it, so renaming an endpoint breaks them.
 */
export const operations: readonly (readonly [operationId: string, spec: EndpointSpec])[] =
  Object.entries(modules).flatMap(([name, value]) => (isEndpoint(value) ? [[name, value]] : []));

export const endpoints: readonly EndpointSpec[] = operations.map(([, spec]) => spec);

type EndpointUnion = Extract<Endpoints[keyof Endpoints], EndpointSpec>;

/**
 * "GET /api/listings" -> the types of request and response. They type the browser's client, which
 * bundles no schema.
 */
export type Api = {
  [E in EndpointUnion as `${E["method"]} ${E["path"]}`]: { call: Call<E>; output: Output<E> };
};
