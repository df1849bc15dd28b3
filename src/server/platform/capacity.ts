// How much a process does at a time. Each request more makes all that are under way slower, until nobody is served before they give up; so
// some wait for a moment, what comes beyond is refused at once, and those who are in are served.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { DomainError } from "../../domain/errors.ts";
import { isProbe } from "./health.ts";

interface Line {
  atWork: number;
  /** How many more may wait, and for how long. */
  most: number;
  longestMs: number;
}
/** Many times what a process has under way at its best; in line what comes while it stands still for half a second. */
export const READS: Line = { atWork: 50, most: 150, longestMs: 2000 };
/** Whoever books or pays would rather wait than do it again: all who want one car at once are told who has it. */
const WRITES: Line = { atWork: 50, most: 1000, longestMs: 20_000 };
/**
 * Of what reads, the pages that are rendered: that is work of the processor alone, so that many at once are all late, and the process hears of
 * nothing else until each has had its turn.
 */
export const RENDERS: Line = { atWork: 4, most: READS.atWork, longestMs: 5000 };
/** When to come again. */
export const RETRY_SECONDS = 5;

/** The server can't do it now, and may soon. */
export const busy = (): DomainError => new DomainError("busy", { retry_after_seconds: RETRY_SECONDS });

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
  const [reads, writes] = [openDoor(READS), openDoor(WRITES)];
  app.decorate("capacity", {
    async take({ method, url, isInner }, work) {
      if (isInner || isProbe(url)) return work();
      return method === "GET" || method === "HEAD" ? reads(work) : writes(work);
    },
  } satisfies Capacity);
}

/**
 * Lets so many in at a time; the others stand in line, which has an end, and not for long.
 * @returns does the work when it is its turn, and throws DomainError busy when that does not come
 */
export function openDoor({ atWork, most, longestMs }: Line): <T>(work: () => Promise<T>) => Promise<T> {
  let inside = 0;
  const line: { enter: () => void; timer: NodeJS.Timeout }[] = [];
  const enter = async (): Promise<void> => {
    if (inside < atWork) return void inside++;
    if (line.length >= most) throw busy();
    await new Promise<void>((enters, refuse) => {
      const timer = setTimeout(() => {
        line.splice(line.indexOf(one), 1);
        refuse(busy());
      }, longestMs);
      const one = { enter: enters, timer };
      line.push(one);
    });
  };
  const leave = (): void => {
    const next = line.shift();
    if (!next) return void inside--;
    clearTimeout(next.timer);
    next.enter();
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
