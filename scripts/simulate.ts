// npm run simulate [-- BOOKINGS [SEED]]: a year of bookings, refunds, disputes and payouts with
// failures at random points (test/simulation.ts).
import { runTest } from "./one-test.ts";

const [bookings = "10000", seed] = process.argv.slice(2);
runTest("test/simulation.test.ts", {
  SIMULATED_BOOKINGS: bookings,
  ...(seed && { SIMULATION_SEED: seed }),
});
