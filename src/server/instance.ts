// One running instance: pool, migrations, jobs, app, listening. main.ts adds settings, PostgreSQL
// and signals; tests start it alone.
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type pg from "pg";
import { buildApp, type BuiltApp } from "./app.ts";
import type { Config } from "./config.ts";
import { placeListings } from "./modules/listings/listing-islands.service.ts";
import { maskLocations } from "./modules/listings/listing-locations.service.ts";
import { toListenError } from "./platform/http/listen-address.ts";
import { systemClock, type Clock } from "./platform/clock.ts";
import type { Ctx } from "./platform/context.ts";
import { openImageProcessor } from "./platform/images/image-processor.ts";
import { openDb, openPool } from "./platform/database/database.ts";
import { openJobs, type RunningJobs } from "./platform/jobs/jobs.ts";
import { openKeys, type Keys } from "./platform/keys/keys.ts";
import { openLog, untraced } from "./platform/observability/log.ts";
import { openMail } from "./platform/mail/mail.ts";
import { openMetrics } from "./platform/observability/metrics.ts";
import { serveMetrics } from "./platform/observability/metrics-endpoint.ts";
import { migrate } from "./platform/database/migrations.ts";
import { openPayments } from "./platform/payments/index.ts";
import type { PhotoSource } from "./platform/storage/photo-store.ts";
import { refuseDemoAccounts } from "./platform/demo-accounts.ts";
import { requireKeysInUse } from "./platform/keys/keys-in-use.ts";
import { openPublicFetch, openPublicPost, type Network } from "./platform/http/public-fetch.ts";
import { openPlaces } from "./platform/geo/index.ts";
import { openReplica } from "./platform/database/replica.ts";
import { openSms } from "./platform/mail/sms.ts";
import { openSocialImageRenderer } from "./platform/images/social-image-renderer.ts";
import {
  openCopyStore,
  openDocumentStore,
  openBusinessDocumentStore,
  openCaseFileStore,
  openIdentityStore,
  openPhotoStore,
  openSocialImageStore,
  openTripPhotoStore,
} from "./platform/storage/open-stores.ts";

/**
 * How long running requests and jobs may take to finish. With LEAVE_MS for the database
 * connections, 10 s in all.
 */
const FINISH_MS = 9000;
const LEAVE_MS = 1000;

/** Connections for health checks, opened on demand. */
const PROBES = 2;

export interface InstanceOptions {
  config: Config;
  databaseUrl: string;
  /** Opened by the caller if errors in them must show before anything starts. */
  keys?: Keys;
  clock?: Clock;
  /**
   * Whether cron jobs run by the machine's clock. Tests with another clock run due jobs themselves.
   */
  schedulesCronJobs?: boolean;
  log?: Logger;
  /** Serves pages through Vite with hot reload. */
  dev?: boolean;
  /** Leaves the pages out; module tests use only the API. */
  apiOnly?: boolean;
  /** Resolves host names of other sites, for tests with sites of their own. */
  network?: Network | undefined;
  /** See AppOptions. */
  requestMs?: number | undefined;
  /** See AppOptions. */
  photoSource?: (ctx: Ctx) => PhotoSource;
  /** Runs after migrating and before listening, for example to add demo data. */
  prepare?: (ctx: Ctx) => Promise<void>;
}

export interface Instance {
  url: string;
  ctx: Ctx;
  pool: pg.Pool;
  /** Every mounted route. */
  routes: readonly string[];
  /**
   * Waits until no proxy sends new requests (DRAIN_SECONDS), stops accepting, lets running work
   * finish (10 s at most), closes the pool.
   */
  stop(): Promise<void>;
}

/**
 * The open resources of an instance: what a command needs that works on the data without serving
 * it.
 */
export interface OpenContext {
  ctx: Ctx;
  pool: pg.Pool;
  jobs: RunningJobs;
  /** Sets the address that the instance listens on, which is known only later. */
  listensAt(url: string): void;
}

