// npm run admin -- EMAIL: grants the admin role to an account, whether or not the server is
// running.
import { grantAdmin } from "../src/server/modules/accounts/accounts.service.ts";
import { systemClock } from "../src/server/platform/clock.ts";
import { openDb, openPool } from "../src/server/platform/database/database.ts";
import { StartError } from "../src/server/platform/start-error.ts";
import { onDatabase } from "./command-database.ts";

const email = process.argv[2];

if (!email?.includes("@")) {
  console.error("Usage: npm run admin -- EMAIL");
  process.exit(1);
}

await onDatabase("The role was not granted", async (url) => {
  const pool = openPool(url, () => {}, 1);
  try {
    const outcome = await grantAdmin({ db: openDb(pool), clock: systemClock }, email);
    if (outcome === "unknown")
      throw new StartError(`There is no account with the email ${email}. Sign up with it first.`);
    if (outcome === "unconfirmed")
      throw new StartError(
        `${email} is not confirmed yet. Open the link in the mail that was sent to it first.`,
      );
    console.log(
      outcome === "granted" ? `${email} is an admin now.` : `${email} is an admin already.`,
    );
  } finally {
    await pool.end();
  }
});
