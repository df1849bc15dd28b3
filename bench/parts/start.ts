// `npm start` on existing data: from the command to the first page, as a person at the terminal
// sees it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { row, type ResultRow } from "../rows.ts";
import type { Stage } from "../stage.ts";

const POLL_MS = 5;

/** Milliseconds until the page responds. Then the program is stopped. */
async function startOnce(stage: Stage, dataDir: string): Promise<number> {
  const port = await stage.freePort();
  const begun = performance.now();
  const child = spawn("npm", ["start"], {
    stdio: "ignore",
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: "",
      LOG_LEVEL: "error",
    },
  });
  const ended = once(child, "exit");
  try {
    const responses = (): Promise<boolean> =>
      new Promise((done) => {
        get({ port, path: "/", host: "127.0.0.1" }, (response) => {
          response.resume().once("end", () => done(response.statusCode === 200));
        }).once("error", () => done(false));
      });
    while (!(await responses())) {
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
      await new Promise((done) => setTimeout(done, POLL_MS));
    }
    return performance.now() - begun;
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

export async function measureStart(stage: Stage): Promise<ResultRow[]> {
  const dataDir = stage.folder("start");
  stage.say(
    `first start, with PostgreSQL and the demo data: ${((await startOnce(stage, dataDir)) / 1000).toFixed(1)} s`,
  );
  const times: number[] = [];
  for (let round = 0; round < (stage.quick ? 1 : 5); round++)
    times.push(await startOnce(stage, dataDir));
  const [median = 0] = times.toSorted((a, b) => a - b).slice(Math.floor(times.length / 2));
  return [
    row("second npm start to the first page", ["<=", 1.5], median / 1000, {
      unit: " s",
      detail: `median of ${times.length}: ${times.map((ms) => (ms / 1000).toFixed(2)).join(", ")}`,
    }),
  ];
}