/** Opens the resources on a migrated database. */
export async function openContext({
  config,
  databaseUrl,
  clock = systemClock,
  schedulesCronJobs = true,
  ...options
}: Pick<
  InstanceOptions,
  "config" | "databaseUrl" | "clock" | "schedulesCronJobs" | "log" | "keys" | "network"
>): Promise<OpenContext> {
  const log = options.log ?? openLog(config.logLevel);
  const lost = (error: Error): void =>
    untraced(() => log.warn({ err: error }, "database connection lost"));
  const pool = openPool(databaseUrl, lost, config.databaseConnections);
  try {
    const db = openDb(pool);
    const metrics = await openMetrics(config);
    const jobs = openJobs(databaseUrl, log, { metrics, schedulesCronJobs });
    let url: string | undefined;
    const keys = options.keys ?? (await openKeys(config));
    const base = {
      config,
      clock,
      log,
      db,
      replica: undefined,
      jobs,
      metrics,
      keys,
      mail: openMail(config, db, clock),
      fetchPublic: openPublicFetch(options.network),
      postPublic: openPublicPost(options.network),
      places: openPlaces({ config, clock, log }),
      objects: await openPhotoStore(config),
      documents: await openDocumentStore(config),
      identityDocuments: await openIdentityStore(config),
      businessDocuments: await openBusinessDocumentStore(config),
      tripPhotos: await openTripPhotoStore(config),
      caseFiles: await openCaseFileStore(config),
      sms: openSms(config, db, clock),
      copies: await openCopyStore(config),
      images: openImageProcessor(log),
      socialImages: openSocialImageRenderer(await openSocialImageStore(config), log),
      publicUrl() {
        const known = config.publicUrl ?? url;
        if (known === undefined)
          throw new Error("the public URL is not known before the server listens");
        return known;
      },
    };
    return {
      ctx: { ...base, payments: openPayments(base) },
      pool,
      jobs,
      listensAt: (at) => void (url = at),
    };
  } catch (error) {
    await pool.end().catch(() => {});
    throw error;
  }
}

/** Closes what openContext has opened. */
export async function closeContext(
  { ctx, pool }: Pick<OpenContext, "ctx" | "pool">,
  probes?: pg.Pool,
): Promise<void> {
  ctx.images.stop();
  ctx.socialImages.stop();
  await Promise.race([
    Promise.all([pool.end(), probes?.end()]),
    delay(LEAVE_MS, undefined, { ref: false }),
  ]);
}

/** @throws StartError if the database is of a newer version or the port is in use */
export async function startInstance(options: InstanceOptions): Promise<Instance> {
  const { config } = options;
  const { ctx: opened, pool, jobs, listensAt } = await openContext(options);
  const replica =
    config.databaseReplicaUrl === undefined
      ? undefined
      : openReplica(config.databaseReplicaUrl, opened.db, opened.log, config.databaseConnections);
  const ctx = { ...opened, replica };
  const probes = openPool(options.databaseUrl, () => {}, PROBES);
  let isStopping = false;
  let built: BuiltApp | undefined;
  try {
    await migrate(pool);
    await requireKeysInUse(ctx);
    await refuseDemoAccounts(ctx);
    built = await buildApp(
      { ctx, pool, probes },
      {
        dev: options.dev ?? false,
        apiOnly: options.apiOnly ?? false,
        isStopping: () => isStopping,
        requestMs: options.requestMs,
        photoSource: options.photoSource?.(ctx),
      },
    );
    const { app, handlers, routes } = built;
    await placeListings(ctx);
    await jobs.start(handlers);
    await options.prepare?.(ctx);
    await maskLocations(ctx);
    const measuring = await serveMetrics(ctx);
    const url = await listen(app, config, listensAt);
    // Jobs send emails with links to the site, so none runs before its address is known.
    await jobs.work(handlers);
    return {
      url,
      ctx,
      pool,
      routes,
      async stop() {
        isStopping = true;
        if (config.drainSeconds > 0) await delay(config.drainSeconds * 1000);
        // Requests and jobs finish at the same time. Connections that remain are cut off before
        // the database closes.
        const cut = setTimeout(() => app.server.closeAllConnections(), FINISH_MS);
        await Promise.all([app.close(), jobs.stop(FINISH_MS)]);
        clearTimeout(cut);
        measuring?.close().closeAllConnections();
        await replica?.stop();
        await closeContext({ ctx, pool }, probes);
      },
    };
  } catch (error) {
    // The server may already be listening, and no request may find the pool closed.
    built?.app.server.closeAllConnections();
    await built?.app.close().catch(() => {});
    // By now the replica and the jobs may be listening on connections of their own.
    await Promise.all([replica?.stop(), jobs.stop(0)]).catch(() => {});
    await closeContext({ ctx, pool }, probes).catch(() => {});
    throw error;
  }
}

/** @param listensAt is called with the URL before the first request is served */
async function listen(
  app: FastifyInstance,
  config: Config,
  listensAt: (url: string) => void,
): Promise<string> {
  const getUrl = (): string => {
    const address = app.server.address();
    const port = typeof address === "object" && address ? address.port : config.port;
    const host = config.host.includes(":") ? `[${config.host.replace(/[[\]]/g, "")}]` : config.host;
    return `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${port}`;
  };
  app.server.once("listening", () => listensAt(getUrl()));
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await app.close();
    throw toListenError(error, config);
  }
  return getUrl();
}
