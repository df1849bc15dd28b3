// Tests the locks of a data folder after a crash. test/start.test.ts starts whole programs on one.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { lockDataDir } from "./data-dir.ts";
import { startPostgres } from "./postgres.ts";
import { isRunning } from "./processes.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "caydrive-lock-"));
  chmodSync(folder, 0o755); // when we run as root, PostgreSQL runs as another user
});
afterAll(() => rmSync(folder, { recursive: true }));

test("takes over a lock that is empty after a power cut", () => {
  const file = join(folder, "caydrive.lock");
  writeFileSync(file, "");
  const release = lockDataDir(folder);
  expect(readFileSync(file, "utf8")).toMatch(new RegExp(`^${process.pid} `));
  release();
});

test("starts although another instance's PostgreSQL now has the dead server's process id", async () => {
  const start = async (name: string) => {
    const dataDir = join(folder, name);
    mkdirSync(dataDir, { recursive: true });
    const postgres = await startPostgres({
      dataDir,
      postgresBin: process.env["POSTGRES_BIN"],
      unsafe: true,
    });
    onTestFinished(() => postgres.stop());
    return postgres;
  };
  const [ours, other] = await Promise.all([start("ours"), start("ours-too")]);
  const lockFile = ({ dataDir }: typeof ours) => join(dataDir, "postmaster.pid");
  const lock = readFileSync(lockFile(ours), "utf8");
  const pid = Number.parseInt(readFileSync(lockFile(other), "utf8"), 10);
  await ours.stop();
  writeFileSync(lockFile(ours), lock.replace(/^\d+/, String(pid)));
  await start("ours");
  expect(isRunning(pid)).toBe(true);
});
