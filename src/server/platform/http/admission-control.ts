// Limits how many requests a process works on at a time, because beyond a point each further
// request slows down all the others until none finishes in time. A few wait in a queue, and the
// rest are refused immediately.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { DomainError } from "../../../domain/errors.ts";
import { isProbe } from "../observability/health.ts";

interface QueueLimits {
  maxInFlight: number;
  /** How many may wait in the queue. */
  maxQueued: number;
  /** The longest wait in the queue during a short burst. */
  longestMs: number;
  /** The longest wait while the queue is overloaded. */
  overloadedMs: number;
}
/**
 * In flight: more than the optimum of a process, and as many as its database serves at a time. In
 * the queue: what arrives during a stall of half a second.
 */
export const READS: QueueLimits = {
  maxInFlight: 16,
  maxQueued: 150,
  longestMs: 2000,
  overloadedMs: 500,
};
/**
 * People who book or pay would rather wait than try again. When many people want one car at the
 * same time, all of them learn who got it.
 */
const WRITES: QueueLimits = {
  maxInFlight: 16,
  maxQueued: 1000,
  longestMs: 20_000,
  overloadedMs: 2000,
};
/**
 * Page renders, a subset of the reads. Rendering is pure CPU work: many concurrent renders all
 * finish late, and the event loop handles nothing else during each.
 */
export const RENDERS: QueueLimits = {
  maxInFlight: 4,
  maxQueued: READS.maxQueued,
  longestMs: 5000,
  overloadedMs: 1000,
};
/**
 * The queue of a short burst halves within this time. A queue that does not is overloaded: more
 * arrives than is served.
 */
export const OVERLOADED_AFTER_MS = 10_000;
/** The Retry-After of a refusal. */
export const RETRY_SECONDS = 5;

/** The server cannot handle the request now, but may soon. */
export const busy = (): DomainError =>
  new DomainError("busy", { retry_after_seconds: RETRY_SECONDS });

declare module "fastify" {
  interface FastifyInstance {
    capacity: AdmissionControl;
  }
}

export interface AdmissionControl {
  /**
   * Runs the work of a request once it is admitted. Reads and writes are limited separately, so
   * that a crowd of visitors does not block payments, and a card provider that does not answer does
   * not block visitors. Health probes and a page's own API calls are always admitted.
   * @throws DomainError busy
   */
  take<T>(
    request: Pick<FastifyRequest, "method" | "url" | "isInner">,
    work: () => Promise<T>,
  ): Promise<T>;
}

export function installAdmissionControl(app: FastifyInstance): void {
  const [reads, writes] = [openAdmissionQueue(READS), openAdmissionQueue(WRITES)];
  app.decorate("capacity", {
    async take({ method, url, isInner }, work) {
      if (isInner || isProbe(url)) return work();
      return method === "GET" || method === "HEAD" ? reads(work) : writes(work);
    },
  } satisfies AdmissionControl);
}

interface QueuedRequest {
  arrivedAt: number;
  enter: () => void;
  refuse: () => void;
}

/**
 * Runs at most `maxInFlight` pieces of work at a time; the others wait in a bounded queue for a
 * limited time. While the queue is overloaded, serving it in order would make everyone late. Then
 * the newest request, whose caller is still there, goes first, and old ones are refused.
 * @returns a function that runs the work when it is admitted, and throws DomainError busy otherwise
 */
export function openAdmissionQueue({
  maxInFlight,
  maxQueued,
  longestMs,
  overloadedMs,
}: QueueLimits): <T>(work: () => Promise<T>) => Promise<T> {
  let inFlight = 0;
  /** When the queue formed or last halved, and its maximum length since then. */
  let [since, longest] = [0, 0];
  const queue: QueuedRequest[] = [];
  const isOverloaded = (): boolean =>
    queue.length > 0 && performance.now() - since > OVERLOADED_AFTER_MS;

  /** Refuses the requests that arrived before this time. */
  const refuseOlder = (before: number): void => {
    while (queue[0] && queue[0].arrivedAt < before) queue.shift()?.refuse();
  };
  const enter = async (): Promise<void> => {
    if (inFlight < maxInFlight) return void inFlight++;
    if (queue.length >= maxQueued) throw busy();
    if (queue.length === 0) [since, longest] = [performance.now(), 0];
    await new Promise<void>((enters, refuses) => {
      const timer = setTimeout(
        () => {
          queue.splice(queue.indexOf(one), 1);
          longest--; // a request that gives up is not progress of the queue
          refuses(busy());
        },
        isOverloaded() ? overloadedMs : longestMs,
      );
      const left = (then: () => void) => () => {
        clearTimeout(timer);
        then();
      };
      const one = {
        arrivedAt: performance.now(),
        enter: left(enters),
        refuse: left(() => refuses(busy())),
      };
      longest = Math.max(longest, queue.push(one));
    });
  };
  const leave = (): void => {
    const overloaded = isOverloaded();
    if (overloaded) refuseOlder(performance.now() - overloadedMs);
    const next = overloaded ? queue.pop() : queue.shift();
    if (!overloaded && queue.length <= longest / 2)
      [since, longest] = [performance.now(), queue.length];
    if (next) next.enter();
    else inFlight--;
  };
  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
