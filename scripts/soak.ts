// npm run soak [-- --minutes N --seed S]: bookings and payments on a machine where everything fails
// (test/soak/soak.ts).
import { parseArgs } from "node:util";
import { runTest } from "./one-test.ts";

/** Finishing and checking what was started takes half as long again: 20 minutes in all. */
const MOST_MINUTES = 13;
const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, seed: { type: "string" } },
});
const minutes = Number(values.minutes);
if (!(minutes > 0 && minutes <= MOST_MINUTES)) {
  console.error(
    `Usage: npm run soak -- [--minutes N] [--seed S], with ${MOST_MINUTES} minutes at most`,
  );
  process.exit(1);
}
runTest("test/soak/soak.test.ts", {
  SOAK_MINUTES: String(minutes),
  ...(values.seed && { SOAK_SEED: values.seed }),
});
