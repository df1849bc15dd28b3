// Runs the program as a user would: a separate process, configured by its environment and observed
// by its output.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "./eventually.ts";

const ROOT = join(import.meta.dirname, "..");

export interface Program {
  process: ChildProcess;
  url: string;
  output: () => string;
  /** Sends the signal and waits for the end. @returns the exit code */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

const running = new Set<ChildProcess>();

/** Ends what a failed test left running; for afterAll. */
export async function endLeftovers(): Promise<void> {
  for (const child of running) {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }
}

const PROGRAM = "src/server/main.ts";
/** As in npm start: the young generation would otherwise take a hundred megabytes under load,
 *  with little benefit. */
const FLAGS = ["--max-semi-space-size=16", "--max-old-space-size=1024"];
/** As in npm start, Node caches what it has compiled. */
export const PROGRAM_ENV = {
  PATH: process.env["PATH"] ?? "",
  HOME: process.env["HOME"] ?? "",
  NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/node-compile-cache"),
};

function launch(
  env: Record<string, string>,
  args: readonly string[] = [],
  program = PROGRAM,
  hasChannel = false,
): { process: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [...FLAGS, join(ROOT, program), ...args], {
    cwd: ROOT,
    env: {
      ...PROGRAM_ENV,
      NODE_ENV: "production",
      LOG_LEVEL: "error",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe", ...(hasChannel ? (["ipc"] as const) : [])],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  return { process: child, output: () => printed };
}

/** Starts the program, or another entry point, and waits until it reports its address.
 *  @param hasChannel whether it can be sent messages */
export async function startProgram(
  env: Record<string, string>,
  args: readonly string[] = [],
  program = PROGRAM,
  hasChannel = false,
): Promise<Program> {
  const { process: child, output } = launch(env, args, program, hasChannel);
  const url = await new Promise<string>((found, failed) => {
    child.stdout?.on("data", () => {
      const match = /running at (https?:\S+)/.exec(output());
      if (match?.[1]) found(match[1]);
    });
    child.once("exit", (code) => failed(new Error(`ended with ${code}: ${output()}`)));
  });
  return {
    process: child,
    url,
    output,
    async end(signal) {
      const ended = once(child, "exit");
      child.kill(signal);
      const [code] = (await ended) as [number | null];
      return code;
    },
  };
}

/** Starts the program with settings that it must refuse. */
export async function startRefused(
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const { process: child, output } = launch(env);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output: output() };
}

/** Starts the program and sends the signal while its PostgreSQL is starting. */
export async function startSignalled(
  env: Record<string, string>,
  signal: NodeJS.Signals,
): Promise<{ code: number | null; output: string }> {
  const { process: child, output } = launch(env);
  const closed = once(child, "close");
  while ((await processesNaming(join(env["DATA_DIR"] ?? "", "postgres"))).length === 0)
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${output()}`);
  child.kill(signal);
  const [code] = (await closed) as [number | null];
  return { code, output: output() };
}

/** Starts a process that ends but is not reaped, because its parent becomes `sleep`. */
export async function startZombie(uid?: number): Promise<{ pid: number; end: () => void }> {
  const parent = spawn(
    "sh",
    ["-c", "sleep 0 & echo $!; exec sleep 600"],
    uid === undefined ? {} : { uid },
  );
  const [printed] = (await once(parent.stdout, "data")) as [Buffer];
  const pid = Number(printed.toString());
  await eventually(() => {
    if (!readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z "))
      throw new Error(`process ${pid} still runs`);
  });
  return { pid, end: () => void parent.kill() };
}

/** The processes whose command line or working directory names `mark`. */
export async function processesNaming(mark: string): Promise<string[]> {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
        return line.includes(mark) ? [`${pid} ${line}`] : [];
      } catch {
        return [];
      }
    });
}
