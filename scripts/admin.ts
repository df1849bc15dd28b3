// npm run admin -- EMAIL [--role support|finance|owner]: makes an account an admin, an owner unless
// the role says otherwise, whether or not the server is running.
import { parseArgs } from "node:util";
import { formatAdminRoles, isAdminRole } from "../src/domain/person/roles.ts";
import { grantAdmin } from "../src/server/modules/accounts/accounts.service.ts";
import { systemClock } from "../src/server/platform/clock.ts";
import { openDb, openPool } from "../src/server/platform/database/database.ts";
import { StartError } from "../src/server/platform/start-error.ts";
import { onDatabase } from "./command-database.ts";

const USAGE = "Usage: npm run admin -- EMAIL [--role support|finance|owner]";

const { values, positionals } = readArguments();
const [email] = positionals;
const { role } = values;

if (!email?.includes("@") || !isAdminRole(role)) {
  console.error(USAGE);
  process.exit(1);
}

await onDatabase("The role was not granted", async (url) => {
  const pool = openPool(url, () => {}, 1);
  try {
    const outcome = await grantAdmin({ db: openDb(pool), clock: systemClock }, email, role);
    if (outcome === "unknown")
      throw new StartError(`There is no account with the email ${email}. Sign up with it first.`);
    if (outcome === "unconfirmed")
      throw new StartError(
        `${email} is not confirmed yet. Open the link in the mail that was sent to it first.`,
      );
    if (outcome === "last owner")
      throw new StartError(`${email} is the only owner. Make somebody else an owner first.`);
    console.log(
      `${email} is ${formatAdminRoles([role])} ${outcome === "granted" ? "now" : "already"}.`,
    );
  } finally {
    await pool.end();
  }
});

function readArguments() {
  try {
    return parseArgs({
      options: { role: { type: "string", default: "owner" } },
      allowPositionals: true,
    });
  } catch {
    console.error(USAGE);
    process.exit(1);
  }
}
