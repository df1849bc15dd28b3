// Runs npm run backup and npm run restore as an operator does: on the running program, and into an
// empty folder on another machine.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { phonePhoto, photoName } from "./photos.ts";
import { endLeftovers, startProgram, type Program } from "./process.ts";

const ROOT = join(import.meta.dirname, "..");

let folder = "";
let lost: Program;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "caydrive-restored-"));
  chmodSync(folder, 0o755); // As root, PostgreSQL runs as another user.
  lost = await start("lost");
});
afterAll(async () => {
  await endLeftovers();
  rmSync(folder, { recursive: true, force: true });
});

const environment = (name: string) => ({
  PATH: process.env["PATH"] ?? "",
  HOME: process.env["HOME"] ?? "",
  DATA_DIR: join(folder, name),
  INIT_CWD: folder,
});
const start = (name: string) =>
  startProgram({ ...environment(name), PORT: "0", DEMO: "1", UNLIMITED: "1" });

/** Runs scripts/NAME.ts on a DATA_DIR. @param shell a shell prefix, such as a limit */
async function command(
  on: string,
  name: string,
  args: string[],
  shell = "",
): Promise<{ code: number; output: string }> {
  const script = [process.execPath, join(ROOT, "scripts", `${name}.ts`), ...args];
  try {
    const { stdout, stderr } = await promisify(execFile)(
      "sh",
      ["-c", `${shell} exec "$0" "$@"`, ...script],
      {
        env: environment(on),
      },
    );
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

async function signIn(program: Program, email: string): Promise<string> {
  const response = await fetch(`${program.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: "caydrive-demo" }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { access_token: string }).access_token;
}
const readPhoto = async (program: Program, key: string): Promise<Buffer | undefined> => {
  const response = await fetch(
    `${program.url}/storage/v1/object/public/car-images/${key}?width=480&format=webp`,
  );
  // Until its sizes are made, the photo itself is served.
  const isResized = response.headers.get("content-type") === "image/webp";
  return isResized ? Buffer.from(await response.arrayBuffer()) : undefined;
};
async function uploadPhoto(program: Program): Promise<string> {
  const [key, token] = [photoName(), await signIn(program, "host@caydrive.test")];
  const headers = { "content-type": "image/jpeg", authorization: `Bearer ${token}` };
  const body = new Uint8Array(await phonePhoto(640, 480));
  const path = `${program.url}/storage/v1/object/car-images/${key}`;
  expect((await fetch(path, { method: "POST", headers, body })).status).toBe(200);
  while (!(await readPhoto(program, key))) await new Promise((done) => setTimeout(done, 50));
  return key;
}
const files = (): string[] => readdirSync(folder).filter((name) => name.includes(".tar"));

test("restores a lost machine's data on another one", async () => {
  const key = await uploadPhoto(lost);
  const photo = await readPhoto(lost, key);
  const over = new AbortController();
  const visits = (async () => {
    let served = 0;
    for (; !over.signal.aborted; served++)
      expect((await fetch(`${lost.url}/api/listings`)).status).toBe(200);
    return served;
  })();
  const made = await command("lost", "backup", ["caydrive.tar"]);
  over.abort();
  expect(await visits).toBeGreaterThan(0);
  expect(made).toMatchObject({
    code: 0,
    output: expect.stringMatching(/IT HOLDS NO KEYS\. Keep .+lost\/keys in another place/),
  });
  expect(await command("lost", "backup", ["caydrive.tar"])).toMatchObject({
    code: 1,
    output: expect.stringContaining("add --force"),
  });
  expect(await command("lost", "restore", ["caydrive.tar", "--replace"])).toMatchObject({
    code: 1,
    output: expect.stringContaining("in use by another instance"),
  });

  const brought = await command("found", "restore", ["caydrive.tar"]);
  expect(brought).toMatchObject({
    code: 0,
    output: expect.stringMatching(/KEYS ARE MISSING: .+found\/keys/),
  });
  expect(await command("found", "restore", ["caydrive.tar"])).toMatchObject({
    code: 1,
    output: expect.stringContaining("add --replace"),
  });
  cpSync(join(folder, "lost", "keys"), join(folder, "found", "keys"), { recursive: true });
  expect(await command("found", "ledger-check", [])).toMatchObject({
    code: 0,
    output: expect.stringMatching(/, 0 discrepancies\n$/),
  });
  const found = await start("found");
  await signIn(found, "renter@caydrive.test");
  expect(await readPhoto(found, key)).toEqual(photo);
  expect(await found.end("SIGTERM")).toBe(0);
  const again = await command("found", "restore", ["caydrive.tar", "--replace"]);
  expect(again).toMatchObject({ code: 0, output: expect.not.stringContaining("KEYS ARE MISSING") });
});

test("leaves no file of the backup's name when the disk is full or the command is killed", async () => {
  const before = files();
  // A file size limit acts like a full disk: it fails in the middle of writing.
  const full = await command("lost", "backup", ["full.tar"], "ulimit -f 20;");
  expect(full).toMatchObject({
    code: 1,
    output: expect.stringMatching(/No backup was made: (EFBIG|ENOSPC)/),
  });
  expect(files()).toEqual(before);
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    const child = spawn(process.execPath, [join(ROOT, "scripts", "backup.ts"), "ended.tar"], {
      env: environment("lost"),
    });
    const ended = once(child, "exit");
    while (!files().some((name) => name.startsWith("ended.tar")) && child.exitCode === null)
      await new Promise((done) => setTimeout(done, 1));
    child.kill(signal);
    await ended;
    expect(files()).not.toContain("ended.tar");
    if (signal === "SIGTERM") expect(files()).toEqual(before);
  }
});

test("changes nothing for an unusable file", async () => {
  expect(await command("lost", "backup", ["whole.tar"])).toMatchObject({ code: 0 });
  const bytes = readFileSync(join(folder, "whole.tar"));
  bytes[Math.floor(bytes.length / 2)]! ^= 1;
  writeFileSync(join(folder, "damaged.tar"), bytes);
  for (const name of ["damaged.tar", "nowhere.tar"])
    expect((await command("untouched", "restore", [name])).code, name).toBe(1);
  expect(existsSync(join(folder, "untouched"))).toBe(false);
  expect(await command("untouched", "restore", [])).toEqual({
    code: 1,
    output: "Usage: npm run restore -- FILE [--replace]\n",
  });
  expect((await command("lost", "backup", ["a.tar", "--replace"])).output).toBe(
    "Usage: npm run backup -- FILE [--force]\n",
  );
});
