// npm run admin -- EMAIL [--role support|finance|owner]: makes an account an admin, an owner unless
// the role says otherwise, whether or not the server is running. With --remove-second-factors it
// instead lets a person back in who has lost their passkeys, app and recovery codes.
import { parseArgs } from "node:util";
import { formatAdminRoles, isAdminRole, type AdminRole } from "../src/domain/person/roles.ts";
import { readConfig } from "../src/server/config.ts";
import {
  grantAdmin,
  removeSecondFactors,
} from "../src/server/modules/accounts/accounts.service.ts";
import { systemClock } from "../src/server/platform/clock.ts";
import { openDb, openPool } from "../src/server/platform/database/database.ts";
import { openJobs } from "../src/server/platform/jobs/jobs.ts";
import { openLog } from "../src/server/platform/observability/log.ts";
import { StartError } from "../src/server/platform/start-error.ts";
import { onDatabase } from "./command-database.ts";

const USAGE =
  "Usage: npm run admin -- EMAIL [--role support|finance|owner | --remove-second-factors]";

const { values, positionals } = readArguments();
const [email] = positionals;
const { role } = values;

if (!email?.includes("@") || !isAdminRole(role)) {
  console.error(USAGE);
  process.exit(1);
}

if (values["remove-second-factors"])
  await onDatabase("Nothing was removed", (url) => removeFactors(url, email));
else await onDatabase("The role was not granted", (url) => grantRole(url, email, role));

async function grantRole(url: string, to: string, granted: AdminRole): Promise<void> {
  const pool = openPool(url, () => {}, 1);
  try {
    const outcome = await grantAdmin({ db: openDb(pool), clock: systemClock }, to, granted);
    if (outcome === "unknown")
      throw new StartError(`There is no account with the email ${to}. Sign up with it first.`);
    if (outcome === "unconfirmed")
      throw new StartError(
        `${to} is not confirmed yet. Open the link in the mail that was sent to it first.`,
      );
    if (outcome === "last owner")
      throw new StartError(`${to} is the only owner. Make somebody else an owner first.`);
    console.log(
      `${to} is ${formatAdminRoles([granted])} ${outcome === "granted" ? "now" : "already"}.`,
    );
  } finally {
    await pool.end();
  }
}

async function removeFactors(url: string, of: string): Promise<void> {
  const { publicUrl, host, port } = readConfig();
  const pool = openPool(url, () => {}, 1);
  const log = openLog("silent");
  const jobs = openJobs(url, log);
  try {
    await jobs.start([]); // it only sends an email, which the server delivers
    const ctx = { db: openDb(pool), clock: systemClock, log, jobs };
    const origin = publicUrl ?? `http://${host}:${port}`;
    const outcome = await removeSecondFactors({ ...ctx, publicUrl: () => origin }, of);
    if (outcome === "unknown") throw new StartError(`There is no account with the email ${of}.`);
    console.log(
      outcome === "removed"
        ? `${of} signs in with the password alone now, and is signed out everywhere.`
        : `${of} has no second factor.`,
    );
  } finally {
    await jobs.stop(5000);
    await pool.end();
  }
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        role: { type: "string", default: "owner" },
        "remove-second-factors": { type: "boolean", default: false },
      },
      allowPositionals: true,
    });
  } catch {
    console.error(USAGE);
    process.exit(1);
  }
}
