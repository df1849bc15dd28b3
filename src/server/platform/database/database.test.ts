// Tests broken connections and exhausted resources: the request fails as busy and the process
// survives.
import { writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { afterAll, expect, inject, test } from "vitest";
import { openPool } from "./database.ts";
import { toProblem } from "../http/http.ts";

const errors: Error[] = [];
const pool = openPool(inject("databaseServer"), (error) => errors.push(error), 2);
const admin = openPool(inject("databaseServer"), () => {}, 1);
afterAll(() => Promise.all([pool.end(), admin.end()]));

test("survives a connection that breaks between two statements of a transaction", async () => {
  const client = await pool.connect();
  await client.query("begin");
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  // Only the pool's listener is left on it. Without one, the error would be uncaught.
  expect(client.listenerCount("error")).toBeGreaterThan(0);
  const ended = new Promise<void>((done) => void client.once("end", () => done()));
  await admin.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
  await ended;
  expect(errors).not.toEqual([]);
  const error = await client.query("commit").catch((problem: unknown) => problem);
  expect(toProblem(error, "id")).toMatchObject({
    status: 503,
    details: { retry_after_seconds: 5 },
  });
  client.release(true);
});

test("answers 503 when the database is out of disk, memory or connections, or takes too long", async () => {
  for (const code of ["53000", "53100", "53200", "53300", "57014"]) {
    const fail = `do $$ begin raise exception 'no more' using errcode = '${code}'; end $$`;
    const error = await pool.query(fail).catch((problem: unknown) => problem);
    expect(toProblem(error, "id"), code).toMatchObject({ status: 503, code: "busy" });
  }
  const error = await pool.query("select 1 / 0").catch((problem: unknown) => problem);
  expect(toProblem(error, "id")).toMatchObject({ status: 500, code: "internal" });
});

test.skipIf(!existsSync("/dev/full"))("answers 503 when our own disk is full", async () => {
  const error = await writeFile("/dev/full", "a photo").catch((problem: unknown) => problem);
  expect(toProblem(error, "id")).toMatchObject({ status: 503, code: "busy" });
});
