// The log: JSON lines on standard output, each with the id of the request or job that it belongs to, and none with personal data or
// secrets (redact.ts).
import { AsyncLocalStorage } from "node:async_hooks";
import { pino, type DestinationStream, type Logger } from "pino";
import { redact } from "./redact.ts";

/** What a line belongs to; each field stands in the line. */
export interface Trace {
  request_id?: string | undefined;
  /** The queue of a background job, and its id. */
  job?: string;
  job_id?: string;
}

const traces = new AsyncLocalStorage<Trace>();

/** Whatever is logged within `work`, and the jobs that are sent in it, carry `trace`. */
export const traced = <T>(trace: Trace, work: () => T): T => traces.run(trace, work);

/** For what outlives the request or job that happened to begin it. */
export const untraced = <T>(work: () => T): T => traces.exit(work);

export const currentTrace = (): Trace => traces.getStore() ?? {};

/** @param level the least that is written @param to standard output where nothing else is given */
export function openLog(level: string, to: DestinationStream = pino.destination({ fd: 1, sync: true })): Logger {
  return pino(
    {
      level,
      serializers: { err: (described: unknown) => described }, // by redact()
      mixin: () => ({ ...traces.getStore() }),
      hooks: {
        logMethod([first, second], method) {
          const line: unknown =
            typeof first === "string" ? {} : (first as unknown) instanceof Error ? { err: first } : first;
          // Without a message pino takes that of the error, as it is.
          const message = typeof first === "string" ? first : typeof second === "string" ? second : "";
          method.call(this, redact(line) as object, redact(message) as string);
        },
      },
    },
    to,
  );
}
