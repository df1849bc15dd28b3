// The product on several machines: program processes behind a proxy, sharing an external PostgreSQL
// with a streaming replica, and photos in S3.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  newEncryptionKeysSetting,
  newSigningKeysSetting,
} from "../src/server/platform/keys/keys.ts";
import { freePort, startPostgres } from "../src/server/platform/database/postgres.ts";
import { startProgram, type Program } from "./process.ts";
import { startProxy } from "./proxy.ts";
import { startReplica } from "./replica.ts";
import { startS3 } from "./s3.ts";

export interface Several {
  /** The public address. */
  url: string;
  databaseUrl: string;
  nodes: readonly Program[];
  /** Adds a node, on a free port unless given. It is behind the proxy once it runs. */
  start(port?: number): Promise<Program>;
  /** Ends a node with SIGTERM, as an upgrade does, or with the given signal.
   *  @returns its exit code */
  end(node: Program, signal?: NodeJS.Signals): Promise<number | null>;
  close(): Promise<void>;
}

export interface SeveralOptions {
  nodes: number;
  /** The ports of the first nodes, if another proxy has to know them. */
  ports?: readonly number[];
  env?: Record<string, string>;
  /** The entry point of the program, if the test has its own. */
  program?: string;
  /** Called with the DATA_DIR of each node before it starts. */
  prepare?: (dataDir: string) => void;
}

const READINESS_MS = 200;

export async function startSeveral({
  nodes: count,
  ports = [],
  env = {},
  program,
  prepare,
}: SeveralOptions): Promise<Several> {
  const folder = mkdtempSync(join(tmpdir(), "caydrive-several-"));
  chmodSync(folder, 0o755); // As root, PostgreSQL runs as another user.
  const postgresBin = process.env["POSTGRES_BIN"];
  const settings = { max_connections: String(50 * (count + 1)) };
  const postgres = await startPostgres({ dataDir: folder, postgresBin, settings });
  const replica = await startReplica(postgres, { postgresBin, settings });
  const s3 = await startS3();
  const proxy = await startProxy();
  proxy.watchReadiness(READINESS_MS);
  const shared = {
    DATABASE_URL: postgres.url("postgres"),
    DATABASE_REPLICA_URL: replica.url("postgres"),
    S3_ENDPOINT: s3.settings.endpoint,
    S3_REGION: s3.settings.region,
    S3_BUCKET: s3.settings.bucket,
    S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
    SIGNING_KEYS: await newSigningKeysSetting(undefined, new Date()),
    ENCRYPTION_KEYS: newEncryptionKeysSetting(undefined),
    PAYMENT_WEBHOOK_SECRET: "one-secret-for-all-nodes",
    PUBLIC_URL: proxy.url,
    TRUST_PROXY: "1",
    DRAIN_SECONDS: "1", // The time in which the proxy checks readiness five times.
    DEMO: "1",
    ...env,
  };
  const nodes: Program[] = [];
  let started = 0;
  const start = async (port?: number): Promise<Program> => {
    const dataDir = join(folder, `node-${++started}`);
    mkdirSync(dataDir);
    prepare?.(dataDir);
    const at = String(port ?? (await freePort()));
    const node = await startProgram({ ...shared, DATA_DIR: dataDir, PORT: at }, [], program);
    const one = { ...node, url: `http://127.0.0.1:${at}` };
    nodes.push(one);
    proxy.add(one.url);
    return one;
  };
  const end = async (node: Program, signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> => {
    const code = await node.end(signal);
    proxy.remove(node.url);
    nodes.splice(nodes.indexOf(node), 1);
    return code;
  };
  while (nodes.length < count) await start(ports[nodes.length]);
  return {
    url: proxy.url,
    databaseUrl: shared.DATABASE_URL,
    nodes,
    start,
    end,
    async close() {
      await Promise.all([...nodes].map((node) => end(node)));
      await proxy.close();
      await s3.close();
      await replica.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
