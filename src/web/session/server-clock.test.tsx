// A phone whose clock is wrong learns the server's time.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../api/api.ts";
import { learnServerTime, stampEntry } from "./server-clock.ts";

const NOW = Date.parse("2026-06-01T12:00:00.000Z");
const HOUR_MS = 3_600_000;

/** A response whose server is ahead of this device, and that takes a while. */
async function ask(aheadMs: number, tookMs = 0): Promise<void> {
  vi.stubGlobal("fetch", async () => {
    const date = new Date(Date.now() + aheadMs).toUTCString();
    vi.setSystemTime(Date.now() + tookMs);
    return Response.json({}, { headers: { date } });
  });
  await api("GET /api/account/departure", {});
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  learnServerTime();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

test("an entry has the server's time, and the device's own if that differs", async () => {
  await ask(HOUR_MS);
  expect(stampEntry()).toEqual({
    at: "2026-06-01T13:00:00.000Z",
    deviceAt: "2026-06-01T12:00:00.000Z",
  });
  // The header has whole seconds, and a network takes time.
  await ask(-4000);
  expect(stampEntry()).toEqual({ at: "2026-06-01T12:00:00.000Z" });
});

test("a response that took long says nothing about the time", async () => {
  await ask(0);
  await ask(HOUR_MS, 6000);
  expect(stampEntry()).toEqual({ at: "2026-06-01T12:00:06.000Z" });
});
