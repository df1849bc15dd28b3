// A workshop with programs that answer, fail, die and hang.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openWorkshop, type Workshop } from "./worker.ts";

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
let workshop: Workshop<Order, Answer>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "caydrive-workshop-"));
  const program = join(folder, "program.mjs");
  const { href } = pathToFileURL(join(import.meta.dirname, "worker-process.ts"));
  writeFileSync(
    program,
    `import { getPriority } from "node:os";
     import { answerOrders } from ${JSON.stringify(href)};
     answerOrders(async ({ say, fail, die, hang }) => {
       if (fail) throw new Error(fail);
       if (die) process.exit(3);
       if (hang) for (;;);
       return { said: say, pid: process.pid, nice: getPriority(), variables: Object.keys(process.env) };
     });`,
  );
  workshop = openWorkshop(program, pino({ level: "silent" }), 3000);
});
afterEach(() => {
  workshop.stop();
  rmSync(folder, { recursive: true });
});

test("orders are done in turn, by one process of the lowest priority that knows no secrets", async () => {
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

test("a failure is the order's own, and the process goes on", async () => {
  const { pid } = await workshop.do({}, "anybody");
  await expect(workshop.do({ fail: "no light" }, "anybody")).rejects.toThrow("no light");
  expect((await workshop.do({}, "anybody")).pid).toBe(pid);
});

test("a process that dies or hangs fails its order alone; the next gets a new one", async () => {
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

test("people take turns, however many orders one of them has given", async () => {
  const done: string[] = [];
  await Promise.all(
    ["a1", "a2", "a3", "b1", "c1", "b2"].map(async (name) => {
      await workshop.do({}, name.slice(0, 1));
      done.push(name);
    }),
  );
  expect(done).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
});

test("the process ends with the workshop", async () => {
  const { pid } = await workshop.do({}, "anybody");
  workshop.stop();
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), 5000); // idle it would end after ten seconds
});
