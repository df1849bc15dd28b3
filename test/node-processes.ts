// Runs the additional nodes of test apps in their own processes. Each test worker has one process
// for each place behind the proxy.
import { fork, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import type { InstanceOptions } from "../src/server/instance.ts";

/** Must be structured-cloneable, so no functions. */
export type NodeStart = Pick<InstanceOptions, "config" | "databaseUrl" | "requestMs"> & {
  clock: string;
  logLevel: string;
};

/** A command to a process. An instance is stopped by the id of the command that started it. */
export type Command = { id: number } & ({ start: NodeStart } | { stop: number });

export interface NodeReport {
  id: number;
  url?: string | undefined;
  error?: string;
}

const processes = new Map<number, ChildProcess>();
let commands = 0;

function processAt(place: number): ChildProcess {
  const known = processes.get(place);
  if (known) return known;
  const child = fork(join(import.meta.dirname, "node-process.ts"), {
    serialization: "advanced",
    execArgv: [],
  });
  child.setMaxListeners(0);
  child.once("exit", () => processes.delete(place));
  processes.set(place, child);
  return child;
}

async function send(
  place: number,
  command: { start: NodeStart } | { stop: number },
): Promise<{ id: number; url: string }> {
  const child = processAt(place);
  const id = ++commands;
  const { url = "", error } = await new Promise<NodeReport>((resolve, reject) => {
    const ended = (code: number | null): void =>
      reject(new Error(`The nodes' process exited with ${code}.`));
    const receive = (report: NodeReport): void => {
      if (report.id !== id) return;
      child.off("message", receive).off("exit", ended);
      resolve(report);
    };
    child.on("message", receive).once("exit", ended);
    child.send({ ...command, id } satisfies Command, (problem) => problem && reject(problem));
  });
  if (error !== undefined) throw new Error(error);
  return { id, url };
}

/** Starts an instance in the process of that place. */
export async function startElsewhere(
  place: number,
  start: NodeStart,
): Promise<{ url: string; stop(): Promise<void> }> {
  const { id, url } = await send(place, { start });
  return { url, stop: async () => void (await send(place, { stop: id })) };
}
