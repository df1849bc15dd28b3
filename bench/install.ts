// Tools that are too large for everybody's first start have a package.json of their own; they are installed when they are asked for.
import { spawnSync } from "node:child_process";

/** Installs what the folder's package-lock.json names. */
export function install(folder: string): void {
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" });
  if (status !== 0) throw new Error(`The packages of ${folder} could not be installed.`);
}
