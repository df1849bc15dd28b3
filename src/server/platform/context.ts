// What every service is handed: the edges to the outside, and who is asking. Plain values, no container.
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { announcing } from "./realtime/publish.ts";
import type { Clock } from "./clock.ts";
import type { Darkroom } from "./images/image-processor.ts";
import { retryingDeadlocks, type Db } from "./database/database.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Mail } from "./mail/mail.ts";
import type { Keys } from "./keys/keys.ts";
import type { Metrics } from "./observability/metrics.ts";
import type { PaymentProvider } from "./payments/provider.ts";
import type { PublicFetch } from "./http/public-fetch.ts";
import type { Places } from "./geo/finder.ts";
import type { Replica } from "./database/replica.ts";
import type { Easel } from "./images/social-image-renderer.ts";
import type { Sms } from "./mail/sms.ts";
import type { ObjectStore } from "./storage/object-store.ts";
import { DomainError } from "../../domain/errors.ts";
import type { Role } from "../../domain/person/roles.ts";

export interface Ctx {
  /** The pool, or the transaction when inside inTransaction. */
  db: Db;
  /** Read through readPublic alone. */
  replica: Replica | undefined;
  clock: Clock;
  config: Config;
  log: Logger;
  jobs: Jobs;
  metrics: Metrics;
  mail: Mail;
  keys: Keys;
  payments: PaymentProvider;
  /** Reads what people name addresses of. */
  fetchPublic: PublicFetch;
  places: Places;
  /** The files of photos. */
  objects: ObjectStore;
  /** The sealed files of documents. */
  documents: ObjectStore;
  /** The sealed files of what people show of themselves. */
  identityDocuments: ObjectStore;
  sms: Sms;
  /** The sealed copies of people's data. */
  copies: ObjectStore;
  darkroom: Darkroom;
  /** Draws and keeps what other sites show of a shared page. */
  easel: Easel;
  /**
   * Origin for links in mails and redirects, without a slash at the end.
   * @throws before the server listens, unless PUBLIC_URL is set
   */
  publicUrl: () => string;
}

/** A person with a live session. */
export interface User {
  id: string;
  sessionId: string;
  roles: readonly Role[];
}

export const isAdmin = (user: User): boolean => user.roles.includes("admin");

/** @throws DomainError forbidden for who is neither host nor admin (specification section 6). */
export function requireHost(user: User): void {
  if (!user.roles.includes("host") && !isAdmin(user)) throw new DomainError("forbidden");
}

/**
 * Runs `work` in one transaction; ctx.db inside is the transaction. Jobs enqueued with it are taken back by a rollback, and open pages are told
 * when it has committed. It is run again where PostgreSQL gave it up for another, so it changes nothing but the database.
 */
export function inTransaction<T, C extends Ctx>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx);
  return retryingDeadlocks(() => announcing(ctx.db, ctx.log, (db) => work({ ...ctx, db })));
}
