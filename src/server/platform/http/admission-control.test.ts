// Tests that an overloaded process refuses further requests quickly and serves the admitted ones.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { onSeveralNodes, startTestApp, type TestApp } from "../../../../test/harness.ts";
import { openAdmissionQueue, READS, OVERLOADED_AFTER_MS } from "./admission-control.ts";

const BEYOND = 30;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test.skipIf(onSeveralNodes)(
  "queues reads beyond the limit for a moment and refuses the rest immediately",
  async () => {
    const holder = await app.pool.connect();
    await holder.query("begin; lock table car_listings in access exclusive mode");
    const refused: Awaited<ReturnType<TestApp["call"]>>[] = [];
    const requests = Array.from(
      { length: READS.maxInFlight + READS.maxQueued + BEYOND },
      async () => {
        const response = await app.call("GET", "/api/listings");
        if (response.status !== 200) refused.push(response);
        return response.status;
      },
    );
    await eventually(() => expect(refused.length).toBeGreaterThanOrEqual(BEYOND));
    expect(refused[0]).toMatchObject({ status: 503, body: { code: "busy" } });
    expect(refused[0]?.headers.get("retry-after")).toBe("5");
    expect((await app.call("GET", "/healthz")).status).toBe(200);
    expect((await app.call("GET", "/readyz")).status).toBe(200);
    expect((await app.call("POST", "/api/support/messages", { body: {} })).body.code).toBe(
      "invalid_request",
    );
    // A browser gets a page that reloads itself.
    const seen = await fetch(`${app.url}/api/listings`, { headers: { accept: "text/html,*/*" } });
    expect([seen.status, seen.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(seen.headers.get("content-type")).toContain("text/html");
    expect(await seen.text()).toContain('http-equiv="refresh" content="5"');
    // Queued requests are refused after their longest wait.
    await eventually(() => expect(refused).toHaveLength(BEYOND + READS.maxQueued));

    // A request that is queued when capacity returns is served.
    const waiting = app.call("GET", "/api/instance");
    await holder.query("rollback");
    holder.release();
    expect((await waiting).status).toBe(200);
    expect((await Promise.all(requests)).filter((status) => status === 200)).toHaveLength(
      READS.maxInFlight,
    );
    expect((await app.call("GET", "/api/instance")).status).toBe(200);
  },
);

test("refuses nobody while the event loop is slow but within its limit", async () => {
  for (let round = 0; round < 4; round++) {
    const until = performance.now() + 1100;
    while (performance.now() < until);
    await new Promise((done) => setTimeout(done));
  }
  expect((await app.call("GET", "/api/instance")).status).toBe(200);
});

describe("a queue", () => {
  const LIMITS = {
    maxInFlight: 1,
    maxQueued: 5,
    longestMs: 3 * OVERLOADED_AFTER_MS,
    overloadedMs: 1000,
  };
  const became: Record<string, string> = {};
  const ends: (() => void)[] = [];
  let admit: ReturnType<typeof openAdmissionQueue>;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    admit = openAdmissionQueue(LIMITS);
    ends.length = 0;
    for (const name of Object.keys(became)) delete became[name];
  });
  afterEach(() => vi.useRealTimers());

  const arrive = (name: string): void => {
    const work = (): Promise<void> => {
      became[name] = "inside";
      return new Promise((done) => void ends.push(done));
    };
    became[name] = "waiting";
    void admit(work).then(
      () => (became[name] = "done"),
      () => (became[name] = "refused"),
    );
  };
  /** Ends the work that has run longest. */
  const endOne = async (): Promise<void> => {
    await vi.advanceTimersByTimeAsync(0);
    ends.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  };

  test("admits in order of arrival and refuses requests beyond its length", async () => {
    for (const name of ["a", "b", "c", "d", "e", "f", "g"]) arrive(name);
    await endOne();
    expect(became).toEqual({
      a: "done",
      b: "inside",
      c: "waiting",
      d: "waiting",
      e: "waiting",
      f: "waiting",
      g: "refused",
    });
  });

  test("admits the newest and refuses the oldest while it is overloaded", async () => {
    arrive("a");
    arrive("b");
    arrive("c");
    await vi.advanceTimersByTimeAsync(OVERLOADED_AFTER_MS + 1);
    arrive("d");
    await vi.advanceTimersByTimeAsync(500);
    arrive("e");
    await endOne();
    expect(became).toEqual({ a: "done", b: "refused", c: "refused", d: "waiting", e: "inside" });
    // A request that arrives during overload has a short wait, even if no work ends.
    await vi.advanceTimersByTimeAsync(500);
    expect(became["d"]).toBe("refused");
  });

  test("is not overloaded once half of it has been served in time, however long the rest takes", async () => {
    for (const name of ["a", "b", "c", "d", "e"]) arrive(name);
    await vi.advanceTimersByTimeAsync(OVERLOADED_AFTER_MS - 1);
    for (let times = 0; times < 2; times++) await endOne();
    await vi.advanceTimersByTimeAsync(OVERLOADED_AFTER_MS - 1);
    arrive("f");
    await endOne();
    expect(became).toEqual({
      a: "done",
      b: "done",
      c: "done",
      d: "inside",
      e: "waiting",
      f: "waiting",
    });
  });

  test("starts afresh once it has been empty", async () => {
    arrive("a");
    arrive("b");
    await vi.advanceTimersByTimeAsync(OVERLOADED_AFTER_MS - 1);
    await endOne();
    arrive("c");
    arrive("d");
    await vi.advanceTimersByTimeAsync(OVERLOADED_AFTER_MS - 1);
    await endOne();
    expect(became).toEqual({ a: "done", b: "done", c: "inside", d: "waiting" });
  });
});
