// What npm run backup and npm run restore have in common: the name of a file, and a word now and then on how far they are.
import { parseArgs } from "node:util";
import { resolve } from "node:path";

const EVERY_MS = 5000;

/** The file and the switch of a command line; ends the command with how to use it where they are wrong. @param option the only switch that there is */
export function readArguments(command: string, option: "force" | "replace"): { file: string; isSet: boolean } {
  try {
    const { values, positionals } = parseArgs({ options: { [option]: { type: "boolean" } }, allowPositionals: true });
    const [file = "", ...more] = positionals;
    // npm runs its commands in the project's folder; the file's name is meant where the person is.
    if (file !== "" && more.length === 0)
      return { file: resolve(process.env["INIT_CWD"] ?? ".", file), isSet: values[option] === true };
  } catch {
    // An unknown switch.
  }
  console.error(`Usage: npm run ${command} -- FILE [--${option}]`);
  process.exit(1);
}

/** Prints what it is told, every few seconds. */
export function progress(): (what: string) => void {
  let last = performance.now();
  return (what) => {
    if (performance.now() - last < EVERY_MS) return;
    last = performance.now();
    console.error(`  ${what}`);
  };
}

export const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;
export const count = (number: number, what: string): string => `${number.toLocaleString("en")} ${what}`;
