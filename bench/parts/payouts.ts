// The Monday job on a ledger that owes half a million rentals to 5,000 hosts: its duration and its
// process's memory. Then the admin's money page, and npm run ledger:check, which must pass.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { todayInNassau } from "../../src/domain/calendar/dates.ts";
import { percentile } from "../load-clients.ts";
import { fillMoney } from "../money.ts";
import { row, type ResultRow } from "../rows.ts";
import type { Stage } from "../stage.ts";

const PROGRAM = join(import.meta.dirname, "../payout-job.ts");
const MOST_SECONDS = 60;
const MOST_MEGABYTES = 300;
const CHECK = join(import.meta.dirname, "../../scripts/ledger-check.ts");
const MOST_CHECK_SECONDS = 30;
/** As for the other admin pages. */
const MOST_PAGE_MS = 100;

export async function measurePayouts(stage: Stage): Promise<ResultRow[]> {
  const hosts = stage.quick ? 50 : 5000;
  const url = await stage.database("money", (client) => {
    stage.say(
      `making a ledger of ${(hosts * 100).toLocaleString("en-US")} bookings of ${hosts.toLocaleString("en-US")} hosts`,
    );
    return fillMoney(client, todayInNassau(new Date()), hosts);
  });
  const env = {
    PATH: process.env["PATH"] ?? "",
    NODE_ENV: "production",
    DATABASE_URL: url,
    DATA_DIR: stage.folder("payouts"),
    SIGNING_KEYS: stage.signingKeys,
    PORT: "0",
    LOG_LEVEL: "error",
  };
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM], { env });
  const { ms, bytes, firstMs, pageMs } = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as {
    ms: number;
    bytes: number;
    firstMs: number;
    pageMs: number[];
  };
  const { rows } = await stage
    .pool(url)
    .query<{ payouts: number; lines: number; carried: number }>(
      "select (select count(*) from payouts)::int as payouts, (select count(*) from payout_items)::int as lines, (select count(*) from payout_carried)::int as carried",
    );
  const [{ payouts, lines, carried } = { payouts: 0, lines: 0, carried: 0 }] = rows;
  const detail = `${payouts.toLocaleString("en-US")} payouts of ${lines.toLocaleString("en-US")} lines, ${carried} hosts carried over`;
  const checkBegun = performance.now();
  const check = await promisify(execFile)(process.execPath, [CHECK], { env });
  const checkMs = performance.now() - checkBegun;
  const what = `The Monday job, ${(hosts * 100).toLocaleString("en-US")} bookings of ${hosts.toLocaleString("en-US")} hosts`;
  return [
    row(`${what}: time`, ["<=", MOST_SECONDS], ms / 1000, { detail, digits: 1, unit: " s" }),
    row(`${what}: memory of its process`, ["<=", MOST_MEGABYTES], bytes / 2 ** 20, {
      detail: "the most that it held, the whole program in it",
      digits: 0,
      unit: " MB",
    }),
    row(
      "What the admin's page about money reads, p99",
      ["<=", MOST_PAGE_MS],
      percentile(pageMs, 0.99),
      {
        detail: `${pageMs.length} times, once the days are summed, which the first reader or the night does: ${(firstMs / 1000).toFixed(1)} s`,
        digits: 1,
        unit: " ms",
      },
    ),
    row(
      "npm run ledger:check, the command as a whole",
      ["<=", MOST_CHECK_SECONDS],
      checkMs / 1000,
      {
        detail: check.stdout.trim(),
        digits: 1,
        unit: " s",
      },
    ),
  ];
}
