// The side of a workshop (workshop.ts) that does the work, in a process that every other one goes before.
// It lives as long as its parent holds the channel.
import { existsSync, readdirSync } from "node:fs";
import { setPriority } from "node:os";
import sharp from "sharp";
import type { Delivery } from "./worker.ts";

const LOWEST_PRIORITY = 19;

/** Linux counts priority by thread, and libvips brings its own; new ones inherit from those that are there. */
function stepAside(): void {
  const threads = existsSync("/proc/self/task") ? readdirSync("/proc/self/task").map(Number) : [process.pid];
  for (const thread of threads) {
    try {
      setPriority(thread, LOWEST_PRIORITY);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Answers the orders of the server, which sends one at a time. */
export function answerOrders<Order, Answer>(work: (order: Order) => Promise<Answer>): void {
  sharp.concurrency(1);
  sharp.cache(false);
  const answer = (delivery: Delivery<Answer>): void => void process.send?.(delivery);
  process.on("message", async (order: Order) => {
    stepAside();
    try {
      answer({ answer: await work(order) });
    } catch (error) {
      answer({ error: String(error) });
    }
  });
  process.on("disconnect", () => process.exit(0));
  // A signal to the whole group is the parent's to answer; it closes the channel.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
}
