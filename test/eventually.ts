// Waits for asynchronous results: jobs, events from another connection, the end of something.
import { vi } from "vitest";

/** A limit for what never happens, not an assertion of speed, so that a busy machine does not
 *  fail a test. */
const LIMIT_MS = 60_000;

/** Calls the function until it does not throw.
 *  @returns its result
 *  @throws its last error after the deadline */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: LIMIT_MS });
