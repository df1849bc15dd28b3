// How much a process takes in hand at a time. Each request more makes all that are under way slower, until nobody is served before they
// give up; so what comes beyond is refused at once, and those who are in are served.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { DomainError } from "../../domain/errors.ts";
import { isProbe } from "./health.ts";

/** Of each kind: many times what a process has in hand at its best, and half a second's work for pages that take 10 ms each. */
export const MOST_IN_HAND = 50;
const RETRY_SECONDS = 5;

declare module "fastify" {
  interface FastifyInstance {
    capacity: Capacity;
  }
}

export interface Capacity {
  /**
   * Does the work of a request. What only reads is counted by itself, so that a crowd that looks keeps nobody from paying, and a card
   * provider that does not answer keeps nobody from looking. What asks for health, and what a page asks of the API, always passes.
   * @throws DomainError busy
   */
  take<T>(request: Pick<FastifyRequest, "method" | "url" | "isInner">, work: () => Promise<T>): Promise<T>;
}

export function installCapacity(app: FastifyInstance): void {
  const inHand = { reads: 0, writes: 0 };
  app.decorate("capacity", {
    async take({ method, url, isInner }, work) {
      if (isInner || isProbe(url)) return work();
      const kind = method === "GET" || method === "HEAD" ? "reads" : "writes";
      if (inHand[kind] >= MOST_IN_HAND) throw new DomainError("busy", { retry_after_seconds: RETRY_SECONDS });
      inHand[kind]++;
      try {
        return await work();
      } finally {
        inHand[kind]--;
      }
    },
  } satisfies Capacity);
}
