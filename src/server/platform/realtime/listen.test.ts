// Tests that notifications arrive, also after the connection was cut, and that stopping never
// fails.
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { pino } from "pino";
import { openPool } from "../database/database.ts";
import { listenTo } from "./listen.ts";

const log = pino({ level: "silent" });
const pool = openPool(inject("databaseServer"), () => {});
let admin: ReturnType<typeof openPool>;
beforeAll(() => {
  admin = openPool(inject("databaseServer"), () => {}, 2);
});
afterAll(async () => {
  await pool.end();
  await admin.end();
});

const cut = (channel: string) =>
  admin.query("select pg_terminate_backend(pid) from pg_stat_activity where query = $1", [
    `listen ${channel}`,
  ]);

test("receives notifications, also after its connection was cut", async () => {
  const payloads: (string | undefined)[] = [];
  const stop = await listenTo(pool, "test_cut", (payload) => payloads.push(payload), log);
  await admin.query("notify test_cut, 'one'");
  await expect.poll(() => payloads).toEqual(["one"]);
  await cut("test_cut");
  await expect.poll(() => payloads).toEqual(["one", undefined]); // some may have been lost
  await admin.query("notify test_cut, 'two'");
  await expect.poll(() => payloads).toEqual(["one", undefined, "two"]);
  await stop();
});

test("stops cleanly when its connection is cut at the same time", async () => {
  for (let round = 0; round < 10; round++) {
    const stop = await listenTo(pool, "test_stop", () => {}, log);
    await expect(Promise.all([stop(), cut("test_stop")])).resolves.toBeDefined();
  }
});
