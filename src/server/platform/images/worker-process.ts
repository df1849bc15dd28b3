// The child's side of a worker process (worker.ts), which runs at the lowest priority. It lives as
// long as its parent keeps the channel open.
import { existsSync, readdirSync } from "node:fs";
import { setPriority } from "node:os";
import sharp from "sharp";
import type { TaskResult } from "./worker.ts";

const LOWEST_PRIORITY = 19;

/**
 * Lowers the priority of every thread. Linux sets it per thread, and libvips starts its own; new
 * threads inherit it from existing ones.
 */
function stepAside(): void {
  const threads = existsSync("/proc/self/task")
    ? readdirSync("/proc/self/task").map(Number)
    : [process.pid];
  for (const thread of threads) {
    try {
      setPriority(thread, LOWEST_PRIORITY);
    } catch {
      // The thread has ended in the meantime.
    }
  }
}

/** Runs the tasks of the server, which sends one at a time. */
export function serveTasks<Task, Result>(work: (task: Task) => Promise<Result>): void {
  sharp.concurrency(1);
  sharp.cache(false);
  const send = (delivery: TaskResult<Result>): void => void process.send?.(delivery);
  process.on("message", async (task: Task) => {
    stepAside();
    try {
      send({ result: await work(task) });
    } catch (error) {
      send({ error: String(error) });
    }
  });
  process.on("disconnect", () => process.exit(0));
  // A signal to the whole process group is for the parent to handle, which closes the channel.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
}
