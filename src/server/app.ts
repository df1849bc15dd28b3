// The whole application as one Fastify instance: registers every module explicitly, and does not
// listen.
import underPressure from "@fastify/under-pressure";
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type pg from "pg";
import { DomainError } from "../domain/errors.ts";
import {
  accountsRoutes,
  authenticate,
  authRoutes,
  readmit,
} from "./modules/accounts/accounts.routes.ts";
import { adminRoutes } from "./modules/admin/admin.routes.ts";
import { personRoutes } from "./modules/admin/person/person.routes.ts";
import { watchBusiness } from "./modules/admin/measures.service.ts";
import { bookingsRoutes } from "./modules/bookings/bookings.routes.ts";
import { chargesRoutes } from "./modules/charges/charges.routes.ts";
import { depositsRoutes } from "./modules/deposits/deposits.routes.ts";
import { casesRoutes } from "./modules/cases/cases.routes.ts";
import { calendarRoutes } from "./modules/calendar/calendar.routes.ts";
import { listingsRoutes } from "./modules/listings/listings.routes.ts";
import { helpersRoutes } from "./modules/helpers/helpers.routes.ts";
import { identityRoutes } from "./modules/identity/identity.routes.ts";
import { messagingRoutes } from "./modules/messaging/messaging.routes.ts";
import { alertsRoutes } from "./modules/notifications/alerts/alerts.routes.ts";
import { notificationsRoutes } from "./modules/notifications/notifications.routes.ts";
import { paymentsRoutes } from "./modules/payments/payments.routes.ts";
import { payoutsRoutes } from "./modules/payouts/payouts.routes.ts";
import { placesRoutes } from "./modules/places/places.routes.ts";
import { mediaRoutes } from "./modules/media/media.routes.ts";
import { personalDataRoutes } from "./modules/personal-data/personal-data.routes.ts";
import { revokeHandoverAccess } from "./modules/trips/runner/runner-links.service.ts";
import { tripsRoutes } from "./modules/trips/trips.routes.ts";
import { reviewsRoutes } from "./modules/reviews/reviews.routes.ts";
import { supportRoutes } from "./modules/support/support.routes.ts";
import { vatRoutes } from "./modules/vat/vat.routes.ts";
import { busy, installAdmissionControl } from "./platform/http/admission-control.ts";
import type { Ctx } from "./platform/context.ts";
import { LISTING_CHANNEL } from "./platform/realtime/events.ts";
import { openDb, watchPool } from "./platform/database/database.ts";
import { isProbe, openHealth } from "./platform/observability/health.ts";
import {
  installProblems,
  MAX_BODY_BYTES,
  openRouter,
  sendProblem,
  toProblem,
} from "./platform/http/http.ts";
import { collectJobs } from "./jobs.ts";
import type { JobHandler } from "./platform/jobs/jobs.ts";
import { listenTo } from "./platform/realtime/listen.ts";
import { openPageCache } from "./platform/pages/page-cache.ts";
import { mountMetrics } from "./platform/observability/metrics-endpoint.ts";
import { mountPages } from "./platform/pages/pages.ts";
import { installBodyTimeout, installRequestLimit } from "./platform/http/request-limit.ts";
import { installRequestLog, requestIds } from "./platform/http/request-log.ts";
import { refuseUnparsable } from "./platform/http/unparsable.ts";
import type { PhotoSource } from "./platform/storage/photo-store.ts";
import { isSocketRequest, liveRoutes } from "./platform/realtime/live.routes.ts";
import { sandboxRoutes } from "./stand-ins/sandbox.routes.ts";
import { mailboxRoutes } from "./stand-ins/mailbox.routes.ts";
import { standIns, STAND_IN_NAMES, systemRoutes } from "./system.routes.ts";

export interface AppOptions {
  dev: boolean;
  apiOnly: boolean;
  /** Whether the process was asked to stop. */
  isStopping: () => boolean;
  /** How long a request may take to arrive; tests use a shorter deadline. */
  requestMs?: number | undefined;
  /** Photos that were never uploaded; the demo draws its own. */
  photoSource?: PhotoSource | undefined;
}

