// `npm run mutation`: mutates the rules of src/domain and fails if the tests notice fewer than
// 98 % of the mutants. `npm run mutation -- money dates` mutates only these files. Stryker is
// large, so it is installed beside this file and only on demand.
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { install } from "../install.ts";

const root = join(import.meta.dirname, "../..");

const files = process.argv.slice(2).flatMap((name) => {
  const found = globSync(`src/domain/**/${name}.ts`, { cwd: root });
  if (found.length === 0) {
    console.error(`There is no ${name}.ts in src/domain.`);
    process.exit(1);
  }
  return found;
});

install(import.meta.dirname);
const { status } = spawnSync(
  process.execPath,
  [
    "bench/mutation/node_modules/@stryker-mutator/core/bin/stryker.js",
    "run",
    "bench/mutation/stryker.config.mjs",
    ...(files.length > 0 ? ["--mutate", files.join(",")] : []),
  ],
  { cwd: root, stdio: "inherit" },
);
process.exitCode = status ?? 1;
