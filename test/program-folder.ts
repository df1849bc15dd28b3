// Where programs that a file of tests starts keep their data.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { endLeftovers } from "./process.ts";

/** Makes it. After the file's tests what still runs is ended, and the folder is removed. @returns its path */
export function programFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `caydrive-${name}-`));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs as another user
  afterAll(async () => {
    await endLeftovers();
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
