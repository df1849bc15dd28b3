// A process that dies, or a provider that gives no answer, at chosen points: before and after each call of the provider, and around each
// write of our own. What a dead process would still have done, it does not do.
import type { Ctx } from "../src/server/platform/context.ts";
import type { Db } from "../src/server/platform/database/database.ts";
import type { PaymentProvider } from "../src/server/platform/payments/provider.ts";

/** What happens at a point: "lost" is an answer of the provider that never arrives. */
export type Fate = "go on" | "die" | "lost";

/** The process is no more. */
export class Died extends Error {
  override readonly name = "Died";
}

/** Names the points as they are reached: "capture before", "capture after", "write before", "commit before", "commit after". */
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

/** Loses the answers at points of these names; "before" the provider has done nothing, "after" it has. */
export const losing = (ctx: Ctx, ...points: string[]): Ctx =>
  doomed(ctx, (point) => (points.includes(point) ? "lost" : "go on"));

/** A process that dies when it reaches a point of this name for the first time, or a later one. */
export function dyingAt(ctx: Ctx, point: string, nth = 1): Ctx {
  let reached = 0;
  return doomed(ctx, (each) => (each === point && ++reached === nth ? "die" : "go on"));
}

function doomedProvider(provider: PaymentProvider, reach: (point: string) => void): PaymentProvider {
  const through = <A extends unknown[], R>(name: string, call: (...given: A) => Promise<R>) => {
    return async (...given: A): Promise<R> => {
      reach(`${name} before`);
      const answer = await call(...given);
      reach(`${name} after`);
      return answer;
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
    getDispute: through("getDispute", provider.getDispute),
    listDisputes: through("listDisputes", provider.listDisputes),
  };
}

const WRITES = new Set(["insertInto", "updateTable", "deleteFrom"]);

/** Within a transaction only its end is a point: what came before is taken back together. */
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
