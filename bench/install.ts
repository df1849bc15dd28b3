// Installs tools on demand that are too large for every checkout. They have a package.json of their
// own.
import { spawnSync } from "node:child_process";

/**
 * Installs the packages of the folder's package-lock.json. Install scripts are off: none is needed,
 * and one of them would report the installation to its vendor.
 */
export function install(folder: string): void {
  const { status } = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error(`The packages of ${folder} could not be installed.`);
}
