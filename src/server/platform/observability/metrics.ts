// The Prometheus metrics of one process: counters, which add up over processes, and gauges, which
// are read at each scrape. Labels are our own patterns and names, so there are few, and none
// identifies a person.
import type * as Prometheus from "prom-client";
import type { Config } from "../../config.ts";

/** The values of a gauge, each with its label values; a single number when it has no labels. */
export type Readings = number | readonly { labels: Record<string, string>; value: number }[];

/** A finished request. */
export interface Answered {
  method: string;
  route: string;
  /** 499: the client did not wait for the response. */
  status: number;
  ms: number;
}

export interface Metrics {
  answered(request: Answered): void;
  jobStarted(queue: string): void;
  jobEnded(queue: string, outcome: "done" | "failed", seconds: number): void;
  /** A public page was requested, and was cached or not. */
  pageAsked(isCached: boolean): void;
  /** A booking made a step of the transition table. */
  stepTaken(step: string): void;
  /** A request to the payment webhook had a missing, wrong or outdated signature. */
  webhookRefused(reason: string): void;
  /** Registers a gauge that is read at each scrape. */
  watch(name: string, help: string, labels: readonly string[], read: () => Readings): void;
  /** Registers work to do before each scrape. */
  prepare(work: () => Promise<void>): void;
  /** All metrics in the text format, and its content type. */
  write(): Promise<{ text: string; contentType: string }>;
}

const nothing = (): void => {};

/** Used when metrics are off: nothing is counted. */
export const NO_METRICS: Metrics = {
  answered: nothing,
  jobStarted: nothing,
  jobEnded: nothing,
  pageAsked: nothing,
  stepTaken: nothing,
  webhookRefused: nothing,
  watch: nothing,
  prepare: nothing,
  write: () => Promise.resolve({ text: "", contentType: "text/plain" }),
};

/** Cached pages take a millisecond, calls to the card provider seconds. */
const REQUEST_SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];
const JOB_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300];

const isMeasured = ({ metrics }: Pick<Config, "metrics">): boolean =>
  metrics.token !== undefined || metrics.port !== undefined;

/** The metrics of requests, jobs, pages, bookings and webhooks. */
function openCounters(
  { Counter, Gauge, Histogram }: typeof Prometheus,
  registers: Prometheus.Registry[],
) {
  return {
    requests: new Histogram({
      name: "caydrive_http_request_seconds",
      help: "Requests by route pattern, method and class of status; 4xx has those that nobody waited for.",
      labelNames: ["method", "route", "status"],
      buckets: REQUEST_SECONDS,
      registers,
    }),
    limited: new Counter({
      name: "caydrive_http_rate_limited_total",
      help: "Requests that were refused with 429.",
      labelNames: ["route"],
      registers,
    }),
    jobs: new Histogram({
      name: "caydrive_job_seconds",
      help: "Tries of background jobs by queue and outcome.",
      labelNames: ["queue", "outcome"],
      buckets: JOB_SECONDS,
      registers,
    }),
    running: new Gauge({
      name: "caydrive_jobs_running",
      help: "Background jobs that this process is at.",
      labelNames: ["queue"],
      registers,
    }),
    pages: new Counter({
      name: "caydrive_page_cache_total",
      help: "Public pages that were asked for, by whether they were kept.",
      labelNames: ["result"],
      registers,
    }),
    steps: new Counter({
      name: "caydrive_booking_steps_total",
      help: "Steps of bookings and their payments, as docs/product.md names them.",
      labelNames: ["step"],
      registers,
    }),
    webhooks: new Counter({
      name: "caydrive_webhooks_refused_total",
      help: "Events for the payment webhook whose signature is missing, wrong or too old.",
      labelNames: ["reason"],
      registers,
    }),
  };
}

export async function openMetrics(config: Pick<Config, "metrics">): Promise<Metrics> {
  if (!isMeasured(config)) return NO_METRICS;
  const prom = await import("prom-client");
  const registry = new prom.Registry();
  const registers = [registry];
  prom.collectDefaultMetrics({ register: registry });
  const { requests, limited, jobs, running, pages, steps, webhooks } = openCounters(
    prom,
    registers,
  );
  const before: (() => Promise<void>)[] = [];
  return {
    answered({ method, route, status, ms }) {
      requests.observe({ method, route, status: `${String(status)[0]}xx` }, ms / 1000);
      if (status === 429) limited.inc({ route });
    },
    jobStarted: (queue) => running.inc({ queue }),
    jobEnded(queue, outcome, seconds) {
      running.dec({ queue });
      jobs.observe({ queue, outcome }, seconds);
    },
    pageAsked: (isCached) => pages.inc({ result: isCached ? "hit" : "miss" }),
    stepTaken: (step) => steps.inc({ step }),
    webhookRefused: (reason) => webhooks.inc({ reason }),
    watch(name, help, labelNames, read) {
      const gauge = new prom.Gauge({
        name: `caydrive_${name}`,
        help,
        labelNames: [...labelNames],
        registers: [],
        collect() {
          this.reset();
          if (labelNames.length === 0) this.remove(); // otherwise it would be 0
          const readings = read();
          if (typeof readings === "number") this.set(readings);
          else for (const { labels, value } of readings) this.set(labels, value);
        },
      });
      registry.registerMetric(gauge);
    },
    prepare: (work) => void before.push(work),
    async write() {
      await Promise.all(before.map((work) => work()));
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
  };
}
