// A separate process for additional nodes of test apps. test/node-processes.ts tells it which
// instances to start and stop.
import { startInstance } from "../src/server/instance.ts";
import { openLog } from "../src/server/platform/observability/log.ts";
import { openSharedClock } from "./clock.ts";
import type { Command, NodeReport } from "./node-processes.ts";

const running = new Map<number, () => Promise<void>>();

async function carryOut(command: Command): Promise<string | undefined> {
  if ("stop" in command) {
    await running.get(command.stop)?.();
    running.delete(command.stop);
    return undefined;
  }
  const { clock: file, logLevel, ...options } = command.start;
  const clock = openSharedClock(file);
  const log = openLog(logLevel);
  const instance = await startInstance({
    ...options,
    clock,
    schedulesCronJobs: false,
    log,
    apiOnly: true,
  });
  running.set(command.id, () => instance.stop().finally(clock.close));
  return instance.url;
}

process.on("message", async (command: Command) => {
  const report = (message: Omit<NodeReport, "id">): void =>
    void process.send?.({ ...message, id: command.id });
  try {
    report({ url: await carryOut(command) });
  } catch (error) {
    report({ error: String((error as Error).stack) });
  }
});
// The test worker is gone.
process.on("disconnect", () => process.exit());
