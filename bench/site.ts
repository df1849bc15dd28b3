// The product under load: one process, or several behind a proxy, with their figures.
import { startProxy } from "../test/proxy.ts";
import type { Stage } from "./stage.ts";

interface Node {
  url: string;
  /** The process's figures since the last call. */
  look(): Promise<{ megabytes: number; lagMs: number; cpuSeconds: number }>;
}

export interface Site {
  url: string;
  nodes: readonly Node[];
  close(): Promise<void>;
}

/** Starts a number of processes, behind a proxy if there are several. */
export async function openSite(stage: Stage, databaseUrl: string, count: number): Promise<Site> {
  const proxy = count > 1 ? await startProxy() : undefined;
  const shared = {
    ...(proxy && { PUBLIC_URL: proxy.url, TRUST_PROXY: "1" }),
    // The machine handles the same concurrency, whether one process or three share it.
    ...(count > 1 && { DATABASE_CONNECTIONS: "5" }),
    PAYMENT_WEBHOOK_SECRET: "one-secret-for-all-nodes",
  };
  const started = await Promise.all(
    Array.from({ length: count }, async () => {
      const [port, metricsPort] = [await stage.freePort(), await stage.freePort()];
      const program = await stage.program(databaseUrl, {
        ...shared,
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
      });
      const look = async () => {
        const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
        const figure = (name: string): number =>
          Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
        return {
          megabytes: figure("process_resident_memory_bytes") / 2 ** 20,
          lagMs: figure("nodejs_eventloop_lag_p99_seconds") * 1000,
          cpuSeconds: figure("process_cpu_seconds_total"),
        };
      };
      return { program, node: { url: `http://127.0.0.1:${port}`, look } };
    }),
  );
  const nodes = started.map(({ node }) => node);
  for (const { url } of nodes) proxy?.add(url);
  return {
    url: proxy?.url ?? nodes[0]!.url,
    nodes,
    async close() {
      await Promise.all(started.map(({ program }) => program.end("SIGTERM")));
      await proxy?.close();
    },
  };
}
