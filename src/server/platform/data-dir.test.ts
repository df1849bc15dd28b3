// The lock of a folder after a crash; test/start.test.ts starts whole programs on one.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lockDataDir } from "./data-dir.ts";

test("a lock that is empty after a power cut is taken over", () => {
  const folder = mkdtempSync(join(tmpdir(), "caydrive-lock-"));
  const file = join(folder, "caydrive.lock");
  try {
    writeFileSync(file, "");
    const release = lockDataDir(folder);
    expect(readFileSync(file, "utf8")).toMatch(new RegExp(`^${process.pid} `));
    release();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
