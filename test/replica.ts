// A streaming replica of a PostgreSQL started by the tests. The embedded binaries lack
// pg_basebackup, so this does the same: it copies the running cluster between two log marks, and
// starts a server that follows from there.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startPostgres, type RunningPostgres } from "../src/server/platform/database/postgres.ts";

export interface TestReplica extends RunningPostgres {
  /** Pauses replay: the primary's commits do not show. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}

/** @param options those of the primary, which must have been started here, because its files are
 *  copied */
export async function startReplica(
  primary: RunningPostgres,
  options: { postgresBin?: string | undefined; settings?: Record<string, string> } = {},
): Promise<TestReplica> {
  const folder = mkdtempSync(join(tmpdir(), "caydrive-replica-"));
  chmodSync(folder, 0o755); // As root, PostgreSQL runs as another user.
  const data = join(folder, "postgres");
  const client = new pg.Client({ connectionString: primary.url("postgres") });
  await client.connect();
  try {
    // The slot keeps the log until the replica has read it.
    await client.query("select pg_create_physical_replication_slot('replica', true)");
    await client.query("select pg_backup_start('replica', true)");
    copyCluster(primary.dataDir, data);
    const { rows } = await client.query<{ labelfile: string }>(
      "select labelfile from pg_backup_stop(false)",
    );
    writeFileSync(join(data, "backup_label"), rows[0]!.labelfile);
    writeFileSync(join(data, "standby.signal"), "");
    execFileSync("chown", ["-R", "--reference", primary.dataDir, data]);
  } finally {
    await client.end();
  }
  const { username, password, port } = new URL(primary.url("postgres"));
  writeFileSync(join(folder, "postgres-password"), password);
  const running = await startPostgres({
    dataDir: folder,
    postgresBin: options.postgresBin,
    settings: {
      ...options.settings,
      primary_conninfo: `host=127.0.0.1 port=${port} user=${username} password=${password}`,
      primary_slot_name: "replica",
    },
  });
  const say = async (statement: string): Promise<void> => {
    const to = new pg.Client({ connectionString: running.url("postgres") });
    await to.connect();
    await to.query(statement).finally(() => to.end());
  };
  return {
    ...running,
    pause: () => say("select pg_wal_replay_pause()"),
    resume: () => say("select pg_wal_replay_resume()"),
    async stop() {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Copies everything except the log, which is streamed, and the running server's own files. The
 *  log covers files that disappear during the copy. */
function copyCluster(from: string, to: string): void {
  mkdirSync(to, { mode: 0o700 });
  const script = `cd "$0" && tar -c --warning=no-file-changed --warning=no-file-removed --exclude=./postmaster.pid --exclude=./postmaster.opts --exclude='./pg_wal/*' --exclude='./pg_replslot/*' . | tar -x -C "$1"`;
  execFileSync("sh", ["-c", script, from, to]);
}
