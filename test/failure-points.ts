// Makes a process die, or the provider not respond, at chosen points: before and after each call to
// the provider, and around each write of our own. A dead process does nothing more.
import type { Ctx } from "../src/server/platform/context.ts";
import type { Db } from "../src/server/platform/database/database.ts";
import type { PaymentProvider } from "../src/server/platform/payments/provider.ts";

/** What happens at a point: "lost" is a provider response that never arrives. */
export type Fate = "go on" | "die" | "lost";

/** The process is dead. */
export class Died extends Error {
  override readonly name = "Died";
}

/** Names the points as they are reached: "capture before", "capture after", "write before",
 *  "commit before", "commit after". */
export function doomed(ctx: Ctx, fateAt: (point: string) => Fate): Ctx {
  let isDead = false;
  const reach = (point: string): void => {
    const fate = isDead ? "die" : fateAt(point);
    if (fate === "die") {
      isDead = true;
      throw new Died(point);
    }
    if (fate === "lost" && !/^(write|commit)/.test(point)) throw new Error(`timed out: ${point}`);
  };
  return { ...ctx, db: doomedDb(ctx.db, reach), payments: doomedProvider(ctx.payments, reach) };
}

/** Runs work in processes of which one fails, at the point with this index; -1 for none. */
export function failAt(at: number, fate: Fate) {
  const points: string[] = [];
  const reach = (point: string): Fate => {
    points.push(point);
    return points.length - 1 === at ? fate : "go on";
  };
  return {
    /** The points that were reached. */
    points,
    run: (ctx: Ctx, work: (ctx: Ctx) => Promise<unknown>): Promise<unknown> =>
      work(doomed(ctx, reach)).catch((error: unknown) => {
        if (fate === "go on") throw error;
      }),
  };
}

/** Loses the responses at the named points. "before": the provider has done nothing; "after": it
 *  has. */
export const losing = (ctx: Ctx, ...points: string[]): Ctx =>
  doomed(ctx, (point) => (points.includes(point) ? "lost" : "go on"));

/** A process that dies when it reaches the named point for the nth time. */
export function dyingAt(ctx: Ctx, point: string, nth = 1): Ctx {
  let reached = 0;
  return doomed(ctx, (each) => (each === point && ++reached === nth ? "die" : "go on"));
}

function doomedProvider(
  provider: PaymentProvider,
  reach: (point: string) => void,
): PaymentProvider {
  const through = <A extends unknown[], R>(name: string, call: (...given: A) => Promise<R>) => {
    return async (...given: A): Promise<R> => {
      reach(`${name} before`);
      const response = await call(...given);
      reach(`${name} after`);
      return response;
    };
  };
  return {
    ...provider,
    openCheckout: through("openCheckout", provider.openCheckout),
    getCheckout: through("getCheckout", provider.getCheckout),
    findCheckout: through("findCheckout", provider.findCheckout),
    expireCheckout: through("expireCheckout", provider.expireCheckout),
    capture: through("capture", provider.capture),
    release: through("release", provider.release),
    refund: through("refund", provider.refund),
    chargeLater: through("chargeLater", provider.chargeLater),
    refundLaterCharge: through("refundLaterCharge", provider.refundLaterCharge),
    getLaterCharge: through("getLaterCharge", provider.getLaterCharge),
    cancelLaterCharge: through("cancelLaterCharge", provider.cancelLaterCharge),
    holdCard: through("holdCard", provider.holdCard),
    getHold: through("getHold", provider.getHold),
    captureHold: through("captureHold", provider.captureHold),
    releaseHold: through("releaseHold", provider.releaseHold),
    getDispute: through("getDispute", provider.getDispute),
    listDisputes: through("listDisputes", provider.listDisputes),
  };
}

const WRITES = new Set(["insertInto", "updateTable", "deleteFrom"]);

/** Within a transaction only its end is a point: everything before is rolled back together. */
function doomedDb(db: Db, reach: (point: string) => void): Db {
  return new Proxy(db, {
    get(target, name) {
      if (name === "transaction")
        return () => ({
          async execute<T>(work: (tx: Db) => Promise<T>): Promise<T> {
            const done = await target.transaction().execute(async (tx) => {
              const result = await work(tx);
              reach("commit before");
              return result;
            });
            reach("commit after");
            return done;
          },
        });
      if (typeof name === "string" && WRITES.has(name)) reach("write before");
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
