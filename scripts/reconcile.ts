// npm run reconcile: compares everything open with the card provider and repairs or reports
// differences, like the 15-minute job. Exits with 1 if the provider did not respond.
import { closeContext, openContext } from "../src/server/instance.ts";
import { bookingPurchases } from "../src/server/modules/bookings/settlement/booking-purchases.service.ts";
import { laterCharges } from "../src/server/modules/charges/charge-comparison.service.ts";
import { deposits } from "../src/server/modules/deposits/deposit-comparison.service.ts";
import { reconcile } from "../src/server/modules/payments/settlement/reconcile.service.ts";
import { onDatabase } from "./command-database.ts";

/** The time allowed for queueing emails, which stay queued until a server sends them. */
const LEAVE_MS = 5000;

await onDatabase("Nothing was compared", async (databaseUrl, config) => {
  // The server's start and stop messages are irrelevant here.
  const opened = await openContext({ config: { ...config, logLevel: "error" }, databaseUrl });
  opened.listensAt(`http://127.0.0.1:${config.port}`);
  try {
    await opened.jobs.start([]);
    const { compared, repaired, reported, unanswered } = await reconcile(opened.ctx, {
      purchases: bookingPurchases,
      laterCharges,
      deposits,
    });
    console.log(
      `${compared} compared, ${repaired} repaired, ${reported} reported, ${unanswered} without an answer`,
    );
    if (unanswered > 0) process.exitCode = 1;
  } finally {
    await opened.jobs.stop(LEAVE_MS);
    await closeContext(opened);
  }
});
