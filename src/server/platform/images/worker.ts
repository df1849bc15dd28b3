// Runs image work in a separate process, so that its memory, its CPU time and hostile files do not
// affect the server. This is the server's side; worker-process.ts is the child's.
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";

/**
 * Runs one task at a time, so that a small machine keeps a core for its pages. People take turns,
 * so that nobody waits for all the tasks of another person.
 */
export interface WorkerProcess<Task, Result> {
  /**
   * @param who the person whose task it is
   * @throws when the task failed, the process died or the time limit was exceeded.
   */
  do(task: Task, who: string): Promise<Result>;
  /** Ends the process, even during a task. */
  stop(): void;
}

/** What the process sends back. */
export type TaskResult<Result> = { result: Result } | { error: string };

/** The process ends after this long without a task. */
const IDLE_MS = 10_000;

/**
 * A worker that starts its process with the first task. When the process dies, or is killed for
 * exceeding the time limit, only its current task fails, and the next task gets a new process.
 * @param program the process's file, which calls serveTasks()
 * @param limitMs the longest time for one task
 */
export function openWorkerProcess<Task extends object, Result>(
  program: string,
  log: Logger,
  limitMs: number,
): WorkerProcess<Task, Result> {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  const queue = openFairQueue();

  function start(): ChildProcess {
    const started = fork(program, {
      env: {}, // none of the server's secrets
      execArgv: [],
      serialization: "advanced", // sends pictures as bytes, which JSON cannot
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    started.on("error", (error) => log.error({ err: error, program }, "workshop"));
    started.once("exit", () => forget(started));
    return started;
  }

  function forget(ended: ChildProcess): void {
    if (child === ended) child = undefined;
  }

  async function work(task: Task): Promise<Result> {
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
      at.send(task);
      const [delivery] = (await Promise.race([delivered, died, late])) as [TaskResult<Result>];
      if ("error" in delivery) throw new Error(delivery.error);
      return delivery.result;
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

  return {
    stop,
    do(task, who) {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      queue.add(who, () => work(task).then(resolve, reject));
      return promise;
    },
  };
}

/** Runs one task at a time, one of each person in turn. */
function openFairQueue(): { add(who: string, task: () => Promise<void>): void } {
  let busy = false;
  /** The waiting tasks by person. The first person in the map is next. */
  const waiting = new Map<string, (() => Promise<void>)[]>();

  async function runWaiting(): Promise<void> {
    if (busy) return;
    busy = true;
    for (let next; (next = waiting.entries().next().value);) {
      const [who, tasks] = next;
      await tasks.shift()?.();
      waiting.delete(who);
      if (tasks.length > 0) waiting.set(who, tasks); // behind people who arrived meanwhile
    }
    busy = false;
  }

  return {
    add(who, task) {
      const tasks = waiting.get(who) ?? [];
      waiting.set(who, tasks);
      tasks.push(task);
      void runWaiting();
    },
  };
}
