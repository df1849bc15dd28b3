// Runs deploy/nginx.conf as an operator does, except for its address, its certificate and the
// processes behind it.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../src/server/platform/database/postgres.ts";

const read = (path: string): string => readFileSync(join(import.meta.dirname, "..", path), "utf8");
const isInstalled = (program: string, argument: string): boolean =>
  spawnSync(program, [argument]).error === undefined;

/** A client from this address is taken to be at the address in its X-Visitor header. */
export const CDN = "127.0.0.9";

/** Its workers are counted through Linux's /proc. */
export const hasNginx =
  process.platform === "linux" && isInstalled("nginx", "-v") && isInstalled("openssl", "version");

export interface Nginx {
  /** With and without TLS. */
  url: string;
  plainUrl: string;
  /** The server's certificate. */
  certificate: string;
  /** The output of nginx's configuration test. */
  check(): string;
  /** The content of its error log. */
  errors(): string;
  /** Takes a process out of the upstream or back in, as docs/operating/upgrade.md describes.
   *  @returns once that applies to all requests */
  leaveOut(port: number, isOut: boolean): Promise<void>;
  /** @returns once it accepts connections */
  start(): Promise<void>;
  close(): Promise<void>;
}

const listWorkers = ({ pid }: ChildProcess): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");

/** @param ports of the two processes in the upstream file */
export async function arrangeNginx(ports: readonly number[]): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), "caydrive-nginx-"));
  chmodSync(folder, 0o755); // As root, its workers run as another user.
  const [plain, secure] = [await freePort(), await freePort()];
  const [key, certificate] = [join(folder, "privkey.pem"), join(folder, "fullchain.pem")];
  const { status, stderr } = spawnSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-subj",
      "/CN=localhost",
    ].concat([
      "-addext",
      "subjectAltName=DNS:localhost,IP:127.0.0.1",
      "-keyout",
      key,
      "-out",
      certificate,
    ]),
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  const site = read("deploy/nginx.conf")
    .replaceAll("/etc/nginx/tls", folder)
    .replaceAll(/(listen (?:\[::\]:)?)80/g, `$1${plain}`)
    .replaceAll(/(listen (?:\[::\]:)?)443/g, `$1${secure}`);
  const upstream = ports.reduce(
    (text, port, n) => text.replace(`:${3001 + n}`, `:${port}`),
    read("deploy/nginx-upstream.conf"),
  );
  const config = join(folder, "nginx.conf");
  const errors = join(folder, "error.log");
  // Simulates a CDN that lets visitors choose their address.
  const realAddress = `set_real_ip_from ${CDN}; real_ip_header X-Visitor;`;
  writeFileSync(
    config,
    `pid ${folder}/pid; error_log ${errors} error; events {} http { access_log off; ${realAddress} ${site} ${upstream} }`,
  );
  let running: ChildProcess | undefined;
  return {
    url: `https://localhost:${secure}`,
    plainUrl: `http://localhost:${plain}`,
    certificate: readFileSync(certificate, "utf8"),
    check: () =>
      spawnSync("nginx", ["-t", "-p", folder, "-c", config], { encoding: "utf8" }).stderr,
    errors: () => readFileSync(errors, "utf8"),
    async leaveOut(port, isOut) {
      const server = `:${port} max_fails=0`;
      const text = readFileSync(config, "utf8");
      writeFileSync(
        config,
        isOut
          ? text.replace(`${server};`, `${server} down;`)
          : text.replace(`${server} down;`, `${server};`),
      );
      if (!running) return;
      const before = listWorkers(running);
      running.kill("SIGHUP");
      // The old workers finish their requests with the old configuration.
      while (listWorkers(running).some((each) => before.includes(each) || each === ""))
        await sleep(20);
    },
    async start() {
      const child = spawn("nginx", ["-p", folder, "-c", config, "-g", "daemon off;"], {
        stdio: "ignore",
      });
      running = child;
      const listens = async (): Promise<boolean> => {
        const socket = connect(secure, "127.0.0.1");
        return once(socket, "connect").then(
          () => (socket.destroy(), true),
          () => false,
        );
      };
      while (!(await listens())) {
        if (child.exitCode !== null) throw new Error(readFileSync(errors, "utf8"));
        await sleep(20);
      }
    },
    async close() {
      if (running && running.exitCode === null) {
        const ended = once(running, "exit");
        running.kill("SIGTERM");
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
