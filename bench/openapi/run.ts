// `npm run lint:openapi`: checks the API description with the recommended rules of redocly and
// spectral; any finding fails. Both are large, so they are installed beside this file and only on
// demand.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { describeApi } from "../../src/contract/openapi.ts";
import { install } from "../install.ts";

const folder = import.meta.dirname;
const LINTERS = {
  redocly: ["lint", "openapi.json", "--extends=recommended-strict", "--format=stylish"],
  spectral: ["lint", "openapi.json", "--ruleset=spectral.yaml", "--fail-severity=hint"],
};
/** Turns off usage reports and update checks. */
const QUIET = {
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  SCARF_ANALYTICS: "false",
};

install(folder);
writeFileSync(
  `${folder}/openapi.json`,
  JSON.stringify(describeApi("1.0.0", "https://caydrive.test")),
);
for (const [linter, args] of Object.entries(LINTERS)) {
  console.log(`\n${linter}`);
  const { status } = spawnSync(`${folder}/node_modules/.bin/${linter}`, args, {
    cwd: folder,
    stdio: "inherit",
    env: { ...process.env, ...QUIET },
  });
  if (status !== 0) process.exitCode = 1;
}
