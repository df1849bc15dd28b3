// npm run fuzz [-- REQUESTS [SEED]]: sends random requests based on the API description and reports
// slow ones (test/fuzz.ts).
import { runTest } from "./one-test.ts";

const [requests = "100000", seed] = process.argv.slice(2);
runTest("test/fuzz.test.ts", { FUZZ_REQUESTS: requests, ...(seed && { FUZZ_SEED: seed }) });
