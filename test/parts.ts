// Which tests run where. `npm test` runs the static checks, the module tests not named here, the
// component tests and the main browser tests; `npm run test:more` runs the rest; `npm run
// test:several` runs on three nodes what can differ between nodes; `npm run test:browsers` runs in
// WebKit and Firefox what can differ between browsers.

/** The slowest module tests: they start and stop the program itself, go through every fault or
 *  every endpoint, flood it with requests and photos, fill large tables, draw thousands of random
 *  examples, or wait for something slow. */
export const LONG_MODULE_TESTS = [
  "src/server/backup/backup.test.ts",
  "src/server/demo/demo.test.ts",
  "src/server/demo/photos.test.ts",
  "src/server/modules/accounts/sessions/sign-in-limits.test.ts",
  "src/server/modules/bookings/checkout/changing-dates-faults.test.ts",
  "src/server/modules/bookings/checkout/changing-dates-races.test.ts",
  "src/server/modules/bookings/checkout/changing-dates.test.ts",
  "src/server/modules/bookings/checkout/checkout-limits.test.ts",
  "src/server/modules/bookings/drivers/interrupted-drivers.test.ts",
  "src/server/modules/bookings/settlement.test.ts",
  "src/server/modules/calendar/feeds-refused.test.ts",
  "src/server/modules/calendar/feeds-slow.test.ts",
  "src/server/modules/calendar/feeds.test.ts",
  "src/server/modules/calendar/recurrence-rules.test.ts",
  "src/server/modules/cases/case-crashes.test.ts",
  "src/server/modules/cases/case-money.test.ts",
  "src/server/modules/charges/changes/change-payments.test.ts",
  "src/server/modules/charges/charge-crashes.test.ts",
  "src/server/modules/charges/charge-disputes.test.ts",
  "src/server/modules/deposits/deposit-crashes.test.ts",
  "src/server/modules/identity/identity.test.ts",
  "src/server/modules/listings/car-documents.test.ts",
  "src/server/modules/listings/search/listing-availability.test.ts",
  "src/server/modules/listings/search/search-plans.test.ts",
  "src/server/modules/media/media.service.test.ts",
  "src/server/modules/media/media.test.ts",
  "src/server/modules/media/upload-fairness.test.ts",
  "src/server/modules/media/uploads.test.ts",
  "src/server/modules/payments/settlement/reconcile.test.ts",
  "src/server/modules/payments/settlement/stripe-failures.test.ts",
  "src/server/modules/payouts/admin-payouts.test.ts",
  "src/server/modules/payouts/payouts.test.ts",
  "src/server/modules/payouts/two-admins.test.ts",
  "src/server/modules/trips/lockbox.test.ts",
  "src/server/platform/http/public-fetch.test.ts",
  "src/server/platform/images/worker.test.ts",
  "src/server/platform/mail/mail.test.ts",
  "src/server/platform/pages/page-cache.test.ts",
  "src/server/platform/realtime/limits.test.ts",
  "src/server/platform/realtime/live.test.ts",
  "test/access.test.ts",
  "test/attacks.test.ts",
  "test/backup.test.ts",
  "test/commands.test.ts",
  "test/crash-points.test.ts",
  "test/crash.test.ts",
  "test/floods.test.ts",
  "test/fuzz.test.ts",
  "test/going-live.test.ts",
  "test/health.test.ts",
  "test/listing-privacy.test.ts",
  "test/metrics.test.ts",
  "test/other-peoples-ids.test.ts",
  "test/race.test.ts",
  "test/replica.test.ts",
  "test/simulation.test.ts",
  "test/soak/soak.test.ts",
  "test/start.test.ts",
  "test/upgrade.test.ts",
];

/** Started first, so that the whole run does not wait for them at the end; otherwise small files
 *  start last. */
export const FIRST_MODULE_TESTS = [
  "test/soak/soak.test.ts",
  "test/crash-points.test.ts",
  "test/nodes.several.ts",
  "test/race.test.ts",
  "test/nginx.several.ts",
  "test/access.test.ts",
  "test/attacks.test.ts",
];

/** The main journeys: signing up and in, browsing, booking and paying, listing a car, the
 *  admin's decisions, messages. */
export const MAIN_BROWSER_TESTS = [
  "e2e/admin.spec.ts",
  "e2e/browse.spec.ts",
  "e2e/journey.spec.ts",
  "e2e/messages.spec.ts",
  "e2e/sign-in.spec.ts",
];

/** Component tests: they show a component in a browser, with a fake API (test/components/). They
 *  run at the same time as the module tests. */
export const COMPONENT_TESTS = ["src/web/**/*.test.tsx"];

/** Module tests that run isolated from others, because they mock modules or globals. */
export const ISOLATED_MODULE_TESTS = [
  "src/server/platform/jobs/jobs.test.ts",
  "src/web/api/live-changes.test.ts",
  "test/attacks.test.ts",
];

/** The module tests in which a request depends on what an earlier one left behind, in a process
 *  (cached pages, sockets, files), in the database's locks, jobs and counters, or in the bucket. */
export const SEVERAL_MODULE_TESTS = [
  "src/server/modules/accounts/{auth,own-sessions,sessions}.test.ts",
  "src/server/modules/accounts/sessions/*.test.ts",
  "src/server/modules/accounts/second-factors/passkeys.test.ts",
  "src/server/modules/admin/{queue,suspensions}.test.ts",
  "src/server/modules/bookings/{bookings,settlement}.test.ts",
  "src/server/modules/bookings/checkout/{changing-dates,checkout,extras,sweep}.test.ts",
  "src/server/modules/bookings/drivers/drivers.test.ts",
  "src/server/modules/calendar/{blocks,calendar}.test.ts",
  "src/server/modules/charges/charges.test.ts",
  "src/server/modules/listings/{car-page,favourites,listing-drafts,listing-review,listings}.test.ts",
  "src/server/modules/listings/search/listing-availability.test.ts",
  "src/server/modules/media/{media,storage-protocol,uploads}.test.ts",
  "src/server/modules/messaging/messaging.test.ts",
  "src/server/modules/notifications/notifications.test.ts",
  "src/server/modules/notifications/alerts/push.test.ts",
  "src/server/modules/payments/settlement/{refunds,stripe-bookings,webhooks}.test.ts",
  "src/server/modules/payouts/{payouts,two-admins}.test.ts",
  "src/server/modules/personal-data/*.test.ts",
  "src/server/modules/support/support.test.ts",
  "src/server/modules/trips/{trips,trip-photos}.test.ts",
  "src/server/modules/vat/vat.test.ts",
  "src/server/platform/{jobs,pages,realtime}/*.test.ts",
  "test/{attacks,race,replica}.test.ts",
  "test/*.several.ts",
];

/** The browser tests in which nodes interact most. */
export const SEVERAL_BROWSER_TESTS = [
  "e2e/journey.spec.ts",
  "e2e/live.spec.ts",
  "e2e/messages.spec.ts",
];

/** The browser tests in other engines than Chromium: the renter's journey, and early presses. */
export const ENGINE_TESTS = ["e2e/engines/"];
