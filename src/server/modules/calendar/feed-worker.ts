// The thread that parses one calendar. A hostile text may run forever or exhaust memory; the thread
// is then terminated.
import { parentPort, workerData } from "node:worker_threads";
import type { DateRange } from "../../../domain/calendar/dates.ts";
import { isDomainError } from "../../../domain/errors.ts";
import { readEvents } from "./ical-events.ts";

/** Days, or the code and details of a DomainError. */
export type Reading = { days: DateRange[] } | { code: string; details: object };
/** The thread's messages: "loaded" once its modules are loaded, then the result. */
export type WorkerMessage = "loaded" | Reading;

function read({ text, window }: { text: string; window: DateRange }): Reading {
  try {
    return { days: readEvents(text, window) };
  } catch (error) {
    if (isDomainError(error)) return { code: error.code, details: error.details };
    throw error;
  }
}

/* oxlint-disable unicorn/require-post-message-target-origin -- to a thread, not to a window */
parentPort?.postMessage("loaded" satisfies WorkerMessage);
parentPort?.postMessage(read(workerData as Parameters<typeof read>[0]) satisfies WorkerMessage);
