// Tests the worker process with programs that succeed, fail, die and hang.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openWorkerProcess, type WorkerProcess } from "./worker.ts";

interface Task {
  say?: Buffer;
  fail?: string;
  die?: true;
  hang?: true;
}
interface Result {
  said: Buffer | undefined;
  pid: number;
  nice: number;
  variables: string[];
}

/** Long enough to start a process on a busy machine. */
const LIMIT_MS = 15_000;

let folder: string;
let worker: WorkerProcess<Task, Result>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "caydrive-workshop-"));
  const program = join(folder, "program.mjs");
  const { href } = pathToFileURL(join(import.meta.dirname, "worker-process.ts"));
  writeFileSync(
    program,
    `import { getPriority } from "node:os";
     import { serveTasks } from ${JSON.stringify(href)};
     serveTasks(async ({ say, fail, die, hang }) => {
       if (fail) throw new Error(fail);
       if (die) process.exit(3);
       if (hang) for (;;);
       return { said: say, pid: process.pid, nice: getPriority(), variables: Object.keys(process.env) };
     });`,
  );
  worker = openWorkerProcess(program, pino({ level: "silent" }), LIMIT_MS);
});
afterEach(() => {
  worker.stop();
  rmSync(folder, { recursive: true });
});

test("runs tasks one at a time, in one process of the lowest priority without secrets", async () => {
  const said = [Buffer.from([1, 2, 3]), Buffer.alloc(500_000, 7)];
  const results = await Promise.all(said.map((say) => worker.do({ say }, "anybody")));
  expect(results.map((result) => Buffer.isBuffer(result.said) && result.said)).toEqual(said);
  expect(new Set(results.map((result) => result.pid)).size).toBe(1);
  expect(results[0]?.nice).toBe(19);
  for (const name of ["PATH", "HOME"]) {
    expect(process.env).toHaveProperty(name);
    expect(results[0]?.variables).not.toContain(name);
  }
});

test("fails only the task that throws and keeps the process", async () => {
  const { pid } = await worker.do({}, "anybody");
  await expect(worker.do({ fail: "no light" }, "anybody")).rejects.toThrow("no light");
  expect((await worker.do({}, "anybody")).pid).toBe(pid);
});

test("fails only the task whose process dies or hangs and starts a new process for the next", async () => {
  const { pid } = await worker.do({}, "anybody");
  const orders = [
    worker.do({ die: true }, "anybody"),
    worker.do({}, "anybody"),
    worker.do({ hang: true }, "anybody"),
    worker.do({}, "anybody"),
  ];
  const [died, second, hung, third] = await Promise.allSettled(orders);
  expect(String(died?.status === "rejected" && died.reason)).toContain("has ended");
  expect(String(hung?.status === "rejected" && hung.reason)).toContain(`took over ${LIMIT_MS} ms`);
  const pids = [second, third].map((each) => (each?.status === "fulfilled" ? each.value.pid : 0));
  expect(new Set([pid, 0, ...pids]).size).toBe(4);
});

test("lets people take turns, however many tasks one of them has", async () => {
  const done: string[] = [];
  await Promise.all(
    ["a1", "a2", "a3", "b1", "c1", "b2"].map(async (name) => {
      await worker.do({}, name.slice(0, 1));
      done.push(name);
    }),
  );
  expect(done).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
});

test("ends the process when the worker is stopped", async () => {
  const { pid } = await worker.do({}, "anybody");
  worker.stop();
  // An idle process would end only after 10 s.
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), 5000);
});
