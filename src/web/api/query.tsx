// The TanStack Query cache for signed-in pages. Each user gets a separate cache, so that no data is
// shown to the next one. Public pages do not load this file.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import type { AUDIT_FILTERS } from "../../contract/admin/admin.ts";
import type { ADMIN_BOOKING_FILTERS } from "../../contract/admin/admin-bookings.ts";
import type { ADMIN_LISTING_FILTERS } from "../../contract/admin/admin-listings.ts";
import type { INCIDENT_FILTERS } from "../../contract/admin/admin-money.ts";
import type { ADMIN_USER_FILTERS } from "../../contract/admin/admin-users.ts";
import type { VERIFICATION_FILTERS } from "../../contract/admin/admin-verifications.ts";
import type { BOOKING_FILTERS, HOST_BOOKING_FILTERS } from "../../contract/bookings/bookings.ts";
import type { REPORT_FILTERS } from "../../contract/people/reviews.ts";
import type { CASE_FILTERS } from "../../contract/people/support.ts";
import type { PayoutState } from "../../domain/money/payout.ts";
import { toast } from "../ui/overlay/toast.ts";
import { ApiError, isRefused, isSessionOver, type CallOptions } from "./api.ts";
import { accessToken, useSession } from "../session/session.ts";
import { onSessionChange } from "../session/session-state.ts";

const MAX_RETRIES = 2;
const FRESH_MS = 30_000;

export type BookingFilter = (typeof BOOKING_FILTERS)[number];
export type HostBookingFilter = (typeof HOST_BOOKING_FILTERS)[number];
export type AdminBookingFilter = (typeof ADMIN_BOOKING_FILTERS)[number];
export type AdminListingFilter = (typeof ADMIN_LISTING_FILTERS)[number];
export type AdminUserFilter = (typeof ADMIN_USER_FILTERS)[number];
export type IncidentFilter = (typeof INCIDENT_FILTERS)[number];
export type PayoutFilter = "all" | PayoutState;
export type ReportFilter = (typeof REPORT_FILTERS)[number];
export type VerificationFilter = (typeof VERIFICATION_FILTERS)[number];
export type CaseFilter = (typeof CASE_FILTERS)[number];
export type AuditFilter = (typeof AUDIT_FILTERS)[number];

/** The query keys. Invalidating `bookings` reaches its lists, single bookings, dashboards and
 *  calendars. */
