// Prepares a checkout before an npm script runs: installs if node_modules does not match the lock
// file, and builds if build/ does not match its sources (not with --install-only). Plain JavaScript
// without dependencies, as it runs on the machine's Node (20.19 or later) before the project's own
// Node 24 is installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = realpathSync(fileURLToPath(new URL("..", import.meta.url)));
const bin = join(root, "node_modules", ".bin");
const lockStamp = join(root, "node_modules", ".caydrive-lock");
const buildStamp = join(root, "build", ".sources");
const preparing = join(root, ".prepare.lock");

/**
 * Everything the build reads. The server's code needs no build. Folders include their contents,
 * except tests.
 */
const sources = [
  "src/web",
  "src/domain",
  "src/contract",
  "geo",
  "public",
  "vite.config.ts",
  "react-router.config.ts",
  "tsconfig.json",
  "package-lock.json",
  "scripts/prepare.mjs",
  "scripts/compress-assets.mjs",
];

/** Exits with one sentence for the person at the terminal. */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function lockHash() {
  const lock = read(join(root, "package-lock.json"));
  if (lock === undefined) fail("package-lock.json is missing: restore it from the repository.");
  return createHash("sha256").update(lock).digest("hex");
}

function sourcesHash() {
  const hash = createHash("sha256");
  const add = (path) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    try {
      for (const name of readdirSync(full).toSorted()) add(`${path}/${name}`);
    } catch (error) {
      if (error.code !== "ENOTDIR") throw error;
      if (!/\.test\.tsx?$/.test(path))
        hash.update(`${path}\0`).update(readFileSync(full)).update("\0");
    }
  };
  for (const source of sources) add(source);
  return hash.digest("hex");
}

const isInstalled = () => read(lockStamp) === lockHash();
const isBuilt = () => read(buildStamp) === sourcesHash();

/**
 * Runs a command in the checkout with the project's own programs first on the PATH; exits if it
 * fails.
 */
function run(command, args, env, sentence) {
  const PATH = [bin, process.env.PATH].join(delimiter);
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, PATH, ...env },
  });
  if (status !== 0) fail(error ? `${sentence} (${error.message})` : sentence);
}

function install() {
  console.log("Installing packages (npm ci)...");
  const npm = process.env.npm_execpath?.endsWith("npm-cli.js")
    ? process.env.npm_execpath
    : undefined;
  // The product needs the development packages to build and test, and the optional ones for Node 24
  // and PostgreSQL, whatever NODE_ENV or the user's npm settings say. npm runs on the machine's
  // Node, as the one in node_modules is about to be replaced.
  const args = [
    "ci",
    "--include=dev",
    "--include=optional",
    "--no-audit",
    "--no-fund",
    "--no-progress",
    "--loglevel=error",
  ];
  const node = process.env.npm_node_execpath ?? process.execPath;
  const sentence = "npm ci failed: see the lines above; is the npm registry reachable?";
  if (npm) run(node, [npm, ...args], {}, sentence);
  else run("npm", args, {}, sentence);
  writeFileSync(lockStamp, lockHash());
}

function build() {
  console.log("Building the pages...");
  const hash = sourcesHash(); // before the build, so that edits during it count as changes
  const ownNode = join(bin, "node");
  const node = existsSync(ownNode) ? ownNode : process.execPath;
  const env = { NODE_ENV: "production" };
  const sentence = "The build failed: see the lines above.";
  rmSync(join(root, "build"), { recursive: true, force: true });
  run(node, [join(bin, "react-router"), "build", "--logLevel", "warn"], env, sentence);
  run(node, [join(root, "scripts", "compress-assets.mjs")], env, sentence);
  writeFileSync(buildStamp, hash);
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/**
 * Runs the work under a lock, so that two commands started together install and build one after the
 * other.
 */
function exclusively(work) {
  const mine = `${preparing}.${process.pid}`;
  const release = () => rmSync(preparing, { force: true });
  const giveUpAt = Date.now() + 10 * 60_000;
  writeFileSync(mine, String(process.pid));
  try {
    // Unlike a new file, a link appears together with its contents.
    for (let taken = false; !taken;) {
      try {
        linkSync(mine, preparing);
        taken = true;
      } catch (error) {
        if (error.code !== "EEXIST") throw error;
        const owner = read(preparing);
        if (owner === undefined) continue; // released in the meantime
        if (!isRunning(Number(owner))) release();
        else if (Date.now() > giveUpAt)
          throw new Error(
            `process ${owner} has been at it for ten minutes; if it is not, delete .prepare.lock.`,
            {
              cause: error,
            },
          );
        else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
      }
    }
  } finally {
    rmSync(mine, { force: true });
  }
  process.on("exit", release);
  work();
}

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19))
  fail(`Node 20.19 or later is needed; this is ${process.versions.node}.`);

const installOnly = process.argv.includes("--install-only");
try {
  if (!isInstalled() || !(installOnly || isBuilt())) {
    exclusively(() => {
      if (!isInstalled()) install();
      if (!installOnly && !isBuilt()) build();
    });
  }
} catch (error) {
  fail(`Preparing ${root} failed: ${error.message}`);
}
