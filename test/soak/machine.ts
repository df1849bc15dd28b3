// The machine of a soak: the real program and a real PostgreSQL as child processes that may be
// killed, the connection between them, a disk that fills up and a clock that jumps. Stripe
// (test/stripe-server.ts) survives it all and knows what was really charged.
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readConfig } from "../../src/server/config.ts";
import { closeContext, openContext } from "../../src/server/instance.ts";
import { openLog } from "../../src/server/platform/observability/log.ts";
import {
  newEncryptionKeysSetting,
  newSigningKeysSetting,
} from "../../src/server/platform/keys/keys.ts";
import {
  createDatabase,
  DATABASE,
  startPostgres,
} from "../../src/server/platform/database/postgres.ts";
import { startProgram, type Program } from "../process.ts";
import type { Stress } from "../program-under-stress.ts";
import { SECRET_KEY, startStripe, WEBHOOK_SECRET } from "../stripe-server.ts";
import { steadyPort } from "../ports.ts";
import { startDatabaseProxy } from "./database-proxy.ts";
import { openDisk } from "./disk.ts";

/** The program's log, for debugging. */
const LOG = join(import.meta.dirname, "../../test-results/soak.log");
/** As an init system does. */
const RESTART_MS = 300;
/** A disk of a few hundred megabytes has no room for the default write-ahead log. */
const SMALL = { max_wal_size: "64MB", min_wal_size: "32MB" };

export type Machine = Awaited<ReturnType<typeof startMachine>>;

