// Beyond its capacity a process says so at once, and serves those whom it has begun with.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { onSeveralNodes, startTestApp, type TestApp } from "../../../../test/harness.ts";
import { openDoor, READS, STANDS_AFTER_MS } from "./admission-control.ts";

const BEYOND = 30;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test.skipIf(onSeveralNodes)("what comes while too much is read waits for a moment or is refused at once", async () => {
  const holder = await app.pool.connect();
  await holder.query("begin; lock table car_listings in access exclusive mode");
  const refused: Awaited<ReturnType<TestApp["call"]>>[] = [];
  const asked = Array.from({ length: READS.atWork + READS.most + BEYOND }, async () => {
    const answer = await app.call("GET", "/api/listings");
    if (answer.status !== 200) refused.push(answer);
    return answer.status;
  });
  await eventually(() => expect(refused.length).toBeGreaterThanOrEqual(BEYOND));
  expect(refused[0]).toMatchObject({ status: 503, body: { code: "busy" } });
  expect(refused[0]?.headers.get("retry-after")).toBe("5");
  expect((await app.call("GET", "/healthz")).status).toBe(200);
  expect((await app.call("GET", "/readyz")).status).toBe(200);
  expect((await app.call("POST", "/api/support/messages", { body: {} })).body.code).toBe("invalid_request");
  // Who has gone to a page reads a page, which asks again.
  const seen = await fetch(`${app.url}/api/listings`, { headers: { accept: "text/html,*/*" } });
  expect([seen.status, seen.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(seen.headers.get("content-type")).toContain("text/html");
  expect(await seen.text()).toContain('http-equiv="refresh" content="5"');
  // Who waited for nothing is told, too.
  await eventually(() => expect(refused).toHaveLength(BEYOND + READS.most));

  // Those who wait when there is room again are served.
  const waiting = app.call("GET", "/api/instance");
  await holder.query("rollback");
  holder.release();
  expect((await waiting).status).toBe(200);
  expect((await Promise.all(asked)).filter((status) => status === 200)).toHaveLength(READS.atWork);
  expect((await app.call("GET", "/api/instance")).status).toBe(200);
});

test("a loop that turns slowly, but within its limit, refuses nobody", async () => {
  for (let turn = 0; turn < 4; turn++) {
    const until = performance.now() + 1100;
    while (performance.now() < until);
    await new Promise((done) => setTimeout(done));
  }
  expect((await app.call("GET", "/api/instance")).status).toBe(200);
});

describe("a line", () => {
  const LINE = { atWork: 1, most: 5, longestMs: 3 * STANDS_AFTER_MS, standingMs: 1000 };
  const became: Record<string, string> = {};
  const ends: (() => void)[] = [];
  let door: ReturnType<typeof openDoor>;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    door = openDoor(LINE);
    ends.length = 0;
    for (const name of Object.keys(became)) delete became[name];
  });
  afterEach(() => vi.useRealTimers());

  const come = (name: string): void => {
    const work = (): Promise<void> => {
      became[name] = "inside";
      return new Promise((done) => void ends.push(done));
    };
    became[name] = "waiting";
    void door(work).then(
      () => (became[name] = "done"),
      () => (became[name] = "refused"),
    );
  };
  /** Ends what has been at work longest. */
  const endOne = async (): Promise<void> => {
    await vi.advanceTimersByTimeAsync(0);
    ends.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  };

  test("lets in who came first, and refuses whom it has no room for", async () => {
    for (const name of ["a", "b", "c", "d", "e", "f", "g"]) come(name);
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

  test("that stands lets in the newest, and sends away who has waited", async () => {
    come("a");
    come("b");
    come("c");
    await vi.advanceTimersByTimeAsync(STANDS_AFTER_MS + 1);
    come("d");
    await vi.advanceTimersByTimeAsync(500);
    come("e");
    await endOne();
    expect(became).toEqual({ a: "done", b: "refused", c: "refused", d: "waiting", e: "inside" });
    // Who comes while it stands waits no longer than then, even if nobody leaves.
    await vi.advanceTimersByTimeAsync(500);
    expect(became["d"]).toBe("refused");
  });

  test("of which half is through in its time does not stand, however long the rest takes", async () => {
    for (const name of ["a", "b", "c", "d", "e"]) come(name);
    await vi.advanceTimersByTimeAsync(STANDS_AFTER_MS - 1);
    for (let times = 0; times < 2; times++) await endOne();
    await vi.advanceTimersByTimeAsync(STANDS_AFTER_MS - 1);
    come("f");
    await endOne();
    expect(became).toEqual({ a: "done", b: "done", c: "done", d: "inside", e: "waiting", f: "waiting" });
  });

  test("that has come to its end is a new one when somebody waits again", async () => {
    come("a");
    come("b");
    await vi.advanceTimersByTimeAsync(STANDS_AFTER_MS - 1);
    await endOne();
    come("c");
    come("d");
    await vi.advanceTimersByTimeAsync(STANDS_AFTER_MS - 1);
    await endOne();
    expect(became).toEqual({ a: "done", b: "done", c: "inside", d: "waiting" });
  });
});
