// The data folder of programs that a test file starts.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { endLeftovers } from "./process.ts";

/** Creates the folder. After the file's tests it stops what still runs and removes the folder.
 *  @returns its path */
export function programFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `caydrive-${name}-`));
  chmodSync(folder, 0o755); // As root, PostgreSQL runs as another user.
  afterAll(async () => {
    await endLeftovers();
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
