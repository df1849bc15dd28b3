// Tests the worker process with programs that succeed, fail, die and hang.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openWorkerProcess, type WorkerProcess } from "./worker.ts";

interface Order {
  say?: Buffer;
  fail?: string;
  die?: true;
  hang?: true;
}
interface Answer {
  said: Buffer | undefined;
  pid: number;
  nice: number;
  variables: string[];
}

let folder: string;
let workshop: WorkerProcess<Order, Answer>;
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
  workshop = openWorkerProcess(program, pino({ level: "silent" }), 3000);
});
afterEach(() => {
  workshop.stop();
  rmSync(folder, { recursive: true });
});

test("runs tasks one at a time, in one process of the lowest priority without secrets", async () => {
  const said = [Buffer.from([1, 2, 3]), Buffer.alloc(500_000, 7)];
  const answers = await Promise.all(said.map((say) => workshop.do({ say }, "anybody")));
  expect(answers.map((answer) => Buffer.isBuffer(answer.said) && answer.said)).toEqual(said);
  expect(new Set(answers.map((answer) => answer.pid)).size).toBe(1);
  expect(answers[0]?.nice).toBe(19);
  for (const name of ["PATH", "HOME"]) {
    expect(process.env).toHaveProperty(name);
    expect(answers[0]?.variables).not.toContain(name);
  }
});

test("fails only the task that throws and keeps the process", async () => {
  const { pid } = await workshop.do({}, "anybody");
  await expect(workshop.do({ fail: "no light" }, "anybody")).rejects.toThrow("no light");
  expect((await workshop.do({}, "anybody")).pid).toBe(pid);
});

test("fails only the task whose process dies or hangs and starts a new process for the next", async () => {
  const { pid } = await workshop.do({}, "anybody");
  const orders = [
    workshop.do({ die: true }, "anybody"),
    workshop.do({}, "anybody"),
    workshop.do({ hang: true }, "anybody"),
    workshop.do({}, "anybody"),
  ];
  const [died, second, hung, third] = await Promise.allSettled(orders);
  expect(String(died?.status === "rejected" && died.reason)).toContain("has ended");
  expect(String(hung?.status === "rejected" && hung.reason)).toContain("took over 3000 ms");
  const pids = [second, third].map((each) => (each?.status === "fulfilled" ? each.value.pid : 0));
  expect(new Set([pid, 0, ...pids]).size).toBe(4);
});

test("lets people take turns, however many tasks one of them has", async () => {
  const done: string[] = [];
  await Promise.all(
    ["a1", "a2", "a3", "b1", "c1", "b2"].map(async (name) => {
      await workshop.do({}, name.slice(0, 1));
      done.push(name);
    }),
  );
  expect(done).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
});

test("ends the process when the worker is stopped", async () => {
  const { pid } = await workshop.do({}, "anybody");
  workshop.stop();
  // An idle process would end only after 10 s.
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), 5000);
});
