// Public reads on a streaming replica: visitors read it while it is up to date with this process,
// and users always see their own writes.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startPostgres, type RunningPostgres } from "../src/server/platform/database/postgres.ts";
import { eventually } from "./eventually.ts";
import { makeListing, makePerson, type Person } from "./factories.ts";
import { startTestApp, type TestApp } from "./harness.ts";
import { startReplica, type TestReplica } from "./replica.ts";

const postgresBin = process.env["POSTGRES_BIN"];
let folder: string;
let primary: RunningPostgres;
let replica: TestReplica;
let app: TestApp;
let host: Person;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "caydrive-primary-"));
  chmodSync(folder, 0o755); // As root, PostgreSQL runs as another user.
  primary = await startPostgres({ dataDir: folder, postgresBin, unsafe: true });
  replica = await startReplica(primary, { postgresBin });
  app = await startTestApp({
    databaseUrl: primary.url("postgres"),
    config: { databaseReplicaUrl: replica.url("postgres"), unlimited: true },
  });
  host = await makePerson(app, { roles: ["renter", "host"] });
});
afterAll(async () => {
  await app?.close();
  await replica?.stop();
  await primary?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const untilCurrent = (): Promise<void> =>
  eventually(() => expect(app.ctx.replica?.db()).toBeDefined());
const title = async (car: string, as?: string): Promise<string> =>
  (await app.call("GET", `/api/listings/${car}`, { as })).body.title;
/** Changes the title without notifying the nodes. */
const rename = (car: string, to: string): Promise<unknown> =>
  app.ctx.db.updateTable("car_listings").set({ title: to }).where("id", "=", car).execute();
const search = async (): Promise<string[]> =>
  (await app.call("GET", "/api/listings")).body.listings.map((each) => each.id);

/** Creates a car, waits until the replica has it, and runs `work` while the replica is paused. */
async function withPausedReplica(work: (car: string) => Promise<void>): Promise<void> {
  const car = await makeListing(app, host, { title: "Before" });
  await eventually(async () => expect(await title(car)).toBe("Before"));
  await untilCurrent();
  await replica.pause();
  await work(car).finally(() => replica.resume());
}

it("shows visitors the replica's data, and signed-in users the primary's", () =>
  withPausedReplica(async (car) => {
    await rename(car, "After");
    expect(await title(car)).toBe("Before");
    expect(await title(car, host.token)).toBe("After");
  }));

it("is skipped after a listing changes, until it has the change", async () => {
  let changed = "";
  await withPausedReplica(async (car) => {
    changed = car;
    expect(await search()).toContain(car);
    const notified = vi.spyOn(app.ctx.replica!, "changed");
    const { status } = await app.call("POST", `/api/host/listings/${car}/availability`, {
      as: host.token,
      body: { is_available: false },
    });
    expect(status).toBe(200);
    // Nor would it be read after the next pulse.
    await eventually(() => expect(notified).toHaveBeenCalled());
    expect(app.ctx.replica?.db()).toBeUndefined();
    expect(await search()).not.toContain(car);
  });
  await untilCurrent();
  expect(await search()).not.toContain(changed);
});

it("is skipped while it lags, even without a change notification", () =>
  withPausedReplica(async (car) => {
    await rename(car, "Unheard of");
    await eventually(() => expect(app.ctx.replica?.db()).toBeUndefined());
    expect(await title(car)).toBe("Unheard of");
  }));

it("is replaced by the primary when it is gone", async () => {
  const car = await makeListing(app, host);
  await untilCurrent();
  await replica.stop();
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => app.call("GET", `/api/listings/${car}`)),
  );
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
});
