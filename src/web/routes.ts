// Every page and its layout. Other code takes its URLs from paths.ts.
import {
  index,
  layout,
  route,
  type RouteConfig,
  type RouteConfigEntry,
} from "@react-router/dev/routes";

/** Uses each route's path as its id, or its file's name if it has no path. The default ids are file
 *  paths, and every first visit loads the list of all routes. */
const withShortIds = (routes: readonly RouteConfigEntry[]): RouteConfigEntry[] =>
  routes.map(({ children, ...entry }) => ({
    id: entry.path ?? entry.file.replace(/^.*\/|\.tsx$/g, ""),
    ...entry,
    ...(children && { children: withShortIds(children) }),
  }));

export default withShortIds([
  layout("app/layouts/auth-pages.tsx", [
    route("auth", "areas/account/sign-in/sign-in.tsx"),
    route("auth/confirm", "areas/account/sign-in/confirm-link.tsx"),
    route("auth/not-me", "areas/account/sign-in/not-me.tsx"),
    route("auth/reset", "areas/account/sign-in/reset-password.tsx"),
  ]),
  layout("app/layouts/sandbox-pages.tsx", [
    route("sandbox/checkout/:sessionId", "areas/dev/sandbox-checkout/sandbox-checkout.tsx"),
  ]),
  layout("app/layouts/renter-pages.tsx", [
    route("dashboard", "areas/renter/dashboard/renter-dashboard.tsx"),
    route("bookings", "areas/renter/bookings/my-bookings.tsx"),
    route("messages", "areas/renter/messages.tsx"),
    route("profile", "areas/account/profile/profile.tsx"),
    route("settings", "areas/account/settings/settings.tsx"),
  ]),
  layout("app/layouts/favourite-pages.tsx", [
    route("favorites", "areas/renter/favourites/favourites-page.tsx"),
  ]),
  layout("app/layouts/print-pages.tsx", [
    route("bookings/:bookingId/receipt", "areas/renter/receipt/receipt.tsx"),
  ]),
  layout("app/layouts/host-pages.tsx", [
    layout("app/layouts/hosting-pages.tsx", [
      route("host/dashboard", "areas/host/dashboard/host-dashboard.tsx"),
      route("host/day", "areas/host/day/day-sheet.tsx"),
      route("host/bookings", "areas/host/bookings/host-bookings.tsx"),
      route("host/reviews", "areas/host/reviews/host-reviews.tsx"),
      route("host/messages", "areas/host/host-messages.tsx"),
      route("host/listings", "areas/host/listings/host-listings.tsx"),
      route("host/calendar/:carId?", "areas/host/calendar/calendar-page.tsx"),
      route("host/listings/new", "areas/host/listing-form/new-listing.tsx"),
      route("host/listings/:listingId/edit", "areas/host/listing-form/edit-listing.tsx"),
      route("host/listings/:listingId/preview", "areas/public/car/preview/host-preview.tsx"),
    ]),
    layout("app/layouts/host-money-pages.tsx", [
      route("host/payouts", "areas/host/payouts/host-payouts.tsx"),
      route("host/payouts/years/:year", "areas/host/payouts/yearly-statement.tsx"),
      route("host/payouts/:payoutId", "areas/host/payouts/statement.tsx"),
      route("host/settings", "areas/host/settings/host-settings.tsx"),
    ]),
  ]),
  layout("app/layouts/admin-pages.tsx", [
    route("admin", "areas/admin/overview/admin-overview.tsx"),
    route("admin/queue", "areas/admin/queue/admin-queue.tsx"),
    route("admin/users", "areas/admin/users/admin-users.tsx"),
    route("admin/users/:userId", "areas/admin/person/admin-person.tsx"),
    route("admin/verifications", "areas/admin/verifications/admin-verifications.tsx"),
    route("admin/listings", "areas/admin/listings/admin-listings.tsx"),
    route("admin/listings/:listingId/preview", "areas/public/car/preview/admin-preview.tsx"),
    route("admin/bookings", "areas/admin/bookings/admin-bookings.tsx"),
    route("admin/bookings/:bookingId", "areas/admin/bookings/admin-booking.tsx"),
    route("admin/money", "areas/admin/money/admin-money.tsx"),
    route("admin/money/payouts/:payoutId", "areas/admin/money/provider-payout.tsx"),
    route("admin/payouts", "areas/admin/payouts/admin-payouts.tsx"),
    route("admin/payouts/:batchId", "areas/admin/payouts/payout-batch.tsx"),
    route("admin/support", "areas/admin/support/admin-support.tsx"),
    route("admin/support/:caseId", "areas/admin/support/admin-case.tsx"),
    route("admin/reviews", "areas/admin/reviews/admin-reviews.tsx"),
    route("admin/jobs", "areas/admin/jobs/admin-jobs.tsx"),
    route("admin/audit", "areas/admin/audit/admin-audit.tsx"),
  ]),
  layout("app/layouts/public-pages.tsx", [
    index("areas/public/home/home.tsx"),
    route("browse/:island?", "areas/public/browse/browse.tsx"),
    route("book/:carId", "areas/public/car/car.tsx", { id: "book" }),
    route("car/:carId", "areas/public/car/car.tsx", { id: "car" }),
    route("hosts/:hostId", "areas/public/host/host.tsx"),
    route("booking-success", "areas/renter/booking-success/booking-success.tsx"),
    route("unsubscribe", "areas/account/unsubscribe/unsubscribe.tsx"),
    route("about", "areas/public/about.tsx"),
    route("pricing", "areas/public/pricing/pricing.tsx"),
    route("support", "areas/public/support/support.tsx"),
    route("faq", "areas/public/faq/faq.tsx"),
    route("terms", "areas/public/terms.tsx"),
    route("privacy", "areas/public/privacy.tsx"),
    route("api/docs", "areas/dev/api-docs/api-docs.tsx"),
    route("dev/mailbox", "areas/dev/mailbox/mailbox.tsx"),
    route("*", "app/not-found.tsx"),
  ]),
]) satisfies RouteConfig;
