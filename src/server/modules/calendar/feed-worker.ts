// The thread that reads one calendar. What it is given may be made to last for ever, or to fill the memory; then the thread is ended.
import { parentPort, workerData } from "node:worker_threads";
import type { DateRange } from "../../../domain/calendar/dates.ts";
import { isDomainError } from "../../../domain/errors.ts";
import { readEvents } from "./ical-events.ts";

/** Days, or the code and details of a DomainError. */
export type Reading = { days: DateRange[] } | { code: string; details: object };
/** What the thread sends: "loaded" once its modules are, and then what it has read. */
export type Report = "loaded" | Reading;

function read({ text, window }: { text: string; window: DateRange }): Reading {
  try {
    return { days: readEvents(text, window) };
  } catch (error) {
    if (isDomainError(error)) return { code: error.code, details: error.details };
    throw error;
  }
}

/* oxlint-disable unicorn/require-post-message-target-origin -- to a thread, not to a window */
parentPort?.postMessage("loaded" satisfies Report);
parentPort?.postMessage(read(workerData as Parameters<typeof read>[0]) satisfies Report);
