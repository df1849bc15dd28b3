// npm run ledger:check: verifies that the ledger agrees with bookings, payments, refunds, disputes
// and payouts. Exits with 1 if not.
import { checkLedger } from "../src/server/modules/ledger/ledger-check.service.ts";
import { openDb, openPool } from "../src/server/platform/database/database.ts";
import { onDatabase } from "./command-database.ts";

await onDatabase("The ledger was not checked", async (url) => {
  const pool = openPool(url, () => {}, 1);
  try {
    const { bookings, entries, discrepancyCount, discrepancies } = await checkLedger({
      db: openDb(pool),
    });
    for (const { about, id, what, expected, found } of discrepancies)
      console.log(`${about} ${id}: ${what} should be ${expected} and is ${found}`);
    console.log(`${bookings} bookings, ${entries} entries, ${discrepancyCount} discrepancies`);
    if (discrepancyCount > 0) process.exitCode = 1;
  } finally {
    await pool.end();
  }
});
