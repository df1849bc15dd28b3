// Groups of endpoints that return the same kind of data. A change to that data refetches the whole
// group, whether it was made here (useApiMutation) or elsewhere (api/live-changes.ts).
import type { ReadEndpoint } from "./api-cache.ts";

type Group = readonly ReadEndpoint[];

/** What waits for the admins, which belongs to many subjects. */
export const QUEUE: Group = ["GET /api/admin/queue", "GET /api/admin/queue/counts"];

/** The admin figures count bookings and listings. */
export const BOOKINGS: Group = [
  "GET /api/bookings",
  "GET /api/bookings/{id}",
  "GET /api/bookings/{id}/receipt",
  "GET /api/bookings/{id}/timeline",
  "GET /api/bookings/{id}/trip",
  "GET /api/bookings/{id}/charges",
  "GET /api/bookings/{id}/cases",
  "GET /api/bookings/{id}/changes",
  "GET /api/bookings/{id}/agreement",
  "GET /api/dashboard",
  "GET /api/checkout-sessions",
  "GET /api/credit",
  "GET /api/bookings/{id}/host-cancellation-fee",
  "GET /api/host/bookings",
  "GET /api/host/booked-cars",
  "GET /api/host/day-sheet",
  "GET /api/bookings/{id}/trip/runner-links",
  "GET /api/host/dashboard",
  "GET /api/host/calendar",
  "GET /api/host/renters",
  "GET /api/admin/bookings",
  "GET /api/admin/bookings/{id}",
  "GET /api/admin/bookings/{id}/record",
  "GET /api/admin/users/{id}/bookings",
  "GET /api/admin/users/{id}/open-bookings",
  "GET /api/admin/figures",
  "GET /api/admin/cases",
  ...QUEUE,
];

/** What admins see of people. */
export const USERS: Group = ["GET /api/admin/users", "GET /api/admin/users/{id}"];

export const MESSAGES: Group = [
  "GET /api/unread",
  "GET /api/conversations",
  "GET /api/conversations/{id}",
  "GET /api/conversations/{id}/messages",
];

export const REVIEWS: Group = [
  "GET /api/bookings/{id}/reviews",
  "GET /api/bookings/{id}/renter-reviews",
  "GET /api/host/reviews",
  "GET /api/host/reviews/summary",
  "GET /api/admin/reviews/reports",
  ...QUEUE,
];

export const HOST_LISTINGS: Group = [
  "GET /api/host/listings",
  "GET /api/host/listings/{id}",
  "GET /api/host/listing-drafts",
  "GET /api/host/prices",
  "GET /api/host/dashboard",
];

export const ADMIN_LISTINGS: Group = [
  "GET /api/admin/listings",
  "GET /api/admin/listings/{id}",
  "GET /api/admin/figures",
  ...QUEUE,
];

export const VERIFICATIONS: Group = [
  "GET /api/admin/verifications",
  "GET /api/admin/verifications/{id}",
  "GET /api/admin/settings",
  "GET /api/admin/figures",
  ...QUEUE,
];

export const SUPPORT_CASES: Group = [
  "GET /api/admin/support/counts",
  "GET /api/admin/support/cases",
  "GET /api/admin/support/cases/{id}",
  ...QUEUE,
];

export const HOST_PAYOUTS: Group = [
  "GET /api/host/payouts",
  "GET /api/host/payouts/upcoming",
  "GET /api/host/payouts/{id}",
  "GET /api/host/vat-number",
];

export const ADMIN_PAYOUTS: Group = [
  "GET /api/admin/payout-batches",
  "GET /api/admin/payout-batches/{id}",
  "GET /api/admin/payout-batches/{id}/payouts",
  "GET /api/admin/payout-batches/{id}/carried",
  "GET /api/admin/payout-details-changes",
  "GET /api/admin/vat",
  "GET /api/admin/vat/months",
  ...QUEUE,
];

export const ADMIN_MONEY: Group = [
  "GET /api/admin/money",
  "GET /api/admin/incidents",
  "GET /api/admin/disputes",
  "GET /api/admin/reconciliations",
  "GET /api/admin/provider-payouts",
  ...QUEUE,
];
