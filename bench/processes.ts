// Resource usage of processes on this machine, as Linux reports it.
import { readFileSync } from "node:fs";

/** Kernels count in units of 1024. */
const KIB_PER_MB = 1024;
/** Clock ticks per second in /proc. */
const HZ = 100;

const readFigure = (pid: number | undefined, name: string): number =>
  Number(
    new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(
      readFileSync(`/proc/${pid}/status`, "utf8"),
    )?.[1],
  );

/** Resident megabytes: current and peak. */
export const residentMegabytes = (pid: number | undefined): number =>
  readFigure(pid, "VmRSS") / KIB_PER_MB;
export const peakMegabytes = (pid: number | undefined): number =>
  readFigure(pid, "VmHWM") / KIB_PER_MB;

/** CPU seconds of the process, without and with its ended children, and its parent's id. */
export function processTimes(pid: string | number | undefined): {
  own: number;
  withEnded: number;
  parent: string;
} {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  // From the third field on: state, parent, ...
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const seconds = (from: number, to: number): number =>
    fields.slice(from, to).reduce((sum, each) => sum + Number(each), 0) / HZ;
  return { own: seconds(11, 13), withEnded: seconds(11, 15), parent: fields[1] ?? "" };
}
