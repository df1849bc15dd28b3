// Captures what an instance logs, for tests to read.
import { openLog } from "../src/server/platform/observability/log.ts";

export interface LogLine {
  level: number;
  msg: string;
  [field: string]: unknown;
}

/** A log of everything from debug on; `text` is the raw output. */
export function captureLog() {
  let written = "";
  return {
    log: openLog("debug", { write: (line) => void (written += line) }),
    text: () => written,
    lines: (where: Partial<LogLine> = {}): LogLine[] =>
      written
        .trimEnd()
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as LogLine)
        .filter((line) => Object.entries(where).every(([field, value]) => line[field] === value)),
  };
}
