// How much a process does at a time. Each request more makes all that are under way slower, until nobody is served before they give up; so
// some wait for a moment, what comes beyond is refused at once, and those who are in are served.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { DomainError } from "../../domain/errors.ts";
import { isProbe } from "./health.ts";

/** Of each kind: many times what a process has under way at its best. */
export const MOST_AT_WORK = 50;
interface Line {
  most: number;
  longestMs: number;
}
/** What comes while the process stands still for half a second at its best. */
export const READS: Line = { most: 150, longestMs: 2000 };
/** Whoever books or pays would rather wait than do it again: all who want one car at once are told who has it. */
const WRITES: Line = { most: 1000, longestMs: 20_000 };
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
      const door = method === "GET" || method === "HEAD" ? reads : writes;
      await door.enter();
      try {
        return await work();
      } finally {
        door.leave();
      }
    },
  } satisfies Capacity);
}

/** Lets so many in at a time; the others stand in line, which has an end, and not for long. */
function openDoor({ most, longestMs }: Line): { enter(): Promise<void>; leave(): void } {
  let inside = 0;
  const line: { enter: () => void; timer: NodeJS.Timeout }[] = [];
  return {
    async enter() {
      if (inside < MOST_AT_WORK) return void inside++;
      if (line.length >= most) throw busy();
      await new Promise<void>((enter, refuse) => {
        const timer = setTimeout(() => {
          line.splice(line.indexOf(one), 1);
          refuse(busy());
        }, longestMs);
        const one = { enter, timer };
        line.push(one);
      });
    },
    leave() {
      const next = line.shift();
      if (!next) return void inside--;
      clearTimeout(next.timer);
      next.enter();
    },
  };
}
