// A process of its own for the further nodes of test apps: it starts instances and stops them, as test/node-processes.ts tells it.
import { startInstance, type Instance } from "../src/server/instance.ts";
import { openLog } from "../src/server/platform/log.ts";
import { clockOf } from "./clock.ts";
import type { Order, Report } from "./node-processes.ts";

const running = new Map<number, Instance>();

async function carryOut({ id, start, stop }: Order): Promise<string | undefined> {
  if (stop !== undefined) {
    await running.get(stop)?.stop();
    running.delete(stop);
  }
  if (!start) return undefined;
  const { clock, logLevel, ...options } = start;
  const instance = await startInstance({ ...options, clock: clockOf(clock), log: openLog(logLevel), apiOnly: true });
  running.set(id, instance);
  return instance.url;
}

process.on("message", async (order: Order) => {
  const report = (told: Omit<Report, "id">): void => void process.send?.({ ...told, id: order.id });
  try {
    report({ url: await carryOut(order) });
  } catch (error) {
    report({ error: String((error as Error).stack) });
  }
});
// The worker of the tests is gone.
process.on("disconnect", () => process.exit());
