// A separate process for further nodes of test apps. It starts and stops instances on request of
// test/node-processes.ts.
import { startInstance } from "../src/server/instance.ts";
import { openLog } from "../src/server/platform/observability/log.ts";
import { openSharedClock } from "./clock.ts";
import type { Order, NodeReport } from "./node-processes.ts";

const running = new Map<number, () => Promise<void>>();

async function carryOut(order: Order): Promise<string | undefined> {
  if ("stop" in order) {
    await running.get(order.stop)?.();
    running.delete(order.stop);
    return undefined;
  }
  const { clock: file, logLevel, ...options } = order.start;
  const clock = openSharedClock(file);
  const log = openLog(logLevel);
  const instance = await startInstance({
    ...options,
    clock,
    comesByCalendar: false,
    log,
    apiOnly: true,
  });
  running.set(order.id, () => instance.stop().finally(clock.close));
  return instance.url;
}

process.on("message", async (order: Order) => {
  const report = (message: Omit<NodeReport, "id">): void =>
    void process.send?.({ ...message, id: order.id });
  try {
    report({ url: await carryOut(order) });
  } catch (error) {
    report({ error: String((error as Error).stack) });
  }
});
// The test worker is gone.
process.on("disconnect", () => process.exit());
