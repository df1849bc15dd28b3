// npm run reconcile: compares what is open with the card provider, repairs it or reports it, as the job of every 15 minutes does.
// Ends with 1 when the provider gave no answer.
import { closeContext, openContext } from "../src/server/instance.ts";
import { reconcile } from "../src/server/modules/bookings/settlement/reconcile.service.ts";
import { onDatabase } from "./reach.ts";

/** What it sends (mails) goes through the queue, where it stays until a server takes it. */
const LEAVE_MS = 5000;

await onDatabase("Nothing was compared", async (databaseUrl, config) => {
  // What the server says as it starts and stops is not news here.
  const opened = await openContext({ config: { ...config, logLevel: "error" }, databaseUrl });
  opened.listensAt(`http://127.0.0.1:${config.port}`);
  try {
    await opened.jobs.start([]);
    const { compared, repaired, reported, unanswered } = await reconcile(opened.ctx);
    console.log(`${compared} compared, ${repaired} repaired, ${reported} reported, ${unanswered} without an answer`);
    if (unanswered > 0) process.exitCode = 1;
  } finally {
    await opened.jobs.stop(LEAVE_MS);
    await closeContext(opened);
  }
});
