// Runs the commands beside npm start as an operator does: the admin role, the signing keys, the
// development server.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import { programFolder } from "./program-folder.ts";
import { PROGRAM_ENV, startProgram } from "./process.ts";

const ROOT = join(import.meta.dirname, "..");
const PASSWORD = "conch-salad";

const folder = programFolder("commands");

/** Runs scripts/NAME.ts on the DATA_DIR of this file. */
async function command(name: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const env = { ...PROGRAM_ENV, DATA_DIR: join(folder, "data") };
  try {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [join(ROOT, "scripts", `${name}.ts`), ...args],
      { env },
    );
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}
const start = () => startProgram({ DATA_DIR: join(folder, "data"), PORT: "0", DEMO: "0" });
const post = (url: string, body: object): Promise<Response> =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** Opens the link from the sign-up email. */
async function confirm(url: string, email: string): Promise<void> {
  const text = await eventually(async () => {
    const { mails } = (await (await fetch(`${url}/dev/mailbox.json?to=${email}`)).json()) as {
      mails: { text: string }[];
    };
    expect(mails).toHaveLength(1);
    return mails[0]!.text;
  });
  const token_hash = /token_hash=([\w-]+)/.exec(text)?.[1];
  expect((await post(`${url}/auth/v1/verify`, { token_hash, type: "signup" })).status).toBe(200);
}

test("grants the admin role with and without a running server, and rotates keys while it runs", async () => {
  expect(await command("admin", "ann@caydrive.test")).toMatchObject({
    code: 1,
    output: expect.stringContaining("There are no data"),
  });
  for (const what of ["rotate", "rotate-encryption"])
    expect(await command("keys", what)).toMatchObject({
      code: 1,
      output: expect.stringContaining("There are no keys"),
    });
  const server = await start();
  const data = { first_name: "Ann", last_name: "Rolle" };
  for (const email of ["ann@caydrive.test", "bea@caydrive.test"]) {
    expect(
      (await post(`${server.url}/auth/v1/signup`, { email, password: PASSWORD, data })).status,
    ).toBe(200);
    expect(await command("admin", email)).toMatchObject({
      code: 1,
      output: expect.stringContaining("not confirmed"),
    });
    await confirm(server.url, email);
  }
  expect(await command("admin", "ann@caydrive.test")).toEqual({
    code: 0,
    output: "ann@caydrive.test is an owner now.\n",
  });
  expect((await command("admin", "nobody@caydrive.test")).output).toContain(
    "There is no account with the email",
  );
  expect(await command("admin", "ann@caydrive.test", "--remove-second-factors")).toEqual({
    code: 0,
    output: "ann@caydrive.test has no second factor.\n",
  });
  expect(await command("admin")).toEqual({
    code: 1,
    output:
      "Usage: npm run admin -- EMAIL [--role support|finance|owner | --remove-second-factors]\n",
  });
  const [checked, compared] = [await command("ledger-check"), await command("reconcile")];
  expect(checked).toEqual({ code: 0, output: "0 bookings, 0 entries, 0 discrepancies\n" });
  expect(compared).toEqual({
    code: 0,
    output: "1 compared, 0 repaired, 0 reported, 0 without an answer\n",
  });

  const keys = async () =>
    (
      (await (await fetch(`${server.url}/auth/v1/.well-known/jwks.json`)).json()) as {
        keys: { kid: string }[];
      }
    ).keys;
  const [before] = await keys();
  const rotated = await command("keys", "rotate");
  const after = await keys();
  expect(rotated.output).toContain(after[0]?.kid);
  expect(after.map((key) => key.kid)).toEqual([
    expect.not.stringMatching(before?.kid ?? ""),
    before?.kid,
  ]);
  const first = await command("keys", "new");
  expect(first.output).toContain("SIGNING_KEYS is not set here, so this is a first key");
  expect(JSON.parse(first.output.split("\n")[0] ?? "").keys).toHaveLength(1);
  expect((await command("keys", "away")).code).toBe(1);
  expect(await server.end("SIGTERM")).toBe(0);

  expect((await command("admin", "ann@caydrive.test")).output).toBe(
    "ann@caydrive.test is an owner already.\n",
  );
  expect((await command("admin", " BEA@caydrive.test")).output).toContain("is an owner now.");
  expect([await command("ledger-check"), await command("reconcile")]).toEqual([checked, compared]);
});

test("npm run dev serves pages and API on one port, with hot reload", async () => {
  const server = await startProgram(
    { DATA_DIR: join(folder, "dev"), PORT: "0", DEMO: "0", NODE_ENV: "development" },
    ["--dev"],
  );
  const page = await fetch(`${server.url}/terms`);
  expect(page.status).toBe(200);
  const html = await page.text();
  for (const part of ["Terms of Service", "inject-hmr-runtime"])
    expect(html.includes(part), part).toBe(true);
  expect((await fetch(`${server.url}/@vite/client`)).status).toBe(200);
  expect(await (await fetch(`${server.url}/api/listings`)).json()).toMatchObject({ count: 0 });
  expect((await fetch(`${server.url}/nowhere`)).status).toBe(404);
  expect(await server.end("SIGTERM")).toBe(0);
});