export interface Edges {
  ctx: Ctx;
  pool: pg.Pool;
  /** Separate connections for monitoring the instance. */
  probes: pg.Pool;
}

export interface BuiltApp {
  app: FastifyInstance;
  handlers: JobHandler[];
  /** "GET /api/listings/:id" for every mounted route. */
  routes: readonly string[];
}

/** Paths of the API; every other path is a page. */
const API_PATHS =
  /^\/(api\/|auth\/v1\/|functions\/v1\/|storage\/v1\/|realtime\/v1\/|webhooks\/|calendar\/|og\/|\.well-known\/|sitemaps\/|sitemap\.xml$|robots\.txt$|healthz$|readyz$|metrics$|dev\/mailbox\.json$)/;
/** How long a request, or a photo upload over bad Wi-Fi, may take to arrive. */
const REQUEST_MS = 30_000;
const UPLOAD_MS = 300_000;
/** The maximum event loop delay before requests are refused. */
const MAX_EVENT_LOOP_DELAY_MS = 2000;
/** One year, for this host and all subdomains. */
const STRICT_TRANSPORT = "max-age=31536000; includeSubDomains";
const isDecodable = (url: string): boolean => {
  try {
    return decodeURI(url.split("?")[0] ?? "") !== "";
  } catch {
    return false;
  }
};
const isApi = (path: string): boolean =>
  API_PATHS.test(path) && !/^\/api\/docs(\.data)?$/.test(path);

/** Opens Fastify with the limits of this instance. */
function openServer(
  ctx: Pick<Ctx, "config" | "log">,
  { dev }: AppOptions,
  requestMs: number,
): FastifyInstance {
  return Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger, // each line already has the request's id (log.ts)
    bodyLimit: MAX_BODY_BYTES,
    genReqId: requestIds(ctx.config),
    forceCloseConnections: "idle",
    clientErrorHandler: refuseUnparsable,
    requestTimeout: UPLOAD_MS,
    http: {
      headersTimeout: requestMs,
      // A request whose headers arrive too slowly is cut off after at most twice that time.
      connectionsCheckingInterval: requestMs,
      // Accepts only our own sockets; in development, Vite opens some as well.
      shouldUpgradeCallback: (request) => dev || isSocketRequest(request),
    },
    routerOptions: { maxParamLength: 16_384 }, // the contract limits each parameter
    trustProxy: (_address: string, hop: number) => hop < ctx.config.trustedProxies,
    // A path that cannot be decoded gets a 404, like any other that does not exist.
    rewriteUrl: ({ url = "/" }) =>
      isDecodable(url) ? url : `${API_PATHS.exec(url)?.[0] ?? "/"}%25`,
  });
}

/** Adds the headers that every response has. */
function installHeaders(
  app: FastifyInstance,
  ctx: Pick<Ctx, "publicUrl">,
  isStopping: () => boolean,
): void {
  app.addHook("onSend", async (request, reply) => {
    // Closing the connection while the body still arrives may lose the response, so the rest is
    // read and dropped (installBodyTimeout).
    if (reply.statusCode === 413) reply.removeHeader("connection");
    // A connection whose last response is sent during the stop would stay open and delay the stop.
    if (isStopping()) reply.header("connection", "close");
    reply.header("x-request-id", request.id);
    reply.header("x-content-type-options", "nosniff");
    // Other sites don't see that a visitor came from a runner's page.
    const isRunner = request.url.startsWith("/runner");
    reply.header("referrer-policy", isRunner ? "no-referrer" : "strict-origin-when-cross-origin");
    // Pages and documents have their own policy, which includes this.
    if (!reply.hasHeader("content-security-policy"))
      reply.header("content-security-policy", "frame-ancestors 'none'");
    if (ctx.publicUrl().startsWith("https:"))
      reply.header("strict-transport-security", STRICT_TRANSPORT);
  });
}

