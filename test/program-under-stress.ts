// The program with a wrong clock and a full disk, controlled by its parent process; no product
// setting does this. Both faults also affect the libraries that read the time or write to DATA_DIR.
import { promises as files } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { run } from "../src/server/main.ts";

export interface Stress {
  /** How far the clock is ahead of the machine's; negative if it is behind. */
  aheadMs: number;
  /** Used if no real disk could be filled. */
  diskIsFull: boolean;
}

let stress = JSON.parse(process.env["STRESS"] ?? "{}") as Stress;
process.on("message", (change: Stress) => {
  stress = change;
  process.send?.("done");
});
// The parent is gone, so nothing else would end this process.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));

const machineNow = Date.now;
const now = (): number => machineNow() + stress.aheadMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, given, self) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, self) as object,
  get: (target, name) => (name === "now" ? now : (Reflect.get(target, name) as unknown)),
});

const isWithin = (path: unknown): boolean =>
  String(path).startsWith(process.env["DATA_DIR"] ?? "/");
const full = (): Error =>
  Object.assign(new Error("ENOSPC: no space left on device, write"), {
    code: "ENOSPC",
    syscall: "write",
  });
const { open, writeFile, mkdir } = files;
Object.assign(files, {
  open: (...given: Parameters<typeof open>) =>
    stress.diskIsFull && /[wa+]/.test(String(given[1] ?? "r")) && isWithin(given[0])
      ? Promise.reject(full())
      : open(...given),
  writeFile: (...given: Parameters<typeof writeFile>) =>
    stress.diskIsFull && isWithin(given[0]) ? Promise.reject(full()) : writeFile(...given),
  mkdir: (...given: Parameters<typeof mkdir>) =>
    stress.diskIsFull && isWithin(given[0]) ? Promise.reject(full()) : mkdir(...given),
});
syncBuiltinESMExports();

run();
