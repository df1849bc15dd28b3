// Sends random requests derived from the OpenAPI description: each response must be as described,
// none repeatedly slow, and the ledger consistent afterwards. "npm run fuzz" sends 100,000, or the
// number given.
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkLedger } from "../src/server/modules/ledger/ledger-check.service.ts";
import { fuzz } from "./fuzz.ts";
import { startTestApp, type TestApp } from "./harness.ts";
import { INVARIANTS } from "./invariants.ts";

const LONG = process.env["FUZZ_REQUESTS"];
const REQUESTS = Number(LONG ?? 2000);
/** Fixed in npm test, so that findings are reproducible. */
const SEED = Number(
  process.env["FUZZ_SEED"] ?? (LONG ? Math.floor(Math.random() * 1e9) : 20261122),
);

/** Beside other tests a response may wait for a core; a runaway expression takes seconds. */
const SLOW_MS = LONG ? 150 : 1000;

let app: TestApp;
beforeAll(async () => {
  // Addresses named in a request do not resolve.
  const network = {
    resolve: () => Promise.reject(new Error("no such host")),
    trusted: new Set<string>(),
  };
  app = await startTestApp({ config: { unlimited: true }, network });
});
afterAll(() => app.close());

test(
  `answers ${REQUESTS} requests as described, seed ${SEED}`,
  { timeout: 3_600_000 },
  async () => {
    const began = performance.now();
    const say = (text: string): void => void process.stdout.write(`${text}\n`);
    const { faults, byStatus, slow } = await fuzz(
      app,
      { requests: REQUESTS, seed: SEED, slowMs: SLOW_MS },
      (sent) => {
        if (LONG && sent % 10_000 === 0)
          say(`  ${sent} requests, ${((performance.now() - began) / 1000).toFixed(0)} s`);
      },
    );
    if (LONG)
      say(JSON.stringify({ seconds: Math.round((performance.now() - began) / 1000), byStatus }));
    if (LONG) say(slow.length > 0 ? `slow:\n${slow.join("\n")}` : "nothing is slow");
    expect(faults).toEqual([]);
    expect(slow).toEqual([]);
    expect(byStatus[503] ?? 0).toBe(0); // So few simultaneous requests are no overload.
    // Most are valid; otherwise nothing deep was reached.
    expect(byStatus[200]).toBeGreaterThan(REQUESTS / 10);

    expect((await app.call("GET", "/healthz")).status).toBe(200);
    expect(await checkLedger(app.ctx)).toMatchObject({ discrepancyCount: 0, discrepancies: [] });
    const none = async (what: string, statement: string): Promise<void> =>
      expect((await app.pool.query(statement)).rows, what).toEqual([]);
    for (const [what, statement] of Object.entries(INVARIANTS)) await none(what, statement);
    await none(
      "an admin whom no admin has made one",
      `select r.user_id from user_roles r join accounts a on a.id = r.user_id where r.role = 'admin' and a.email not like 'person%-%@example.test'`,
    );
    await none(
      "a job that fails for good",
      "select name, output from pgboss.job where state = 'failed'",
    );
    await none("a job that failed", "select name, output from pgboss.job where state = 'retry'");
  },
);
