// npm run trips:check: verifies that the record of every trip is as it was received. Exits with 1
// if not.
import { checkTrips } from "../src/server/modules/trips/trips-check.service.ts";
import { openDb, openPool } from "../src/server/platform/database/database.ts";
import { openKeys } from "../src/server/platform/keys/keys.ts";
import { onDatabase } from "./command-database.ts";

await onDatabase("The trips were not checked", async (url, config) => {
  const pool = openPool(url, () => {}, 1);
  try {
    const keys = await openKeys(config);
    const { trips, entries, changed } = await checkTrips({ db: openDb(pool), keys });
    for (const { bookingId, position, differing } of changed)
      console.log(
        position === null
          ? `booking ${bookingId}: ${differing.join(", ")} differ from its entries`
          : `booking ${bookingId}: changed from entry ${position} on`,
      );
    console.log(`${trips} trips, ${entries} entries, ${changed.length} changed`);
    if (changed.length > 0) process.exitCode = 1;
  } finally {
    await pool.end();
  }
});
