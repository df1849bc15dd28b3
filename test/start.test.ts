// Starting and stopping: what is refused is refused with one clear sentence and exit 1, and nothing is left behind.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { endLeftovers, processesNaming, startProgram, startRefused } from "./process.ts";
import { run, withDatabase } from "./postgres.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "caydrive-start-"));
  chmodSync(folder, 0o755);
});
afterAll(async () => {
  await endLeftovers();
  rmSync(folder, { recursive: true, force: true });
});

const own = (name: string): Record<string, string> => ({ DATA_DIR: join(folder, name), PORT: "0", DEMO: "0" });

test.each([
  ["a port that is none", { PORT: "99999" }, ["PORT must be a number from 0 to 65535."]],
  ["two wrong settings at once", { PORT: "x", DEMO: "yes" }, ["PORT must be a number", "DEMO must be 0 or 1."]],
  [
    "a database of another kind",
    { DATABASE_URL: "mysql://x/y" },
    ["DATABASE_URL must be a URL that begins with postgres://"],
  ],
  [
    "the world let in without a card provider and mail",
    { HOST: "0.0.0.0" },
    ["ALLOW_SANDBOX=1", "SMTP_URL is missing"],
  ],
  [
    "a public address without them",
    { PUBLIC_URL: "https://caydrive.example" },
    ["ALLOW_SANDBOX=1", "SMTP_URL is missing"],
  ],
])("%s is refused", async (_name, env, sentences) => {
  const { code, output } = await startRefused({ ...own("refused"), ...env });
  expect(code).toBe(1);
  for (const sentence of sentences) expect(output).toContain(sentence);
  expect(output).not.toMatch(/\n\s+at /); // a sentence, not a stack
  expect(await processesNaming(join(folder, "refused"))).toEqual([]);
});

test(
  "a port in use and a DATA_DIR in use are refused; SIGTERM ends with 0 and leaves no process",
  { timeout: 60_000 },
  async () => {
    const first = await startProgram(own("shared"));
    const again = await startRefused(own("shared"));
    expect(again).toMatchObject({ code: 1 });
    expect(again.output).toContain("DATA_DIR is in use by another instance");

    const holder = createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const { port } = holder.address() as { port: number };
    const inUse = await startRefused({ ...own("other"), PORT: String(port) });
    expect(inUse).toMatchObject({ code: 1 });
    expect(inUse.output).toContain(`Port ${port} is in use`);
    expect(await processesNaming(join(folder, "other"))).toEqual([]);
    holder.close();

    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    expect(await first.end("SIGTERM")).toBe(0);
    expect(await processesNaming(join(folder, "shared"))).toEqual([]);
  },
);

test(
  "after kill -9 the next start takes the data over, though PostgreSQL outlived it",
  { timeout: 60_000 },
  async () => {
    const first = await startProgram(own("killed"));
    await first.end("SIGKILL");
    const second = await startProgram(own("killed"));
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
    expect(await second.end("SIGINT")).toBe(0);
    expect(await processesNaming(join(folder, "killed"))).toEqual([]);
  },
);

test("data of a newer version are refused", async () => {
  const database = `caydrive_${randomUUID().replaceAll("-", "")}`;
  const url = withDatabase(inject("databaseServer"), database);
  await run(inject("databaseServer"), `create database ${database} template ${inject("template")}`);
  await run(url, "insert into schema_migrations (name, checksum) values ('9999_from_the_future.sql', 'x')");
  const { code, output } = await startRefused({ ...own("newer"), DATABASE_URL: url });
  expect(code).toBe(1);
  expect(output).toContain("newer version");
  await run(inject("databaseServer"), `drop database ${database} with (force)`);
});
