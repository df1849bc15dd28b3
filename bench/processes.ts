// What processes of this machine have taken, as Linux tells it.
import { readFileSync } from "node:fs";

/** Kernels count in units of 1024. */
const KIB_PER_MB = 1024;
/** What Linux counts time in. */
const HZ = 100;

const figureOf = (pid: number | undefined, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);

/** Megabytes that it has now, or had at most. */
export const residentMegabytes = (pid: number | undefined): number => figureOf(pid, "VmRSS") / KIB_PER_MB;
export const peakMegabytes = (pid: number | undefined): number => figureOf(pid, "VmHWM") / KIB_PER_MB;

/** Of its own, with or without that of the children that have ended; and whose child it is. */
export function processTimes(pid: string | number | undefined): { own: number; withEnded: number; parent: string } {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" "); // from the third on: state, parent, ...
  const seconds = (from: number, to: number): number =>
    fields.slice(from, to).reduce((sum, each) => sum + Number(each), 0) / HZ;
  return { own: seconds(11, 13), withEnded: seconds(11, 15), parent: fields[1] ?? "" };
}
