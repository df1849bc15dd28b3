// How much a process does at a time. Each request more makes all that are under way slower, until nobody is served before they give up; so
// some wait for a moment, what comes beyond is refused at once, and those who are in are served.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { DomainError } from "../../../domain/errors.ts";
import { isProbe } from "../observability/health.ts";

interface Line {
  atWork: number;
  /** How many more may wait. */
  most: number;
  /** For how long, in a crowd of a moment. */
  longestMs: number;
  /** For how long while the line stands. */
  standingMs: number;
}
/** More than a process has under way at its best, and as much as its database does at once; in line what comes while it stands still for half a second. */
export const READS: Line = { atWork: 16, most: 150, longestMs: 2000, standingMs: 500 };
/** Whoever books or pays would rather wait than do it again: all who want one car at once are told who has it. */
const WRITES: Line = { atWork: 16, most: 1000, longestMs: 20_000, standingMs: 2000 };
/**
 * Of what reads, the pages that are rendered: that is work of the processor alone, so that many at once are all late, and the process hears of
 * nothing else until each has had its turn.
 */
export const RENDERS: Line = { atWork: 4, most: READS.most, longestMs: 5000, standingMs: 1000 };
/** Of a crowd of a moment, half is through after so long. A line that is no shorter then stands: more comes than is done. */
export const STANDS_AFTER_MS = 10_000;
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

interface Waiting {
  came: number;
  enter: () => void;
  refuse: () => void;
}

/**
 * Lets so many in at a time; the others stand in line, which has an end, and not for long. Once the line stands, waiting through it would only
 * make everybody late: the newest are let in, who are still there, and those who have waited are told to come again.
 * @returns does the work when it is its turn, and throws DomainError busy when that does not come
 */
export function openDoor({ atWork, most, longestMs, standingMs }: Line): <T>(work: () => Promise<T>) => Promise<T> {
  let inside = 0;
  /** Since when there has been a line, or half of one that was longer; and how long it has been since. */
  let [since, longest] = [0, 0];
  const line: Waiting[] = [];
  const stands = (): boolean => line.length > 0 && performance.now() - since > STANDS_AFTER_MS;

  /** Those who came before. */
  const sendAway = (before: number): void => {
    while (line[0] && line[0].came < before) line.shift()?.refuse();
  };
  const enter = async (): Promise<void> => {
    if (inside < atWork) return void inside++;
    if (line.length >= most) throw busy();
    if (line.length === 0) [since, longest] = [performance.now(), 0];
    await new Promise<void>((enters, refuses) => {
      const timer = setTimeout(
        () => {
          line.splice(line.indexOf(one), 1);
          longest--; // who gives up makes no line shorter that is to come to its end
          refuses(busy());
        },
        stands() ? standingMs : longestMs,
      );
      const left = (then: () => void) => () => {
        clearTimeout(timer);
        then();
      };
      const one = { came: performance.now(), enter: left(enters), refuse: left(() => refuses(busy())) };
      longest = Math.max(longest, line.push(one));
    });
  };
  const leave = (): void => {
    const isStanding = stands();
    if (isStanding) sendAway(performance.now() - standingMs);
    const next = isStanding ? line.pop() : line.shift();
    if (!isStanding && line.length <= longest / 2) [since, longest] = [performance.now(), line.length];
    if (next) next.enter();
    else inside--;
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
