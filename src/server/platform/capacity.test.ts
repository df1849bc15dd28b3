// Beyond its capacity a process says so at once, and serves those whom it has begun with.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { onSeveralNodes, startTestApp, type TestApp } from "../../../test/harness.ts";
import { READS } from "./capacity.ts";

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
  await vi.waitFor(() => expect(refused.length).toBeGreaterThanOrEqual(BEYOND), 15_000);
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
  await vi.waitFor(() => expect(refused).toHaveLength(BEYOND + READS.most), 15_000);

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