export async function startMachine() {
  mkdirSync(dirname(LOG), { recursive: true });
  writeFileSync(LOG, "");
  const disk = openDisk();
  const dataDir = join(disk.folder, "data");
  mkdirSync(dataDir);
  const surprises: string[] = [];
  const counts = {
    "program killed": 0,
    "program started": 0,
    "start refused": 0,
    "PostgreSQL started": 0,
  };
  const life = { isClosing: false, hasPostgres: true };
  /** How far the time has been moved on for everyone. */
  let laterMs = 0;
  let stress: Stress = { aheadMs: 0, diskIsFull: false };

  const given = { dataDir: disk.folder, postgresBin: process.env["POSTGRES_BIN"], settings: SMALL };
  let postgres = await startPostgres(given);
  const getPort = (url: string): number => Number(new URL(url).port);
  const proxy = await startDatabaseProxy(() => getPort(postgres.url(DATABASE)));
  const direct = await startDatabaseProxy(() => getPort(postgres.url(DATABASE)));
  await createDatabase(postgres);
  const through = ({ port }: { port: number }): string => {
    const url = new URL(postgres.url(DATABASE));
    url.port = String(port);
    return url.href;
  };

  async function keepPostgres(): Promise<void> {
    for (;;) {
      await postgres.lost;
      life.hasPostgres = false;
      // It does not start on a full disk.
      while (!life.hasPostgres && !life.isClosing) {
        await delay(RESTART_MS);
        const again = await startPostgres(given).catch(() => undefined);
        if (!again) continue;
        postgres = again;
        life.hasPostgres = true;
        counts["PostgreSQL started"]++;
      }
      if (life.isClosing) return;
    }
  }

  const stripe = await startStripe({ now: () => new Date(Date.now() + laterMs) });
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: through(proxy),
    PORT: String(await steadyPort()),
    DEMO: "0",
    SIGNING_KEYS: await newSigningKeysSetting(undefined, new Date()),
    ENCRYPTION_KEYS: newEncryptionKeysSetting(undefined),
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_URL: stripe.url,
  };
  let program: Program | undefined;
  let startedAt = new Date();
  let wasKilled = false;
  async function keepProgram(): Promise<void> {
    while (!life.isClosing) {
      try {
        program = await startProgram(
          { ...env, STRESS: JSON.stringify(stress) },
          [],
          "test/program-under-stress.ts",
          true,
        );
      } catch (error) {
        counts["start refused"]++; // without a database there is nothing to start on
        appendFileSync(LOG, String(error));
        await delay(RESTART_MS);
        continue;
      }
      counts["program started"]++;
      startedAt = new Date();
      const { process: child, output } = program;
      if (child.exitCode === null && child.signalCode === null) await once(child, "close");
      program = undefined;
      appendFileSync(LOG, output());
      if (!wasKilled && !life.isClosing)
        surprises.push(
          `the program ended by itself (${child.exitCode ?? child.signalCode}): ${output().slice(-1000)}`,
        );
      wasKilled = false;
    }
  }
  /** Sends settings to the program, now and at its next start. */
  async function put(change: Partial<Stress>): Promise<void> {
    stress = { ...stress, ...change };
    const child = program?.process;
    if (child?.connected) child.send(stress, () => {});
  }

  const url = `http://127.0.0.1:${env.PORT}`;
  void keepPostgres();
  const kept = keepProgram();
  /** @throws when it is not ready within this time */
  async function untilReady(timeoutMs: number): Promise<void> {
    const end = performance.now() + timeoutMs;
    for (let said = "nothing"; ; await delay(100)) {
      const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(
        () => undefined,
      );
      if (response?.ok && program) return; // Another process may listen there until it runs.
      if (response) said = await response.text();
      if (performance.now() > end) throw new Error(`not ready after ${timeoutMs} ms: ${said}`);
    }
  }
  await untilReady(300_000);
  /** Waits until PostgreSQL runs and the program responds, healthy or not. */
  async function untilUp(): Promise<void> {
    while (!life.hasPostgres || !(await fetch(`${url}/healthz`).catch(() => undefined)))
      await delay(100);
  }

  /** Connects directly to the database, unaffected by the program's connection. */
  const opened = await openContext({
    config: { ...readConfig({ ...env, DATABASE_URL: through(direct) }), logLevel: "silent" },
    databaseUrl: through(direct),
    log: openLog("silent"),
  });
  opened.listensAt(url);

  const faults = {
    killProgram(): void {
      if (!program) return;
      wasKilled = true;
      counts["program killed"]++;
      program.process.kill("SIGKILL");
    },
    killPostgres(): void {
      if (!life.hasPostgres) return;
      const [pid = 0] = readFileSync(join(postgres.dataDir, "postmaster.pid"), "utf8")
        .split("\n")
        .map(Number);
      for (const each of [pid, ...listChildren(pid)])
        try {
          process.kill(each, "SIGKILL");
        } catch {
          // The process has already exited.
        }
    },
    cutConnections: () => proxy.cut(),
    silence(): void {
      proxy.fallSilent();
    },
    /** Ends the silence: connections are cut, as when a machine comes back without them, or
     *  continue as if nothing had happened. */
    speak(andCut: boolean): void {
      if (andCut) proxy.cut();
      proxy.speak();
    },
    slowDatabase: (ms: number) => proxy.slowDown(ms),
    fillDisk(): Promise<void> {
      disk.fill();
      return put({ diskIsFull: !disk.isReal });
    },
    freeDisk(): Promise<void> {
      disk.free();
      return put({ diskIsFull: false });
    },
    stepClock: (aheadMs: number) => put({ aheadMs: laterMs + aheadMs }),
  };

  return {
    url,
    stripe,
    ctx: opened.ctx,
    databaseUrl: through(direct),
    faults,
    /** Descriptions of what must never happen. */
    surprises,
    counts,
    diskIsReal: disk.isReal,
    /** When the current program was started. */
    startedAt: () => startedAt,
    untilReady,
    untilUp,
    /** Ends all faults. */
    async heal(): Promise<void> {
      proxy.slowDown(0);
      proxy.speak();
      await faults.freeDisk();
      await put({ aheadMs: laterMs });
      await untilReady(300_000);
    },
    /** Moves the time on for the program and for Stripe. */
    async later(ms: number): Promise<void> {
      laterMs += ms;
      await put({ aheadMs: laterMs });
    },
    async close(): Promise<void> {
      life.isClosing = true;
      await closeContext(opened);
      const code = await program?.end("SIGTERM");
      if (code) surprises.push(`the program ended with ${code}`);
      await postgres.stop();
      await kept;
      await Promise.all([proxy.close(), direct.close(), stripe.close()]);
      disk.remove();
    },
  };
}

/** The child processes of a process. */
function listChildren(parent: number): number[] {
  if (!existsSync("/proc")) return []; // Without /proc, they exit when their parent is gone.
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === parent
          ? [Number(name)]
          : [];
      } catch {
        return [];
      }
    });
}
