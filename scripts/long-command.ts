// Shared by npm run backup and npm run restore: the command line, and progress messages.
import { parseArgs } from "node:util";
import { resolve } from "node:path";

const EVERY_MS = 5000;

/**
 * Parses the file and the switch of a command line. If they are wrong, prints the usage and exits.
 * @param option the only switch
 */
export function readArguments(
  command: string,
  option: "force" | "replace",
): { file: string; isSet: boolean } {
  try {
    const { values, positionals } = parseArgs({
      options: { [option]: { type: "boolean" } },
      allowPositionals: true,
    });
    const [file = "", ...more] = positionals;
    // npm runs its commands in the project's folder, but the path is relative to the user's folder.
    if (file !== "" && more.length === 0)
      return {
        file: resolve(process.env["INIT_CWD"] ?? ".", file),
        isSet: values[option] === true,
      };
  } catch {
    // Unknown switch.
  }
  console.error(`Usage: npm run ${command} -- FILE [--${option}]`);
  process.exit(1);
}

/** Prints progress messages at most every few seconds. */
export function progress(): (what: string) => void {
  let last = performance.now();
  return (what) => {
    if (performance.now() - last < EVERY_MS) return;
    last = performance.now();
    console.error(`  ${what}`);
  };
}

export const seconds = (since: number): string =>
  `${((performance.now() - since) / 1000).toFixed(1)} s`;
export const count = (number: number, what: string): string =>
  `${number.toLocaleString("en")} ${what}`;
