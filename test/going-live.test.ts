// Going live from the sandbox needs a separate database, not the demo's.
import { join } from "node:path";
import { expect, test } from "vitest";
import { DEMO_PASSWORD } from "../src/server/demo/index.ts";
import {
  newEncryptionKeysSetting,
  newSigningKeysSetting,
} from "../src/server/platform/keys/keys.ts";
import { freePort } from "../src/server/platform/database/postgres.ts";
import { programFolder } from "./program-folder.ts";
import { processesNaming, startProgram, startRefused } from "./process.ts";

const folder = programFolder("live");

test("refuses to go live on a database that was filled with demo data", async () => {
  const sandbox = {
    DATA_DIR: join(folder, "demo"),
    PORT: "0",
    ENCRYPTION_KEYS: newEncryptionKeysSetting(undefined),
    DEMO: "1",
  };
  const first = await startProgram(sandbox);
  expect(await first.end("SIGTERM")).toBe(0);
  const { DEMO: _demo, ...kept } = sandbox;
  const live = {
    ...kept,
    PUBLIC_URL: "https://caydrive.example",
    SMTP_URL: "smtps://mail.caydrive.example",
    SIGNING_KEYS: await newSigningKeysSetting(undefined, new Date()),
    STRIPE_SECRET_KEY: "sk_live_example",
    STRIPE_WEBHOOK_SECRET: "whsec_0123456789abcdef",
    SUPPORT_EMAIL: "help@caydrive.example",
    SUPPORT_PHONE: "+1 242 555 0100",
    EMERGENCY_PHONE: "+1 242 555 0101",
  };
  const { code, output } = await startRefused(live);
  expect(code).toBe(1);
  expect(output).toMatch(
    /^The database holds accounts of the demo, such as \S+@caydrive\.test, whose password everybody knows/m,
  );
  expect(output).not.toMatch(/\n\s+at /);
  expect(await processesNaming(join(folder, "demo"))).toEqual([]);

  const port = await freePort();
  const fresh = await startProgram({ ...live, DATA_DIR: join(folder, "live"), PORT: `${port}` });
  const signIn = { email: "admin@caydrive.test", password: DEMO_PASSWORD };
  const response = await fetch(`http://127.0.0.1:${port}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(signIn),
  });
  expect(response.status).toBe(400);
  expect(await fresh.end("SIGTERM")).toBe(0);
});
