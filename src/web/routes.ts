// Every page and its layout. The URLs as others use them are in paths.ts.
import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

export default [
  layout("pages/layouts/auth.tsx", [
    route("auth", "pages/auth.tsx"),
    route("auth/confirm", "pages/auth-confirm.tsx"),
    route("auth/reset", "pages/auth-reset.tsx"),
  ]),
  route("sandbox/checkout/:sessionId", "pages/sandbox-checkout.tsx"),
  layout("pages/layouts/renter.tsx", [
    route("dashboard", "pages/dashboard.tsx"),
    route("bookings", "pages/bookings.tsx"),
    route("messages", "pages/messages.tsx"),
    route("profile", "pages/profile.tsx"),
    route("settings", "pages/settings.tsx"),
  ]),
  layout("pages/layouts/favourites.tsx", [route("favorites", "pages/favourites.tsx")]),
  layout("pages/layouts/paper.tsx", [route("bookings/:bookingId/receipt", "pages/receipt.tsx")]),
  layout("pages/layouts/host.tsx", [
    layout("pages/layouts/hosting.tsx", [
      route("host/dashboard", "pages/host-dashboard.tsx"),
      route("host/bookings", "pages/host-bookings.tsx"),
      route("host/messages", "pages/host-messages.tsx"),
      route("host/listings", "pages/host-listings.tsx"),
      route("host/calendar/:carId?", "pages/host-calendar.tsx"),
      route("host/listings/new", "pages/new-listing.tsx"),
      route("host/listings/:listingId/edit", "pages/edit-listing.tsx"),
    ]),
    layout("pages/layouts/host-money.tsx", [
      route("host/payouts", "pages/host-payouts.tsx"),
      route("host/payouts/:payoutId", "pages/host-payout.tsx"),
      route("host/settings", "pages/host-settings.tsx"),
    ]),
  ]),
  layout("pages/layouts/admin.tsx", [
    route("admin", "pages/admin.tsx"),
    route("admin/users", "pages/admin-users.tsx"),
    route("admin/listings", "pages/admin-listings.tsx"),
    route("admin/bookings", "pages/admin-bookings.tsx"),
    route("admin/money", "pages/admin-money.tsx"),
    route("admin/payouts", "pages/admin-payouts.tsx"),
    route("admin/payouts/:batchId", "pages/admin-payout-batch.tsx"),
    route("admin/support", "pages/admin-support.tsx"),
    route("admin/audit", "pages/admin-audit.tsx"),
  ]),
  layout("pages/layouts/public.tsx", [
    index("pages/home.tsx"),
    route("browse/:island?", "pages/browse.tsx"),
    route("book/:carId", "pages/car.tsx", { id: "book" }),
    route("car/:carId", "pages/car.tsx", { id: "car" }),
    route("booking-success", "pages/booking-success.tsx"),
    route("unsubscribe", "pages/unsubscribe.tsx"),
    route("about", "pages/about.tsx"),
    route("pricing", "pages/pricing.tsx"),
    route("support", "pages/support.tsx"),
    route("faq", "pages/faq.tsx"),
    route("terms", "pages/terms.tsx"),
    route("privacy", "pages/privacy.tsx"),
    route("api/docs", "pages/api-docs.tsx"),
    route("dev/mailbox", "pages/dev-mailbox.tsx"),
    route("*", "pages/not-found.tsx"),
  ]),
] satisfies RouteConfig;
