// The instance that a worker's browser tests use: the production build with demo data, as one or
// several processes.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { DATABASE } from "../src/server/platform/database/postgres.ts";
import { runProgram } from "../test/postgres.ts";
import { startProgram, type Program } from "../test/process.ts";
import { startSeveral } from "../test/several.ts";

export interface RunningApp {
  url: string;
  /** Stops the process and starts it again on the same data and port. */
  restart(): Promise<void>;
  /** Runs an npm command's script on the app's database. @returns what it prints */
  runScript(path: string): Promise<string>;
  /** Changes the database in ways that no page can. */
  sql(statement: string): Promise<void>;
}

const PROGRAM = "test/program-with-sites.ts";

function linkPhotos(dataDir: string): void {
  mkdirSync(join(dataDir, "photos"));
  symlinkSync(drawnPhotos(), join(dataDir, "photos", "demo"));
}

/**
 * The cache of the demo's generated photos, which take half a minute: one folder for all workers
 * and later runs, until the generator changes.
 */
function drawnPhotos(): string {
  const root = join(import.meta.dirname, "..");
  const hash = createHash("sha256");
  for (const file of globSync(["demo/art/**/*.*", "src/server/demo/*.ts"], {
    cwd: root,
  }).toSorted())
    hash.update(readFileSync(join(root, file)));
  const folder = join(
    root,
    "node_modules/.cache",
    `demo-photos-${hash.digest("hex").slice(0, 16)}`,
  );
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** @throws if the script ends with an error */
async function runScript(path: string, databaseUrl: string): Promise<string> {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  return (await promisify(execFile)(process.execPath, [path], { env })).stdout;
}

/**
 * Runs the product for as long as `use` takes, in as many processes as TEST_NODES says.
 * @param env further settings of a single process
 */
export async function runApp(
  use: (app: RunningApp) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  const nodes = Number(process.env["TEST_NODES"] ?? 1);
  if (nodes > 1) return runSeveral(nodes, use);
  const dataDir = mkdtempSync(join(tmpdir(), "caydrive-browser-"));
  // As root, PostgreSQL runs as another user and must be able to pass through.
  chmodSync(dataDir, 0o755);
  linkPhotos(dataDir);
  const { POSTGRES_BIN = "" } = process.env;
  // All tests share one address. Without UNLIMITED they would exceed the rate limits.
  const start = (port: string): Promise<Program> =>
    startProgram(
      { DATA_DIR: dataDir, HOST: "127.0.0.1", PORT: port, UNLIMITED: "1", POSTGRES_BIN, ...env },
      [],
      PROGRAM,
    );
  let program = await start("0");
  const databaseUrl = (): string => {
    const [, , , port] = readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n");
    const password = readFileSync(join(dataDir, "postgres-password"), "utf8");
    return `postgres://caydrive:${password}@127.0.0.1:${port}/${DATABASE}`;
  };
  await use({
    url: program.url,
    async restart() {
      await program.end("SIGTERM");
      program = await start(new URL(program.url).port);
    },
    runScript: (path) => runScript(path, databaseUrl()),
    sql: (statement) => runProgram(databaseUrl(), statement),
  });
  await program.end("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
}

/**
 * Runs the product in several processes behind a proxy, which stays up while they are restarted one
 * by one.
 */
async function runSeveral(count: number, use: (app: RunningApp) => Promise<void>): Promise<void> {
  const several = await startSeveral({
    nodes: count,
    env: { UNLIMITED: "1" },
    program: PROGRAM,
    prepare: linkPhotos,
  });
  await use({
    url: several.url,
    async restart() {
      const before = [...several.nodes];
      for (const node of before) {
        await several.end(node);
        await several.start();
      }
    },
    runScript: (path) => runScript(path, several.databaseUrl),
    sql: (statement) => runProgram(several.databaseUrl, statement),
  });
  await several.close();
}
