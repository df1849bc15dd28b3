// A process of its own for work on pictures: what that takes of memory and time, and what a hostile file does to a decoder, stays out of
// the server. This is the server's side; workshop-process.ts is the other.
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";

/** Does one order at a time: a small machine keeps a core for its pages. People take turns, so that nobody waits for all of another's. */
export interface Workshop<Order, Answer> {
  /**
   * @param who whose order it is
   * @throws when the work failed, the process died or the time was up.
   */
  do(order: Order, who: string): Promise<Answer>;
  /** Ends the process, whatever it is at. */
  stop(): void;
}

/** What comes back from the process. */
export type Delivery<Answer> = { answer: Answer } | { error: string };

/** The process ends after so long without an order. */
const IDLE_MS = 10_000;

/**
 * A workshop that starts its process with the first order. A process that dies, or is ended because its time was up, fails the order
 * that it was at; the next order gets a new one.
 * @param program the process's file, which calls answerOrders()
 * @param limitMs for one order
 */
export function openWorkshop<Order extends object, Answer>(
  program: string,
  log: Logger,
  limitMs: number,
): Workshop<Order, Answer> {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let busy = false;
  /** What is still to be done, by person; the first of these people is next. */
  const waiting = new Map<string, (() => Promise<unknown>)[]>();

  function start(): ChildProcess {
    const started = fork(program, {
      env: {}, // none of the server's secrets
      execArgv: [],
      serialization: "advanced", // pictures travel as bytes, which JSON has no place for
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    started.on("error", (error) => log.error({ err: error, program }, "workshop"));
    started.once("exit", () => forget(started));
    return started;
  }

  function forget(ended: ChildProcess): void {
    if (child === ended) child = undefined;
  }

  async function work(order: Order): Promise<Answer> {
    clearTimeout(idle);
    const at = (child ??= start());
    const over = new AbortController();
    const { signal } = over;
    const delivered = once(at, "message", { signal });
    const died = once(at, "exit", { signal }).then(() => {
      throw new Error("the process has ended");
    });
    const late = sleep(limitMs, undefined, { signal }).then(() => {
      at.kill("SIGKILL");
      forget(at);
      throw new Error(`took over ${limitMs} ms`);
    });
    try {
      at.send(order);
      const [delivery] = (await Promise.race([delivered, died, late])) as [Delivery<Answer>];
      if ("error" in delivery) throw new Error(delivery.error);
      return delivery.answer;
    } finally {
      over.abort();
      idle = setTimeout(stop, IDLE_MS).unref();
    }
  }

  function stop(): void {
    clearTimeout(idle);
    if (child?.connected) child.disconnect();
    child = undefined;
  }

  async function takeTurns(): Promise<void> {
    if (busy) return;
    busy = true;
    for (let next; (next = waiting.entries().next().value);) {
      const [who, orders] = next;
      await orders.shift()?.();
      waiting.delete(who);
      if (orders.length > 0) waiting.set(who, orders); // behind those who have come meanwhile
    }
    busy = false;
  }

  return {
    stop,
    do(order, who) {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      const mine = (): Promise<void> => work(order).then(resolve, reject);
      const orders = waiting.get(who) ?? [];
      waiting.set(who, orders);
      orders.push(mine);
      void takeTurns();
      return promise;
    },
  };
}
