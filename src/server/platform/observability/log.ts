// The log: JSON lines on standard output. Each carries the id of its request or job, and none
// contains personal data or secrets (redact.ts).
import { AsyncLocalStorage } from "node:async_hooks";
import { pino, type DestinationStream, type Logger } from "pino";
import { redact } from "./redact.ts";

/** What a log line belongs to. Each field appears in the line. */
export interface Trace {
  request_id?: string | undefined;
  /** The queue of a background job, and the job's id. */
  job?: string;
  job_id?: string;
}

const traces = new AsyncLocalStorage<Trace>();

/** Runs `work` so that its log lines, and the jobs it sends, carry `trace`. */
export const traced = <T>(trace: Trace, work: () => T): T => traces.run(trace, work);

/** Runs `work` without a trace, for work that outlives the request or job that started it. */
export const untraced = <T>(work: () => T): T => traces.exit(work);

export const currentTrace = (): Trace => traces.getStore() ?? {};

/**
 * @param level the lowest level that is written
 * @param to the destination, by default standard output
 */
export function openLog(
  level: string,
  to: DestinationStream = pino.destination({ fd: 1, sync: true }),
): Logger {
  return pino(
    {
      level,
      serializers: { err: (described: unknown) => described }, // redact() has described it
      mixin: () => ({ ...traces.getStore() }),
      hooks: {
        logMethod([first, second], method) {
          const line: unknown =
            typeof first === "string"
              ? {}
              : (first as unknown) instanceof Error
                ? { err: first }
                : first;
          // Without a message, pino would log the error's own, unredacted.
          const message =
            typeof first === "string" ? first : typeof second === "string" ? second : "";
          method.call(this, redact(line) as object, redact(message) as string);
        },
      },
    },
    to,
  );
}