export const queryKeys = {
  bookings: ["bookings"],
  bookingList: (filter: BookingFilter, search: string) => ["bookings", "list", filter, search],
  hostBookingList: (filter: HostBookingFilter, search: string) => [
    "bookings",
    "host-list",
    filter,
    search,
  ],
  booking: (id: string) => ["bookings", "one", id],
  receipt: (id: string) => ["bookings", "receipt", id],
  timeline: (id: string) => ["bookings", "timeline", id],
  dashboard: ["bookings", "dashboard"],
  hostDashboard: ["bookings", "host-dashboard"],
  /** For a month (yyyy-MM), of one car or of the whole fleet. */
  calendar: (month: string, carId?: string) => ["bookings", "calendar", month, carId ?? "fleet"],
  calendars: ["bookings", "calendar"],
  renters: (month: string, carId?: string) => ["bookings", "renters", month, carId ?? "fleet"],
  messages: ["messages"],
  unreadMessages: ["messages", "unread"],
  conversationList: (side: "renter" | "host", search: string) => ["messages", "list", side, search],
  conversation: (id: string) => ["messages", "one", id],
  thread: (id: string) => ["messages", "thread", id],
  reviews: ["reviews"],
  bookingReviews: (bookingId: string) => ["reviews", "booking", bookingId],
  renterReviews: (bookingId: string) => ["reviews", "renter", bookingId],
  reviewReports: (filter: ReportFilter, search: string) => ["reviews", "reports", filter, search],
  calendarLink: (carId: string) => ["calendar-link", carId],
  feeds: (carId: string) => ["feeds", carId],
  favourites: ["favourites"],
  chosenCars: (ids: readonly string[]) => ["chosen-cars", ids],
  hostListings: ["host-listings"],
  hostListingLists: ["host-listings", "list"],
  hostListingList: (search: string) => ["host-listings", "list", search],
  hostListing: (id: string) => ["host-listings", "one", id],
  hostCars: ["host-listings", "car"],
  hostCar: (id: string) => ["host-listings", "car", id],
  hostSettings: ["host-settings"],
  identity: ["identity"],
  verifications: ["verifications"],
  verificationList: (filter: VerificationFilter, search: string) => [
    "verifications",
    "list",
    filter,
    search,
  ],
  verification: (userId: string) => ["verifications", "one", userId],
  marketplaceSettings: ["verifications", "settings"],
  authUser: ["auth-user"],
  sessions: ["sessions"],
  dataCopy: ["data-copy"],
  departure: ["departure"],
  payoutDetails: ["payout-details"],
  payouts: ["payouts"],
  upcomingPayout: ["payouts", "upcoming"],
  payoutList: ["payouts", "list"],
  payoutStatement: (id: string) => ["payouts", "one", id],
  adminPayouts: ["admin-payouts"],
  adminPayoutBatches: ["admin-payouts", "batches"],
  adminPayoutBatch: (id: string) => ["admin-payouts", "batch", id],
  adminPayoutList: (batchId: string, filter: PayoutFilter, search: string) => [
    "admin-payouts",
    "list",
    batchId,
    filter,
    search,
  ],
  carriedHosts: (batchId: string) => ["admin-payouts", "carried", batchId],
  adminMoney: ["admin-money"],
  adminMoneyFigures: ["admin-money", "figures"],
  incidents: (filter: IncidentFilter) => ["admin-money", "incidents", filter],
  disputes: ["admin-money", "disputes"],
  reconciliations: ["admin-money", "reconciliations"],
  // Admin views of bookings are under `bookings` too, so that decisions invalidate them. The
  // figures count bookings and listings.
  adminFigures: ["bookings", "admin-figures"],
  adminBookingList: (filter: AdminBookingFilter, search: string) => [
    "bookings",
    "admin-list",
    filter,
    search,
  ],
  adminBooking: (id: string) => ["bookings", "admin-one", id],
  adminListings: ["admin-listings"],
  adminListingList: (filter: AdminListingFilter, search: string) => [
    "admin-listings",
    "list",
    filter,
    search,
  ],
  adminListing: (id: string) => ["admin-listings", "one", id],
  adminUsers: ["admin-users"],
  adminUserList: (filter: AdminUserFilter, search: string) => ["admin-users", filter, search],
  supportCases: ["support"],
  supportCounts: ["support", "counts"],
  supportCaseList: (filter: CaseFilter, search: string) => ["support", "list", filter, search],
  supportCase: (id: string) => ["support", "one", id],
  jobs: ["jobs"],
  jobQueues: ["jobs", "queues"],
  failedJobs: ["jobs", "failed"],
  audits: ["audit"],
  audit: (filter: AuditFilter, about: string) => ["audit", filter, about],
  notifications: ["notifications"],
  notificationChoices: ["notification-choices"],
  outcome: (sessionId: string) => ["outcome", sessionId],
} as const;

/** No response or a server error may be temporary. A 4xx will be the same next time. */
const mayPass = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** Whether a retry is pointless: the call succeeded, or was refused for good. */
export const isSettled = (error: Error | null): boolean => error === null || isRefused(error);

const openClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < MAX_RETRIES && mayPass(error),
        // Being offline is an error that the page shows and the user can retry, not an endless
        // wait.
        networkMode: "always",
        refetchOnReconnect: true,
      },
      mutations: { networkMode: "always" },
    },
  });

let kept: { userId: string | undefined; client: QueryClient } | undefined;

function forgetOthers(userId: string | undefined): void {
  if (!kept || kept.userId === userId) return;
  // Retries would continue without a cache. Queries made before the user is known are still awaited
  // by pages, so they are not cancelled.
  if (kept.userId) void kept.client.cancelQueries();
  kept.client.clear();
  kept = undefined;
}

// Also needed when no signed-in page is on the screen any more.
onSessionChange(({ user }) => forgetOthers(user?.id));

function clientFor(userId: string | undefined): QueryClient {
  forgetOthers(userId);
  kept ??= { userId, client: openClient() };
  return kept.client;
}

/** Provides the query client to pages that read signed-in data. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const { user } = useSession();
  return <QueryClientProvider client={clientFor(user?.id)}>{children}</QueryClientProvider>;
}

/** Refetches everything that shows or counts listings. Call it after changing a listing. */
export async function refreshListings(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: queryKeys.hostListings }),
    client.invalidateQueries({ queryKey: queryKeys.hostDashboard }),
  ]);
}

/** Calls the API as the signed-in user. @throws ApiError */
export async function signedIn<T>(
  call: (options: CallOptions) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  return call({ token: await accessToken(), ...(signal && { signal }) });
}

/** Shows a toast for a failure, once, in the specification's words. The page itself says what
 *  can be done about it. */
export function useFailureToast(error: Error | null, description: string): void {
  useEffect(() => {
    if (error && !isSessionOver(error))
      toast({ title: "Error", description, variant: "destructive" });
  }, [error, description]);
}
