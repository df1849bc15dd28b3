// What every service receives: the dependencies on the outside world, as plain values without a
// container. Also the signed-in user.
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { publishAfterCommit } from "./realtime/publish.ts";
import type { Clock } from "./clock.ts";
import type { ImageProcessor } from "./images/image-processor.ts";
import { retryingDeadlocks, type Db } from "./database/database.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { OutgoingMail } from "./mail/mail.ts";
import type { Keys } from "./keys/keys.ts";
import type { Metrics } from "./observability/metrics.ts";
import type { PaymentProvider } from "./payments/provider.ts";
import type { PublicFetch, PublicPost } from "./http/public-fetch.ts";
import type { Places } from "./geo/finder.ts";
import type { Replica } from "./database/replica.ts";
import type { SocialImageRenderer } from "./images/social-image-renderer.ts";
import type { Sms } from "./mail/sms.ts";
import type { ObjectStore } from "./storage/object-store.ts";
import type { AdminRole } from "../../domain/person/roles.ts";
import type { AdminStep } from "../../domain/person/sign-in/second-factor.ts";
import type { Reader } from "../../domain/policies/policy.ts";

export interface Ctx {
  /** The pool, or the transaction inside inTransaction. */
  db: Db;
  /** Read it only through readPublic. */
  replica: Replica | undefined;
  clock: Clock;
  config: Config;
  log: Logger;
  jobs: Jobs;
  metrics: Metrics;
  mail: OutgoingMail;
  keys: Keys;
  payments: PaymentProvider;
  /** Fetches URLs that users enter. */
  fetchPublic: PublicFetch;
  /** Posts to URLs that browsers supply. */
  postPublic: PublicPost;
  places: Places;
  /** The photo files. */
  objects: ObjectStore;
  /** The encrypted files of car documents. */
  documents: ObjectStore;
  /** The encrypted files of identity documents. */
  identityDocuments: ObjectStore;
  /** The encrypted files of hosts' business documents. */
  businessDocuments: ObjectStore;
  /** The encrypted photos of handovers. */
  tripPhotos: ObjectStore;
  /** The encrypted evidence of cases. */
  caseFiles: ObjectStore;
  sms: Sms;
  /** The encrypted copies of personal data. */
  copies: ObjectStore;
  images: ImageProcessor;
  /** Draws and stores the preview images that other sites show for a shared page. */
  socialImages: SocialImageRenderer;
  /**
   * The origin of links in emails and redirects, without a trailing slash.
   * @throws before the server listens, unless PUBLIC_URL is set
   */
  publicUrl: () => string;
}

// A service takes only the parts that it uses. The sets that recur have names.

/** Enough to read: the database. */
export type DbCtx = Pick<Ctx, "db">;
/** What most services need: the database and the clock. */
export type DataCtx = Pick<Ctx, "db" | "clock">;
/** Enough to write with inTransaction, which logs a live update that fails. */
export type TransactionCtx = Pick<Ctx, "db" | "clock" | "log">;
/** Enough to queue an email in a transaction. */
export type MailCtx = Pick<Ctx, "db" | "clock" | "log" | "jobs" | "publicUrl">;
/** Enough to notify people: the keys sign the links that unsubscribe. */
export type NotifyCtx = Pick<Ctx, "db" | "clock" | "log" | "jobs" | "keys" | "publicUrl">;
/** Enough to check, open and renew sessions. */
export type SessionCtx = Pick<Ctx, "db" | "clock" | "config" | "log" | "keys" | "publicUrl">;

/** A person with a live session. */
export interface User extends Reader {
  sessionId: string;
  /** When the session began, with a password, a mailed link or a passkey. */
  signedInAt: string;
  /** The role of an admin who needs a second factor first, so that roles and adminRole lack it. */
  closedAdmin?: { role: AdminRole; step: AdminStep };
}

/**
 * Runs `work` in one transaction, which is ctx.db inside. A rollback also withdraws the jobs it
 * enqueued; open pages are notified after the commit. `work` runs again after a deadlock, so it
 * must change nothing but the database.
 */
export function inTransaction<T, C extends Pick<Ctx, "db" | "log">>(
  ctx: C,
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx);
  return retryingDeadlocks(() => publishAfterCommit(ctx.db, ctx.log, (db) => work({ ...ctx, db })));
}
