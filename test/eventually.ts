// Waits for what comes by itself: a job's work, news from another connection, an end.
import { vi } from "vitest";

/** A limit for what never comes, no assertion of speed: a busy machine is no failure. */
const LIMIT_MS = 60_000;

/**
 * Calls the function until it does not throw.
 * @returns what it gave then
 * @throws what it threw last, once the time is over
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: LIMIT_MS });
