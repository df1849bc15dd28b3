// Which tests run where. `npm test` runs the static checks, the module tests not named here, the
// component tests and the main browser tests; `npm run test:more` runs the rest; `npm run
// test:several` runs on three nodes what can differ between nodes; `npm run test:browsers` runs in
// WebKit and Firefox what can differ between browsers.

/** The slowest module tests: they start and stop the program itself, go through every fault,
 *  flood it with requests and photos, or wait for something slow. */
export const LONG_MODULE_TESTS = [
  "src/server/backup/backup.test.ts",
  "src/server/demo/demo.test.ts",
  "src/server/modules/bookings/checkout/changing-dates-faults.test.ts",
  "src/server/modules/bookings/checkout/changing-dates-races.test.ts",
  "src/server/modules/calendar/feeds-refused.test.ts",
  "src/server/modules/calendar/feeds.test.ts",
  "src/server/modules/listings/car-documents.test.ts",
  "src/server/modules/media/media.service.test.ts",
  "src/server/modules/media/media.test.ts",
  "src/server/modules/media/upload-fairness.test.ts",
  "src/server/modules/media/uploads.test.ts",
  "src/server/platform/http/public-fetch.test.ts",
  "src/server/platform/images/worker.test.ts",
  "test/backup.test.ts",
  "test/commands.test.ts",
  "test/crash-points.test.ts",
  "test/crash.test.ts",
  "test/floods.test.ts",
  "test/going-live.test.ts",
  "test/health.test.ts",
  "test/race.test.ts",
  "test/replica.test.ts",
  "test/simulation.test.ts",
  "test/soak/soak.test.ts",
  "test/start.test.ts",
];

/** Started first, so that the whole run does not wait for them at the end; otherwise small files
 *  start last. */
export const FIRST_MODULE_TESTS = [
  "test/soak/soak.test.ts",
  "test/crash-points.test.ts",
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

/** Component tests: they show a component in a browser, with a fake API (test/components/). Vitest
 *  runs them, so scripts/test.ts counts them with the module tests. */
export const COMPONENT_TESTS = ["src/web/**/*.test.tsx"];

/** Module tests that run isolated from others, because they mock modules or globals. */
export const ISOLATED_MODULE_TESTS = [
  "src/server/platform/jobs/jobs.test.ts",
  "src/web/api/live-changes.test.ts",
  "test/attacks.test.ts",
];

/** Module tests that do not depend on the number of nodes: pure functions, documents, anything
 *  without an instance. */
const SAME_ANYWHERE = [
  "src/{domain,contract,web}/**",
  "src/server/platform/http/public-fetch.test.ts",
  "test/{architecture,cached-pages,commands,crash,crash-points,deploy,docs,going-live,openapi,schema,security-map,simulation,start,table-owners}.test.ts",
];
/** What belongs to a single process: its health, metrics and sockets, and the commands on its
 *  machine. */
const OF_ONE_PROCESS = [
  "test/{health,metrics,floods,backup}.test.ts",
  "test/soak/**",
  "src/server/backup/**",
];
export const NOT_ON_SEVERAL_NODES = [...SAME_ANYWHERE, ...OF_ONE_PROCESS];

/** The browser tests in which nodes interact most. */
export const SEVERAL_BROWSER_TESTS = [
  "e2e/journey.spec.ts",
  "e2e/live.spec.ts",
  "e2e/messages.spec.ts",
];

/** The browser tests in other engines than Chromium: the renter's journey, and early presses. */
export const ENGINE_TESTS = ["e2e/engines/"];
