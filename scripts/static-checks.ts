// The static checks: types, lint, format, imports. Used by `npm run check` and `npm test`.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The maximum output printed of a failed check. */
const MAX_OUTPUT = 20_000;

const checks = [
  { name: "types", command: "tsc -p tsconfig.json" },
  { name: "types of domain and contract", command: "tsc -p tsconfig.domain.json" },
  { name: "lint", command: "oxlint --deny-warnings" },
  { name: "format", command: "prettier --check . --log-level warn" },
  { name: "imports", command: "node scripts/import-rules.ts" },
  { name: "unused", command: "knip" },
];

interface Outcome {
  /** Exit code; 1 if the command could not start or was ended by a signal. */
  code: number;
  output: string;
}

/** Runs a command of the project, split at spaces, and captures its output. */
async function run(command: string): Promise<Outcome> {
  const [program = "", ...args] = command.split(" ");
  const child = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: 1, output: error.message }));
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Runs every check, two at a time, and prints a line for each, with its output if it failed. */
export async function runStaticChecks(): Promise<{ passed: number; failed: number }> {
  // Generates the routes' types. Without them the type check fails and reports it.
  const typegen = await run("react-router typegen");
  if (typegen.code !== 0) console.log(typegen.output);
  const waiting = [...checks];
  let failed = 0;
  const work = async (): Promise<void> => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const startedAt = performance.now();
      const { code, output } = await run(check.command);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(`${code === 0 ? "ok    " : "FAILED"} ${check.name} (${seconds} s)`);
      if (code === 0) continue;
      failed += 1;
      console.log(output.length > MAX_OUTPUT ? `${output.slice(0, MAX_OUTPUT)}\n[...]` : output);
    }
  };
  await Promise.all([work(), work()]);
  return { passed: checks.length - failed, failed };
}