/** Mounts everything but the pages. */
async function mountApi(
  app: FastifyInstance,
  { ctx, pool, probes }: Edges,
  options: AppOptions,
): Promise<void> {
  const router = openRouter(app, ctx, (bearer) => authenticate(ctx, bearer));
  systemRoutes(router, app, ctx, openHealth(ctx, probes, options.isStopping));
  mountMetrics(app, ctx);
  watchPool(ctx, pool);
  watchBusiness(ctx, openDb(probes));
  authRoutes(app, ctx);
  accountsRoutes(router, app, ctx);
  notificationsRoutes(router, app, ctx);
  alertsRoutes(router, ctx);
  identityRoutes(router, app, ctx);
  helpersRoutes(router, ctx, revokeHandoverAccess);
  calendarRoutes(router, ctx);
  placesRoutes(router, ctx);
  mediaRoutes(router, app, ctx, options.photoSource);
  listingsRoutes(router, app, ctx, options.photoSource);
  vatRoutes(router, ctx);
  paymentsRoutes(app, ctx);
  bookingsRoutes(router, app, ctx);
  chargesRoutes(router, ctx);
  depositsRoutes(router, ctx);
  tripsRoutes(router, app, ctx);
  casesRoutes(router, app, ctx);
  payoutsRoutes(router, ctx);
  messagingRoutes(router, ctx);
  reviewsRoutes(router, ctx);
  supportRoutes(router, ctx);
  personalDataRoutes(router, ctx);
  adminRoutes(router, ctx);
  personRoutes(router, ctx);
  await liveRoutes(router, app, ctx, pool, {
    authenticate: (bearer) => authenticate(ctx, bearer),
    readmit: (user) => readmit(ctx, user),
  });
  if (ctx.config.standInsAllowed) {
    if (ctx.payments.name === "sandbox") sandboxRoutes(router, ctx);
    if (!ctx.config.smtpUrl) mailboxRoutes(router, ctx);
  }
}

/** Assembles the application; the caller starts the jobs and listens. */
export async function buildApp(edges: Edges, options: AppOptions): Promise<BuiltApp> {
  const { ctx, pool } = edges;
  const { requestMs = REQUEST_MS } = options;
  const app = openServer(ctx, options, requestMs);
  const routes: string[] = [];
  app.addHook(
    "onRoute",
    ({ method, url }) => void routes.push(...[method].flat().map((each) => `${each} ${url}`)),
  );
  installProblems(app);
  installRequestLog(app, ctx.metrics.answered);
  // Refuses requests while the event loop is blocked; admission-control.ts handles any other
  // overload.
  await app.register(underPressure, {
    maxEventLoopDelay: options.dev ? 0 : MAX_EVENT_LOOP_DELAY_MS,
    // An interval with a single turn of the event loop has no mean and would count as infinite.
    sampleInterval: 2 * MAX_EVENT_LOOP_DELAY_MS,
    // Thrown, so that the error handler of each protocol formats it.
    pressureHandler: async ({ url }) => {
      if (!isProbe(url)) throw busy();
    },
  });
  installAdmissionControl(app);
  installRequestLimit(app, ctx);
  installBodyTimeout(app, requestMs);
  installHeaders(app, ctx, options.isStopping);
  await mountApi(app, edges, options);
  const cache = openPageCache();
  const stopListening = await listenTo(
    pool,
    LISTING_CHANNEL,
    () => {
      // In this order, so that pages rendered from now on show the change.
      ctx.replica?.changed();
      cache.clear();
    },
    ctx.log,
  );
  app.addHook("onClose", stopListening);
  if (options.apiOnly)
    app.setNotFoundHandler((request, reply) =>
      sendProblem(reply, toProblem(new DomainError("route_not_found"), request.id)),
    );
  else
    await mountPages(app, ctx, cache, {
      dev: options.dev,
      isApi,
      standIns: standIns(ctx).map((each) => STAND_IN_NAMES[each]),
    });
  return { app, handlers: collectJobs(ctx), routes };
}
