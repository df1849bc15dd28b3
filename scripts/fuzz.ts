// npm run fuzz [-- REQUESTS [SEED]]: requests at random from the description of the API, and what is slow among them (test/fuzz.ts).
import { runTest } from "./one-test.ts";

const [requests = "100000", seed] = process.argv.slice(2);
runTest("test/fuzz.test.ts", { FUZZ_REQUESTS: requests, ...(seed && { FUZZ_SEED: seed }) });
